/** Places by their names: the search for them, and stops that are given by one. */
import type { FoundPlace } from '../places/place.ts';
import { MOST_PLACES, type SearchTerms } from '../places/place-search.ts';
import type { ResolvePlace } from '../places/resolve-place.ts';
import {
  openReading,
  parameter,
  point,
  queryOf,
  type Reading,
  type TextsOf,
  whole,
} from './parameter.ts';
import type { QuoteQuestion } from './parameters.ts';
import { MAX_VIA } from './read-parameter.ts';
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

/** A question whose stops are points. */
interface PointedQuestion {
  readonly question: QuoteQuestion;
  /** The places that stops were named by, start first; undefined for one that was given as a point. */
  readonly named: readonly (FoundPlace | undefined)[];
}

/** Longer texts are no names. */
const LONGEST_NAME = 100;

/**
 * A name begins with a letter or a postcode, and no number but a postcode follows a comma in it. Other texts are
 * points, right or wrong.
 */
const LIKE_NAME = /^\s*(?:\p{L}|\d{4}(?:\s|$))(?!.*,\s*(?!\d{4}\s*(?:\p{L}|$))[-+.\d])/u;

/** The texts of a question that are names. A `via` with more points than a way may have is not looked at. */
export const namesIn = (question: QuoteQuestion): string[] =>
  STOPS.flatMap((name) => namesAmong(textsAt(name, question)));

const STOPS = ['from', 'via', 'to'] as const;

/** The text of a start or destination, or those of the stops between; `[]`: none, or more than a way may have. */
function textsAt(name: (typeof STOPS)[number], question: QuoteQuestion): readonly string[] {
  const written = question[name];
  if (written === undefined || written === '') return [];
  if (name !== 'via') return [written];
  const texts = written.split('|', MAX_VIA + 1);
  return texts.length > MAX_VIA ? [] : texts;
}

/** The texts that are names. */
export const namesAmong = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.length <= LONGEST_NAME && LIKE_NAME.test(text));

/** Replaces names by points. Other texts are left for the parameter to read or refuse. */
export function pointNamedStops(
  question: QuoteQuestion,
  resolve: ResolvePlace,
  { read, refuse }: Pick<Reading, 'read' | 'refuse'>,
): PointedQuestion {
  const pointed: { from?: string; via?: string; to?: string } = {};
  const named: (FoundPlace | undefined)[] = [];
  for (const name of STOPS) {
    const texts = textsAt(name, question);
    if (texts.length === 0) continue;
    const points = texts.map((text, i) => {
      const entry = name === 'via' ? i : undefined;
      const place = read(() =>
        findPlace(text, resolve, (problem, meant) => refuse(name, problem, meant, entry)),
      );
      named.push(place);
      return place === undefined ? text : `${place.lat},${place.lon}`;
    });
    pointed[name] = points.join('|');
  }
  return { question: { ...question, ...pointed }, named };
}

/** The place that a text names; undefined: it is no name. @param refuse throws. */
export function findPlace(
  text: string,
  resolve: ResolvePlace,
  refuse: (problem: string, candidates?: readonly FoundPlace[]) => never,
): FoundPlace | undefined {
  if (!LIKE_NAME.test(text)) return undefined;
  if (text.length > LONGEST_NAME)
    return refuse(`has ${text.length} letters, and a name has ${LONGEST_NAME} at most`);
  const found = resolve(text);
  return 'place' in found ? found.place : refuse(found.problem, found.candidates);
}
