import { Type } from 'typebox';
import { refusedValue } from '../base/fault.ts';
import { parseLatLon } from '../base/parse-lat-lon.ts';
import { parsePlainDecimal } from '../base/parse-plain-decimal.ts';
import { MOST_PLACES, type SearchTerms } from '../places/place-search.ts';
import { position } from './unit.ts';

/** More than fit on a screen. */
const MOST = 50;

const LONGEST_TEXT = 100;

export const PlacesQuery = Type.Object({
  q: Type.String({
    description:
      'The beginning of a name, of one of its words, or of a postcode; Norwegian letters or not; one letter may be wrong.',
    examples: ['gardermoen'],
  }),
  near: Type.Optional(
    Type.String({
      description: '`<lat>,<lon>` in WGS84: places near it come first. Default: larger places do.',
      examples: ['60.39,5.32'],
    }),
  ),
  limit: Type.Optional(
    Type.String({
      description: `How many at most, 1 to ${MOST}. Default: ${MOST_PLACES}.`,
      examples: ['5'],
    }),
  ),
});

const FoundPlace = Type.Object(
  {
    name: Type.String({ description: 'Its name; of a postcode with the town.' }),
    kind: Type.String({
      description:
        '`town`, `settlement`, `district`, `post-town`, `hamlet`, `island`, `airport`, `station`, `quay`, `postcode`, `lodge`, `mountain` or `farm`.',
    }),
    area: Type.Optional(
      Type.String({ description: 'Its municipality; of a postcode the district.' }),
    ),
    code: Type.Optional(
      Type.String({ description: 'The postcode, or the IATA code of an airport.' }),
    ),
    awayM: Type.Optional(
      Type.Integer({
        minimum: 1000,
        description: 'Metres from here to what the name stands for. Absent: less than 1 000.',
      }),
    ),
    ...position,
  },
  { title: 'Place', description: 'A place, at a road that one can drive to.' },
);

export const PlacesBody = Type.Object(
  {
    places: Type.Array(FoundPlace, {
      description: 'The best first. Empty where no name fits.',
    }),
  },
  { title: 'Places', description: 'The places that a text fits.' },
);

/** @throws Fault `invalid_parameter` with one sentence. */
export function parsePlacesQuery({
  q,
  near,
  limit,
}: {
  readonly q: string;
  readonly near?: string;
  readonly limit?: string;
}): { readonly text: string; readonly terms: SearchTerms } {
  if (q.length > LONGEST_TEXT)
    throw refusedValue('q', `q must have ${LONGEST_TEXT} letters at most.`);
  const point = near === undefined ? undefined : parseLatLon(near);
  if (point !== undefined && 'problem' in point)
    throw refusedValue('near', `near ${point.problem}.`);
  const most = limit === undefined ? undefined : parsePlainDecimal(limit);
  if (limit !== undefined && !(Number.isInteger(most) && Number(most) >= 1 && Number(most) <= MOST))
    throw refusedValue('limit', `limit must be a whole number from 1 to ${MOST}.`);
  return {
    text: q,
    terms: {
      ...(point !== undefined && { near: point }),
      ...(most !== undefined && { limit: most }),
    },
  };
}
