/** Places that a trip may begin or end at, by all names that they go by. */
import { memoize } from '../base/memoize.ts';
import type { LatLon } from '../base/point.ts';
import { plain, spellingsOf } from './spelling.ts';

/** Places of one name within this distance are one place: a station, a quay and the village around them. Metres. */
export const SAME_WITHIN_M = 5000;

export interface Place extends LatLon {
  readonly name: string;
  /** Such as `town`, `settlement`, `postcode` or `quay`. */
  readonly kind: string;
  /** The municipality, or the district of a postcode; absent: not known. */
  readonly area?: string;
  /** Other names of the municipality, and those of another that it may be said to lie in; absent: none. */
  readonly alsoIn?: readonly string[];
  /** Postcode, or IATA code of an airport; absent: it has none. */
  readonly code?: string;
  /** Metres from the road to the place that is meant; absent: less than a kilometre. */
  readonly awayM?: number;
  /** No road leads near: the name is known, and no trip begins or ends here. */
  readonly isFar?: true;
  /** 1 for the largest towns, higher for places that fewer people know. */
  readonly rank: number;
}

/** A place as answers give it. */
export type FoundPlace = Omit<Place, 'rank' | 'alsoIn' | 'isFar'>;

export const toFound = ({ rank: _, alsoIn: __, isFar: ___, ...place }: Place): FoundPlace => place;

/** The name and the municipality of `Vik, Sømna`; undefined: no municipality is written. */
export function splitArea(
  text: string,
): { readonly name: string; readonly area: string } | undefined {
  const [name = '', ...rest] = text.split(',');
  const area = plain(rest.join(' '));
  return area === '' ? undefined : { name, area };
}

/**
 * Is this one of the names of its municipality?
 *
 * @param wanted as `plain` writes it.
 */
export const liesIn = ({ area, alsoIn = [] }: Place, wanted: string): boolean =>
  area !== undefined && [area, ...alsoIn].some((one) => plain(one) === wanted);

/** Does a name of its municipality begin with this text, which somebody still types? */
export const mayLieIn = ({ area, alsoIn = [] }: Place, typed: string): boolean =>
  area !== undefined && [area, ...alsoIn].some((one) => plain(one).startsWith(typed));

/** What people add to the name of a kind of place, or to the part of it that they call it by. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  town: ['sentrum'],
  settlement: ['sentrum'],
  'post-town': ['sentrum'],
  hamlet: ['sentrum'],
  station: ['stasjon', 'jernbanestasjon'],
  airport: ['lufthavn'],
  quay: ['ferjekai'],
};

/** Names with these endings say already what they are. */
const TELLS_KIND = /(?:lufthavn|lufthamn|flyplass|kai|stasjon|sentrum)$/iu;

/** Parts a name from another name of the same place: `Oslo lufthavn, Gardermoen`, `Oslo Lufthavn Gardermoen`. */
const PARTINGS = /[,()/]|(?<=\blufthavn) /iu;

/** Endings of the names of quays, hotels and mountain lodges that may be left out. */
const ENDINGS =
  / (?:ferjekai|kai|\p{L}*hotell?|fjel[ld](?:stu\p{L}+|stov[ae]|resort)|turist(?:hytte|heim))$/iu;

/** Words that mean the same, and the word that the data has for them. */
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
  const parts = [...name.split(PARTINGS), name.replace(ENDINGS, '')].filter((it) => it !== name);
  const bare = [name, ...parts].map((one) => one.trim()).filter((one) => !TELLS_KIND.test(one));
  const added = (ADDED[kind] ?? []).flatMap((word) => bare.map((one) => `${one} ${word}`));
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

/** A text that is looked for, as `PlaceName.text` is written. */
export const plainOf = (text: string): string => inOurWords(plain(text));

const inOurWords = (text: string): string =>
  WORDS.reduce((whole, [pattern, word]) => whole.replace(pattern, word), text);
