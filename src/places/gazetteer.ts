/** Everything that may be looked for by name, as long as the same facts are in force. */
import type { LatLon } from '../base/point.ts';
import type { Place } from './place.ts';
import { buildPlaceSearch, type FindPlaces } from './place-search.ts';
import { buildPlaceResolver, type ResolvePlace } from './resolve-place.ts';

export interface Gazetteer {
  readonly find: FindPlaces;
  readonly resolve: ResolvePlace;
}

/** What names are looked for among. */
export interface NamedFacts {
  readonly places: readonly Place[];
  readonly quays: readonly NamedQuay[];
}

interface NamedQuay {
  readonly name: string;
  readonly at: LatLon;
  readonly status: string;
}

/** Quays are found after the places that they are named after. */
const QUAY_RANK = 6;

/** The index is made when a name is first looked for, and again when other facts are in force. */
export function openGazetteer(current: () => NamedFacts): Gazetteer {
  let last: { readonly facts: NamedFacts; readonly made: Gazetteer } | undefined;
  const open = (): Gazetteer => {
    const { places, quays } = current();
    if (last?.facts.places === places && last.facts.quays === quays) return last.made;
    const all = [...places, ...quays.filter(isServed).map(toPlace)];
    const made = { find: buildPlaceSearch(all), resolve: buildPlaceResolver(all) };
    last = { facts: { places, quays }, made };
    return made;
  };
  return {
    find: (text, terms) => open().find(text, terms),
    resolve: (text) => open().resolve(text),
  };
}

const isServed = ({ status }: NamedQuay) => status !== 'closed';

const toPlace = ({ name, at }: NamedQuay): Place => ({
  name,
  kind: 'quay',
  ...at,
  rank: QUAY_RANK,
});
