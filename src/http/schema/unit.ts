import { Type } from 'typebox';

/** An amount in kroner, at most two decimals. */
export const nok = (description: string) =>
  Type.Number({ description: `NOK. ${description}`, minimum: 0 });

/** A moment as text. */
export const instant = (description: string) =>
  Type.String({
    format: 'date-time',
    description: `${description} ISO 8601 with the Norwegian offset.`,
  });

/** How many there are. */
export const count = (description: string) => Type.Integer({ description, minimum: 0 });

/** One of a few texts. */
export const choice = <const Values extends string[]>(
  values: readonly [...Values],
  terms: { readonly title?: string; readonly description: string },
) => Type.Enum(values, { type: 'string', ...terms });

/** Where something stands. */
export const position = {
  lat: Type.Number({ description: 'WGS84 degrees.', minimum: -90, maximum: 90 }),
  lon: Type.Number({ description: 'WGS84 degrees.', minimum: -180, maximum: 180 }),
};
