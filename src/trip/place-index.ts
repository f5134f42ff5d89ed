import type { LatLon } from '../base/point.ts';

/** A place that a trip may begin or end at. */
export interface Place extends LatLon {
  readonly name: string;
  /** Such as `town`, `settlement` or `quay`. */
  readonly kind: string;
  /** The municipality; absent: not known. */
  readonly area?: string;
  /** 1 for the largest towns, higher for what fewer people know. */
  readonly rank: number;
}

/** Places whose name begins like a text, the best first; at most 8. `[]` for an empty text. */
export type FindPlaces = (text: string) => readonly Omit<Place, 'rank'>[];

const MOST_PLACES = 8;

/** How a name fits a text: from its beginning, from that of a later word, or somewhere inside. */
type Fit = 0 | 1 | 2;

/** Makes the search over these places; names may be typed in Norwegian letters or without. */
export function buildPlaceIndex(places: readonly Place[]): FindPlaces {
  const entries = places.map((place) => ({ place, spellings: spellingsOf(place.name) }));
  return (text) => {
    const wanted = plain(text);
    if (wanted === '') return [];
    return entries
      .flatMap(({ place, spellings }) => {
        const fit = fitOf(spellings, wanted);
        return fit === undefined ? [] : [{ place, fit }];
      })
      .sort(
        (a, b) =>
          a.fit - b.fit ||
          a.place.rank - b.place.rank ||
          a.place.name.length - b.place.name.length ||
          (a.place.name < b.place.name ? -1 : 1),
      )
      .slice(0, MOST_PLACES)
      .map(({ place: { rank: _, ...place } }) => place);
  };
}

function fitOf(spellings: readonly string[], wanted: string): Fit | undefined {
  if (spellings.some((name) => name.startsWith(wanted))) return 0;
  if (spellings.some((name) => name.includes(` ${wanted}`))) return 1;
  const isLong = wanted.length >= 3;
  return isLong && spellings.some((name) => name.includes(wanted)) ? 2 : undefined;
}

/** `Ålesund` is found as alesund and as aalesund, `Bodø` as bodo and as bodoe. */
const spellingsOf = (name: string) => [...new Set([plain(name), plain(name, DOUBLE_LETTERS)])];

const SINGLE_LETTERS: Readonly<Record<string, string>> = { å: 'a', ø: 'o', æ: 'ae' };
const DOUBLE_LETTERS: Readonly<Record<string, string>> = { å: 'aa', ø: 'oe', æ: 'ae' };
/** Letters of Sámi that are no letter with a mark. */
const SAMI_LETTERS: Readonly<Record<string, string>> = { đ: 'd', ŋ: 'n', ŧ: 't' };

/** Lower case without marks, words parted by one blank. */
function plain(text: string, letters: Readonly<Record<string, string>> = SINGLE_LETTERS): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[åøæđŋŧ]/g, (letter) => letters[letter] ?? SAMI_LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
