import { MOST_PLACES, type SearchTerms } from '../places/place-search.ts';
import { openReading, parameter, point, queryOf, type TextsOf, whole } from './parameter.ts';
import * as t from './unit.ts';

/** More than fit on a screen. */
const MOST = 50;

const LONGEST_TEXT = 100;

const PLACES_PARAMETERS = {
  q: parameter(
    {
      isRequired: true,
      description:
        'The beginning of a name, of one of its words, or of a postcode; Norwegian letters or not; one letter may be wrong.',
      example: 'gardermoen',
    },
    (written, refuse) =>
      written.length > LONGEST_TEXT ? refuse(`must have ${LONGEST_TEXT} letters at most`) : written,
  ),
  near: point({
    description:
      '`<lat>,<lon>` in WGS84: of places that are as large and fit as well the nearer come first. Default: distance does not count.',
    example: '60.39,5.32',
  }),
  limit: whole(
    { least: 1, most: MOST },
    {
      description: `How many at most, 1 to ${MOST}. Default: ${MOST_PLACES}.`,
      example: '5',
    },
  ),
};

export const PlacesQuery = queryOf(PLACES_PARAMETERS);

export const PlacesBody = t.object('Places', 'The places that a text fits.', {
  places: t.list('The best first. Empty where no name fits.', t.NamedPlace),
});

/** @throws Fault `invalid_parameter` with a sentence for each value that is wrong. */
export function parsePlacesQuery(question: TextsOf<typeof PLACES_PARAMETERS>): {
  readonly text: string;
  readonly terms: SearchTerms;
} {
  const reading = openReading();
  const { q = '', ...terms } = reading.values(PLACES_PARAMETERS, question);
  reading.demandNone();
  return { text: q, terms };
}
