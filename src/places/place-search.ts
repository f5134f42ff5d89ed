/** Finds places by what somebody types. */
import type { LatLon } from '../base/point.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { namesOf, type Place, type PlaceName, plainOf } from './place.ts';
import { type Fit, fitOf, hasWords, isOneLetterOff } from './spelling.ts';

/** What a search gives of a place. */
export type FoundPlace = Omit<Place, 'rank'>;

export interface SearchTerms {
  /** Places near it come first; absent: the larger ones do. */
  readonly near?: LatLon;
  /** How many at most; absent: 8. */
  readonly limit?: number;
}

/** Places that fit a text, the best first. `[]` for an empty text. */
export type FindPlaces = (text: string, terms?: SearchTerms) => readonly FoundPlace[];

export const MOST_PLACES = 8;

/**
 * So many ranks larger a place has to be to come before one that fits better: `berg` finds Bergen before Berg, and
 * `bergn` a place that begins so before Bergen. Own choice.
 */
const RANKS_BEHIND: Readonly<Record<Fit, number>> = {
  whole: 0,
  beginning: 2,
  word: 3,
  inside: 5,
  'one-letter': 9,
};

/** The same for names that are not the whole one. */
const NAME_BEHIND: Readonly<Record<PlaceName['is'], number>> = { whole: 0, part: 1, added: 4 };

/** A place this much farther away has to be one rank larger. Own choice: some 20 minutes of driving. */
const RANK_PER_M = 25_000;

interface Named extends PlaceName {
  readonly place: Place;
}

/** A name from one of its words on, and the places that have it. */
interface Word {
  readonly word: string;
  readonly places: readonly Place[];
}

interface Hit {
  readonly place: Place;
  readonly behind: number;
}

/** Makes the search over these places; names may be typed in Norwegian letters or without. */
export function buildPlaceSearch(places: readonly Place[]): FindPlaces {
  const names = places.flatMap((place) =>
    namesOf(place).map((name): Named => ({ ...name, place })),
  );
  const words = listWords(names);
  return (text, { near, limit = MOST_PLACES } = {}) => {
    const wanted = plainOf(text);
    if (wanted === '') return [];
    const hits = bestOfEach(listHits(names, words, { wanted, limit }));
    const weightOf = near === undefined ? rankOf : weighNear(near);
    return [...hits.values()]
      .map(({ place, behind }) => ({
        place,
        weight: place.code === text && place.kind === 'airport' ? 0 : weightOf(place) + behind,
      }))
      .sort(
        (a, b) =>
          a.weight - b.weight ||
          a.place.name.length - b.place.name.length ||
          (a.place.name < b.place.name ? -1 : 1),
      )
      .slice(0, limit)
      .map(({ place: { rank: _, ...place } }) => place);
  };
}

/** Where fewer fit than are wanted, those that are one letter off follow; a number is typed right. */
function listHits(
  names: readonly Named[],
  words: readonly Word[],
  { wanted, limit }: { readonly wanted: string; readonly limit: number },
): Hit[] {
  const hits: Hit[] = [];
  const typed = wanted.split(' ');
  for (const { text, is, place } of names) {
    const hasAll = typed.length > 1 && hasWords(text, typed);
    const fit = fitOf(text, wanted) ?? (hasAll ? 'inside' : undefined);
    if (fit !== undefined) hits.push({ place, behind: RANKS_BEHIND[fit] + NAME_BEHIND[is] });
  }
  if (hits.length >= limit || /\d/.test(wanted)) return hits;
  for (const { word, places } of words)
    if (isOneLetterOff(word, wanted))
      for (const place of places) hits.push({ place, behind: RANKS_BEHIND['one-letter'] });
  return hits;
}

/** The rests of names from each of their words on, of all places but postcodes: a town has its own name. */
function listWords(names: readonly Named[]): Word[] {
  const words = new Map<string, Place[]>();
  for (const { text, place } of names) {
    if (place.kind === 'postcode') continue;
    for (let at = 0; at !== -1; at = text.indexOf(' ', at + 1)) {
      const word = text.slice(at).trimStart();
      words.set(word, [...(words.get(word) ?? []), place]);
    }
  }
  return Array.from(words, ([word, meant]) => ({ word, places: meant }));
}

function bestOfEach(hits: readonly Hit[]): ReadonlyMap<Place, Hit> {
  const best = new Map<Place, Hit>();
  for (const hit of hits)
    if (hit.behind < (best.get(hit.place)?.behind ?? Number.POSITIVE_INFINITY))
      best.set(hit.place, hit);
  return best;
}

const rankOf = ({ rank }: Place) => rank;

/** The first kilometres count most: twice as far is not twice as bad. */
const weighNear = (near: LatLon) => (place: Place) =>
  place.rank + Math.log2(1 + flatDistanceM(place, near) / RANK_PER_M);
