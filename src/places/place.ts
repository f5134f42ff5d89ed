/** Places that a trip may begin or end at, by all names that they go by. */
import { memoize } from '../base/memoize.ts';
import type { LatLon } from '../base/point.ts';
import { plain, spellingsOf } from './spelling.ts';

export interface Place extends LatLon {
  readonly name: string;
  /** Such as `town`, `settlement`, `postcode` or `quay`. */
  readonly kind: string;
  /** The municipality, or the district of a postcode; absent: not known. */
  readonly area?: string;
  /** Postcode, or IATA code of an airport; absent: it has none. */
  readonly code?: string;
  /** Metres from the road to what is meant; absent: less than a kilometre. */
  readonly awayM?: number;
  /** 1 for the largest towns, higher for what fewer people know. */
  readonly rank: number;
}

/** What people add to the name of a kind of place. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  town: ['sentrum'],
  settlement: ['sentrum'],
  station: ['stasjon', 'jernbanestasjon'],
};

/** What stands behind the names of quays, hotels and mountain lodges, and may be left out. */
const ENDINGS =
  / (?:ferjekai|kai|\p{L}*hotell?|fjel[ld](?:stu\p{L}+|stov[ae]|resort)|turist(?:hytte|heim))$/iu;

/** Words for the same, as the data has them. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:flyplass|lufthamn|airport)\b/g, 'lufthavn'],
  [/\b(?:fergekai|ferjeleie|fergeleie|ferjekai)\b/g, 'ferjekai'],
  [/\bsentralstasjon\b/g, 's'],
  [/ st$/, ' stasjon'],
  [/ (?:ferge|ferje)$/, ' ferjekai'],
];

/** A spelling of a name of a place, as `plainOf` writes a text that is looked for. */
export interface PlaceName {
  readonly text: string;
  /** Its whole name, its code, a part of its name, or its name with a word that people add. */
  readonly is: 'whole' | 'code' | 'part' | 'added';
}

/** All names of a place, its whole name first, none of them twice. */
export const namesOf = memoize(listNames);

function listNames({ name, kind, code }: Place): readonly PlaceName[] {
  const parts = [...name.split(/[,()/]/), name.replace(ENDINGS, '')].filter((it) => it !== name);
  const added = (ADDED[kind] ?? []).map((word) => `${name} ${word}`);
  const codes = code === undefined || kind === 'postcode' ? [] : [code];
  const seen = new Set(['']);
  const list = (names: readonly string[], is: PlaceName['is']): PlaceName[] =>
    names.flatMap((one) =>
      spellingsOf(one).flatMap((spelling) => {
        const text = inOurWords(spelling);
        if (seen.has(text)) return [];
        seen.add(text);
        return [{ text, is }];
      }),
    );
  return [
    ...list([name], 'whole'),
    ...list(codes, 'code'),
    ...list(parts, 'part'),
    ...list(added, 'added'),
  ];
}

/** A text that is looked for. */
export const plainOf = (text: string): string => inOurWords(plain(text));

const inOurWords = (text: string): string =>
  WORDS.reduce((whole, [pattern, word]) => whole.replace(pattern, word), text);
