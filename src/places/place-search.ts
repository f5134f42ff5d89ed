/** Finds places by what somebody types. */
import { groupBy } from '../base/lists.ts';
import type { LatLon } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import {
  type FoundPlace,
  liesIn,
  mayLieIn,
  namesOf,
  type Place,
  type PlaceName,
  plainOf,
  splitArea,
  toFound,
} from './place.ts';
import {
  type Fit,
  fitOf,
  hasWords,
  isOneLetterOff,
  mayBeOneLetterOff,
  SHORTEST_ERROR,
  SHORTEST_INSIDE,
} from './spelling.ts';

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
 * How far behind a place is if its name, or a part that it is called by, is not exactly the text: more than ranks
 * differ.
 */
const BEHIND_EXACT = 6;

/**
 * How many ranks larger a place has to be to come before a place that fits better: `bergn` finds a place that begins so
 * before Bergen. Own choice.
 */
const RANKS_BEHIND: Readonly<Record<Fit, number>> = {
  whole: 0,
  beginning: 2,
  word: 3,
  inside: 5,
  'one-letter': 9,
};

/** The same for names that are not the whole name of a place. A code in small letters is a name first: `hov`. */
const NAME_BEHIND: Readonly<Record<PlaceName['is'], number>> = {
  whole: 0,
  part: 1,
  code: 4,
  added: 4,
};

/** A place this much farther away has to be one rank larger. Own choice: some 20 minutes of driving. */
const RANK_PER_M = 25_000;

interface Named extends PlaceName {
  readonly place: Place;
}

/** The rest of a name from one of its words on, and the places that have it. */
interface Word {
  readonly word: string;
  readonly places: readonly Place[];
}

/** How far each place is behind others of its rank, by how its name fits. */
type Hits = ReadonlyMap<Place, number>;

const NO_HITS: Hits = new Map();

/** The hits in the municipality of this name. Where there are none, the hits in a municipality whose name begins so. */
function pickArea(hits: Hits, area: string): Hits {
  const all = [...hits];
  const exact = all.filter(([place]) => liesIn(place, area));
  return new Map(exact.length > 0 ? exact : all.filter(([place]) => mayLieIn(place, area)));
}

/** How many places are read in one step. */
const PLACES_A_STEP = 500;

/** Makes the search over these places; names may be typed in Norwegian letters or without. */
export function* buildPlaceSearch(places: readonly Place[]): Steps<FindPlaces> {
  const names: Named[] = [];
  for (const [i, place] of places.entries()) {
    if (i % PLACES_A_STEP === 0) yield;
    for (const name of namesOf(place)) names.push({ ...name, place });
  }
  const holding = joinNames(names);
  yield;
  const indexes = { holding, wordsNear: openWords(yield* listWords(names)) };
  const byLetter = yield* listByLetter(names, indexes);
  const hitsOf = (text: string, limit: number): Hits => {
    const wanted = plainOf(text);
    if (wanted === '') return NO_HITS;
    return byLetter.get(wanted) ?? findHits(wanted, limit, indexes);
  };
  return (text, { near, limit = MOST_PLACES } = {}) => {
    const written = splitArea(text);
    const inArea = written && pickArea(hitsOf(written.name, limit), written.area);
    const hits = inArea?.size ? inArea : hitsOf(text, limit);
    const weightOf = near === undefined ? rankOf : weighNear(near);
    const first: Weighted[] = [];
    for (const [place, behind] of hits) {
      const isCode = place.code === text.trim() && place.kind === 'airport';
      insert(first, { place, weight: isCode ? 0 : weightOf(place) + behind }, limit);
    }
    return first.map(({ place }) => toFound(place));
  };
}

interface Weighted {
  readonly place: Place;
  readonly weight: number;
}

/**
 * Keeps the best hits, `most` of them at most. Sorting the thousands of hits of one letter would take most of the time.
 */
function insert(first: Weighted[], one: Weighted, most: number): void {
  let at = first.length;
  for (let last = first[at - 1]; last !== undefined && isBefore(one, last); last = first[at - 1])
    at--;
  if (at >= most) return;
  first.splice(at, 0, one);
  if (first.length > most) first.pop();
}

/**
 * Does a hit come before another? Of two that weigh the same the shorter name does, then the first in the alphabet. Of
 * two with the same name it is the one in the municipality of that name, as `Gjerstad` in Gjerstad.
 */
function isBefore({ weight, place }: Weighted, other: Weighted): boolean {
  const { name, area } = place;
  const rival = other.place;
  if (weight !== other.weight) return weight < other.weight;
  if (name.length !== rival.name.length) return name.length < rival.name.length;
  if (name !== rival.name) return name < rival.name;
  return name === area && rival.name !== rival.area;
}

function behindBy(fit: Fit, is: PlaceName['is']): number {
  const isExact = fit === 'whole' && (is === 'whole' || is === 'part');
  return (isExact ? 0 : BEHIND_EXACT) + RANKS_BEHIND[fit] + NAME_BEHIND[is];
}

/** Where fewer names fit than are wanted, names that are one letter off follow. A number is taken to be typed right. */
function findHits(wanted: string, limit: number, { holding, wordsNear }: Indexes): Hits {
  const best = new Map<Place, number>();
  const note = (place: Place, behind: number) => {
    if (behind < (best.get(place) ?? Number.POSITIVE_INFINITY)) best.set(place, behind);
  };
  let fits = 0;
  for (const { name, fit } of listFits(wanted, holding)) {
    fits++;
    note(name.place, behindBy(fit, name.is));
  }
  if (fits >= limit || wanted.length < SHORTEST_ERROR || /\d/.test(wanted)) return best;
  for (const { word, places } of wordsNear(wanted))
    if (isOneLetterOff(word, wanted)) {
      const rest = word.length > wanted.length + 1 ? RANKS_BEHIND.beginning : 0;
      for (const place of places) note(place, BEHIND_EXACT + RANKS_BEHIND['one-letter'] + rest);
    }
  return best;
}

/**
 * The hits of each letter. One letter fits thousands of names, and finding them again each time would take longer than
 * all else.
 */
function* listByLetter(
  names: readonly Named[],
  indexes: Indexes,
): Steps<ReadonlyMap<string, Hits>> {
  const letters = new Set(names.flatMap(({ text }) => text.split(' ').map(([letter]) => letter)));
  const found = new Map<string, Hits>();
  for (const letter of letters) {
    yield;
    if (letter !== undefined) found.set(letter, findHits(letter, MOST_PLACES, indexes));
  }
  return found;
}

/** Names that have the text in them, and those that have all of its words. */
function* listFits(
  wanted: string,
  holding: Indexes['holding'],
): Iterable<{ readonly name: Named; readonly fit: Fit }> {
  for (const name of holding(wanted.length < SHORTEST_INSIDE ? ` ${wanted}` : wanted)) {
    const fit = fitOf(name.text, wanted);
    if (fit !== undefined) yield { name, fit };
  }
  const typed = wanted.split(' ');
  if (typed.length === 1) return;
  const [longest = ''] = typed.toSorted((a, b) => b.length - a.length);
  for (const name of holding(` ${longest}`))
    if (hasWords(name.text, typed) && fitOf(name.text, wanted) === undefined)
      yield { name, fit: 'inside' };
}

/** What is looked through for a text. */
interface Indexes {
  /** Names that hold a text; each of their words stands behind a blank. */
  readonly holding: (text: string) => Iterable<Named>;
  /** Words that may be one letter off. */
  readonly wordsNear: (wanted: string) => Iterable<Word>;
}

/** Joins all names to one text. Searching it takes a tenth of the time of searching one name after the other. */
function joinNames(names: readonly Named[]): Indexes['holding'] {
  const all = names.map(({ text }) => `\n ${text}`);
  const joined = all.join('');
  let length = 0;
  const ends = all.map((one) => {
    length += one.length;
    return length;
  });
  return function* (text) {
    let no = 0;
    for (let at = joined.indexOf(text); at !== -1; at = joined.indexOf(text, ends[no])) {
      while ((ends[no] ?? length) <= at) no++;
      const name = names[no];
      if (name !== undefined) yield name;
    }
  };
}

/** Groups the words by their first two letters, which leave one word in five. */
function openWords(words: readonly Word[]): Indexes['wordsNear'] {
  const byBeginning = groupBy(words, ({ word }) => word.slice(0, 2));
  return function* (wanted) {
    for (const [beginning, some] of byBeginning)
      if (mayBeOneLetterOff(beginning, wanted)) yield* some;
  };
}

/** The rests of names from each of their words on. Postcodes are left out: their town has its own name. */
function* listWords(names: readonly Named[]): Steps<Word[]> {
  const words = new Map<string, Place[]>();
  for (const [i, { text, place }] of names.entries()) {
    if (i % PLACES_A_STEP === 0) yield;
    if (place.kind === 'postcode') continue;
    for (let at = 0; at !== -1; at = text.indexOf(' ', at + 1)) {
      const word = text.slice(at).trimStart();
      const meant = words.get(word);
      if (meant === undefined) words.set(word, [place]);
      else meant.push(place);
    }
  }
  return Array.from(words, ([word, meant]) => ({ word, places: meant }));
}

const rankOf = ({ rank }: Place) => rank;

/** The first kilometres count most: twice as far is not twice as bad. */
const weighNear = (near: LatLon) => (place: Place) =>
  place.rank + Math.log2(1 + flatDistanceM(place, near) / RANK_PER_M);
