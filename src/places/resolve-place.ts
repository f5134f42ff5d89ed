/** The one place that a text means, or why there is none. */
import { groupBy } from '../base/lists.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import {
  type FoundPlace,
  liesIn,
  namesOf,
  type Place,
  plainOf,
  SAME_WITHIN_M,
  splitArea,
  toFound,
} from './place.ts';
import type { FindPlaces } from './place-search.ts';
import { plain } from './spelling.ts';

export type ResolvedPlace =
  | { readonly place: FoundPlace }
  | {
      /** The rest of a sentence that begins with the name of the value. */
      readonly problem: string;
      /** The places that may be meant. */
      readonly candidates: readonly FoundPlace[];
      /** No place that can be driven to has the name; absent: several have it, or the postcode is wrong. */
      readonly isUnknown?: true;
      /** The places of the name that no road leads near; each lies at the road that is nearest. Absent: there are none. */
      readonly far?: readonly FoundPlace[];
    };

/** Finds the one place that a text means. */
export type ResolvePlace = (text: string) => ResolvedPlace;

/** What people mean when they say a name: a town before all others, a peak or a farm after all others. */
const TIERS: Readonly<Record<string, number>> = { town: 0, mountain: 2, lodge: 2, farm: 2 };
const OTHER_TIER = 1;

/** How many places are named to choose from. */
export const MOST_CANDIDATES = 6;

/**
 * Makes the function that tells which place a text means.
 *
 * @param search over the same places, for a name that is not known.
 */
export function buildPlaceResolver(places: readonly Place[], search: FindPlaces): ResolvePlace {
  const byName = new Map<string, Place[]>();
  for (const place of places)
    for (const { text } of namesOf(place)) byName.set(text, [...(byName.get(text) ?? []), place]);
  const byCode = new Map(
    places.flatMap((place) => (place.kind === 'postcode' ? [[place.code, place]] : [])),
  );

  const byArea = groupBy(
    places.filter(({ area, isFar }) => area !== undefined && isFar !== true),
    ({ area }) => lettersOf(area ?? ''),
  );
  /** The places of a municipality, the larger ones first; `[]`: the text is the name of none. */
  const listIn = (text: string): readonly FoundPlace[] =>
    (byArea.get(lettersOf(text)) ?? [])
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, MOST_CANDIDATES)
      .map(toFound);

  const resolveNamed = (text: string): readonly Place[] => {
    const whole = byName.get(plainOf(text));
    if (whole !== undefined) {
      // Rana is a municipality, and not the farm Råna.
      const letters = lettersOf(text);
      const isSpelled = whole.some(({ name }) => lettersOf(name).includes(letters));
      return !isSpelled && byArea.has(letters) ? [] : whole;
    }
    const written = splitArea(text);
    if (written === undefined) return [];
    const { name, area } = written;
    return (byName.get(plainOf(name)) ?? []).filter((place) => liesIn(place, area));
  };

  return (text) => {
    const postcode = /^\s*(\d{4})\b\s*(.*?)\s*$/.exec(text);
    if (postcode !== null) return resolvePostcode(byCode, postcode[1] ?? '', postcode[2] ?? '');
    const isWhole = openWhole(text);
    const tierOf = openTiers(isWhole);
    const found = oneOfEach(resolveNamed(text), tierOf);
    const [best] = found;
    if (best === undefined) {
      const inArea = listIn(text);
      if (inArea.length > 0) return municipality(text, inArea);
      return unknown(text, search(text, { limit: MOST_CANDIDATES }));
    }
    const rivals = found
      .filter((place) => isNamesake(place, [best.name, splitArea(text)?.name ?? text]))
      .filter(
        (place) =>
          best.isFar === true ||
          tierOf(place) === tierOf(best) ||
          isLargerElsewhere(place, best, tierOf) ||
          (isWhole(place) && !isWhole(best)),
      );
    if (rivals.length > 1) return ambiguous(text, rivals);
    return best.isFar === true ? farOff(text, best) : { place: toFound(best) };
  };
}

function resolvePostcode(
  byCode: ReadonlyMap<string | undefined, Place>,
  code: string,
  town: string,
): ResolvedPlace {
  const place = byCode.get(code);
  if (place === undefined)
    return { problem: `is the postcode ${code}, which is not known`, candidates: [] };
  const isMeant = town === '' || plain(place.name) === plain(`${code} ${town}`);
  if (isMeant) return { place: toFound(place) };
  return {
    problem: `is "${code} ${town}", and ${code} is ${place.name.slice(code.length + 1)}`,
    candidates: [toFound(place)],
  };
}

/** A name in its own letters. `plainOf` takes `å` and `a` for the same. */
const lettersOf = (name: string): string => name.trim().toLowerCase();

/** A place that no road leads near is meant only in its own letters: Sola is not the island Søla. */
const isNamesake = ({ name, isFar }: Place, meant: readonly string[]): boolean =>
  isFar !== true || meant.some((one) => lettersOf(one) === lettersOf(name));

/** The most likely place first. Of places that stand together only the most likely is kept. */
function oneOfEach(places: readonly Place[], tierOf: (place: Place) => number): readonly Place[] {
  const farLast = ({ isFar }: Place) => (isFar === true ? 1 : 0);
  const sorted = places.toSorted(
    (a, b) => tierOf(a) - tierOf(b) || farLast(a) - farLast(b) || a.rank - b.rank,
  );
  const kept: Place[] = [];
  for (const place of sorted) if (!kept.some((other) => isSame(other, place))) kept.push(place);
  return kept;
}

/** A postal town covers the places of its name in its municipality. */
const isSame = (one: Place, other: Place): boolean =>
  flatDistanceM(one, other) <= SAME_WITHIN_M ||
  (one.area === other.area && [one.kind, other.kind].includes('post-town'));

/** Is the text the whole name of a place, or its code? Else it is a part of the name, or has a word added to it. */
const openWhole = (text: string) => {
  const wanted = plainOf(text.split(',')[0] ?? '');
  return (place: Place): boolean =>
    namesOf(place).some(
      ({ is, text: name }) => (is === 'whole' || is === 'code') && name === wanted,
    );
};

/** Within a tier, a place whose whole name is the text comes before the others. */
const openTiers =
  (isWhole: (place: Place) => boolean) =>
  (place: Place): number =>
    (TIERS[place.kind] ?? OTHER_TIER) + (isWhole(place) ? 0 : 0.5);

/**
 * Is the place better known than the best one, and elsewhere? Many call it by a part of its name, as the airport Torp,
 * which the village Torp is far from.
 */
const isLargerElsewhere = (place: Place, best: Place, tierOf: (place: Place) => number): boolean =>
  Math.floor(tierOf(place)) === Math.floor(tierOf(best)) &&
  place.rank < best.rank &&
  place.area !== best.area;

function ambiguous(text: string, places: readonly Place[]): ResolvedPlace {
  const shown = places.slice(0, MOST_CANDIDATES);
  const listed = shown.map(describe).join('; ');
  return {
    problem: `is "${text.trim()}", and there are ${places.length} places of this name: ${listed}. Write it with its municipality, or give "<lat>,<lon>"`,
    // Where no road leads near, `lat` and `lon` lie on a road far off: no trip should begin there.
    candidates: shown.filter(({ isFar }) => isFar !== true).map(toFound),
    ...(shown.some(({ isFar }) => isFar) && {
      far: shown.filter(({ isFar }) => isFar).map(toFound),
    }),
  };
}

/** A search for addresses may still find a house there. */
function farOff(text: string, place: Place): ResolvedPlace {
  const { area, kind, awayM, lat, lon } = place;
  const where = area === undefined ? '' : ` in ${area}`;
  const article = /^[aeiou]/.test(kind) ? 'an' : 'a';
  const nearest =
    awayM === undefined ? '' : `: the nearest is ${awayM / 1000} km off, at ${lat},${lon}`;
  return {
    problem: `is "${text.trim()}", ${article} ${kind}${where}, and no road of the network leads near it${nearest}`,
    candidates: [],
    isUnknown: true,
    far: [toFound(place)],
  };
}

function municipality(text: string, places: readonly FoundPlace[]): ResolvedPlace {
  const names = [...new Set(places.map(({ name }) => name))];
  return {
    problem: `is "${text.trim()}", a municipality, and no place of this name is known. In it: ${names.join('; ')}`,
    candidates: places,
    isUnknown: true,
  };
}

function unknown(text: string, near: readonly FoundPlace[]): ResolvedPlace {
  const names = [...new Set(near.map(({ name }) => name))];
  const meant = names.length === 0 ? '' : `. Near to it: ${names.join('; ')}`;
  return {
    problem: `is "${text.trim()}", and no place of this name is known${meant}`,
    candidates: near,
    isUnknown: true,
  };
}

const describe = ({ name, kind, area, lat, lon, isFar }: Place): string => {
  const where = isFar === true ? 'no road leads near it' : `${lat},${lon}`;
  return `${name}${area === undefined ? '' : `, ${area}`} (${kind}, ${where})`;
};
