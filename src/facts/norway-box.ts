import Type from 'typebox';

/**
 * The least and the greatest degrees of the mainland and its islands, from the Hvaler isles to the
 * North Cape; Svalbard and Jan Mayen have none of our facts.
 */
export const LatInNorway = Type.Number({ minimum: 57, maximum: 72 });
export const LonInNorway = Type.Number({ minimum: 4, maximum: 32 });
