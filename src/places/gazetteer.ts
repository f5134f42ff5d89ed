/** Everything that may be looked for by name, as long as the same facts are in force. */
import { memoize } from '../base/memoize.ts';
import type { LatLon } from '../base/point.ts';
import { atOnce, type Pause, type Steps, shareSteps } from '../base/steps.ts';
import type { FoundPlace, Place } from './place.ts';
import {
  buildPlaceSearch,
  type FindPlaces,
  MOST_PLACES,
  type SearchTerms,
} from './place-search.ts';
import {
  buildPlaceResolver,
  MOST_CANDIDATES,
  type ResolvedPlace,
  type ResolvePlace,
} from './resolve-place.ts';
import { plain } from './spelling.ts';

export interface Gazetteer {
  /** Makes the index, for which the first look-up of a name would wait. Asks for no address. */
  build(): Steps<void>;
  /** Places that fit a text; addresses behind them, where these are searched. */
  find(text: string, terms?: SearchTerms, signal?: AbortSignal): Promise<readonly FoundPlace[]>;
  /**
   * Looks up the names of a question, each of them once.
   *
   * @param lookups the look-ups of the call that the question is a part of; absent: the question is the whole call.
   * @returns a function that tells which place each of the names means.
   * @throws Fault `upstream_down` or `upstream_broken` when addresses cannot be searched now.
   */
  prepare(names: readonly string[], signal?: AbortSignal, lookups?: Lookups): Promise<ResolvePlace>;
}

/** The names that a call has looked up so far. */
export interface Lookups {
  readonly found: Map<string, ResolvedPlace>;
  /** How many names may still be looked for at the search for addresses. */
  addressesLeft: number;
  readonly pause: Pause | undefined;
}

/** As many as a matrix has stops. A journey of more addresses must give points instead. A choice of ours. */
const MOST_ADDRESSES = 200;

/** Names that are not known take most of a millisecond each. */
const NAMES_A_STEP = 5;

/**
 * The look-ups of a call that begins.
 *
 * @param pause comes between some names and others; absent: no pause.
 */
export const openLookups = (pause?: Pause): Lookups => ({
  found: new Map(),
  addressesLeft: MOST_ADDRESSES,
  pause,
});

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

/** The longest wait for each search of addresses while somebody types: then the bundled places are the answer. Own choice. */
const TYPED_WITHIN_MS = 1500;

/** The end of the sentence about a name that is not known. */
const WITHOUT_STREETS =
  '. Streets and addresses are found where the operator sets ADDRESS_SEARCH=kartverket; "<lat>,<lon>" always is';

/** The end of the sentence about a value that would be one look-up too many. */
const TOO_MANY_ADDRESSES = `is one of more than ${MOST_ADDRESSES} addresses: give the others as "<lat>,<lon>"`;

/** @param addresses absent: no search for streets and addresses. */
export function openGazetteer(current: () => NamedFacts, addresses?: AddressSearch): Gazetteer {
  const open = () => {
    const { places, quays } = current();
    return indexOf(places)(quays)();
  };
  return {
    *build() {
      yield* open();
    },
    async find(text, terms, signal) {
      const { find } = atOnce(open());
      const places = find(text, terms);
      const isFull = places.length >= (terms?.limit ?? MOST_PLACES);
      if (addresses === undefined || isFull || text.trim() === '') return places;
      // The places are an answer without the addresses.
      const more = await addresses.find(text, signal, TYPED_WITHIN_MS).catch(() => []);
      return [...places, ...more].slice(0, terms?.limit ?? MOST_PLACES);
    },
    async prepare(names, signal, lookups = openLookups()) {
      const resolve: ResolvePlace = (name) => atOnce(open()).resolve(name);
      const { found, pause } = lookups;
      const lookUp = async (name: string): Promise<ResolvedPlace> => {
        const known = resolve(name);
        if (!('problem' in known) || known.isUnknown !== true) return known;
        if (addresses === undefined) return { ...known, problem: known.problem + WITHOUT_STREETS };
        if (lookups.addressesLeft === 0) return { problem: TOO_MANY_ADDRESSES, candidates: [] };
        lookups.addressesLeft -= 1;
        return resolveAddress(name, await addresses.find(name, signal));
      };
      for (const name of names) {
        if (found.has(name)) continue;
        found.set(name, await lookUp(name));
        if (found.size % NAMES_A_STEP === 0) await pause?.();
      }
      return (name) => found.get(name) ?? resolve(name);
    },
  };
}

interface Index {
  readonly find: FindPlaces;
  readonly resolve: ResolvePlace;
}

/**
 * The index of some places and quays, which is made when a name is first looked for. Facts that take over share it with
 * the facts before them, where both name the same quays.
 */
const indexOf = memoize((places: readonly Place[]) => {
  let last: { readonly named: string; readonly made: () => Steps<Index> } | undefined;
  return memoize((all: NamedFacts['quays']): (() => Steps<Index>) => {
    const quays = all.filter(isServed).map(toPlace);
    const named = JSON.stringify(quays);
    if (last?.named !== named) last = { named, made: shareSteps(buildIndex(places, quays)) };
    return last.made;
  });
});

function* buildIndex(places: readonly Place[], quays: readonly Place[]): Steps<Index> {
  const all = [...places, ...quays];
  const find = yield* buildPlaceSearch(all.filter(({ isFar }) => isFar !== true));
  yield;
  return { find, resolve: buildPlaceResolver(all, find) };
}

const isServed = ({ status }: NamedQuay) => status !== 'closed';

const toPlace = ({ name, at }: NamedQuay): Place => ({
  name,
  kind: 'quay',
  ...at,
  rank: QUAY_RANK,
});

/** Looks for addresses, and for names that are not bundled. */
export interface AddressSearch {
  /**
   * @param signal the answer is not waited for any more.
   * @param withinMs the longest time for all its tries; absent: as long as every call.
   * @throws Fault `upstream_down` or `upstream_broken` when the search fails.
   */
  find(text: string, signal?: AbortSignal, withinMs?: number): Promise<readonly FoundPlace[]>;
}

/** Asks each search in turn, until one finds something; undefined where there is no search. */
export function searchInTurn(searches: readonly AddressSearch[]): AddressSearch | undefined {
  if (searches.length === 0) return undefined;
  return {
    async find(text, signal, withinMs) {
      for (const search of searches) {
        const found = await search.find(text, signal, withinMs);
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

/**
 * The address that a text means: the only one that was found, or the only one whose name is the text, up to a comma
 * or as a whole.
 *
 * @internal Its tests ask for it.
 */
export function resolveAddress(text: string, found: readonly FoundPlace[]): ResolvedPlace {
  const named = found.filter(({ name }) => isCalled(name, text));
  const meant = named.length === 0 ? found : named;
  const [place] = meant;
  if (place === undefined)
    return {
      problem: `is "${text.trim()}", and no address of this name was found`,
      candidates: [],
    };
  if (meant.length === 1) return { place };
  const candidates = meant.slice(0, MOST_CANDIDATES);
  const listed = candidates.map(({ name, area }) =>
    area === undefined ? name : `${name} (${area})`,
  );
  return {
    problem: `is "${text.trim()}", and there are several: ${listed.join('; ')}. Write it with number, postcode and town, or give "<lat>,<lon>"`,
    candidates,
  };
}

/** Does the text name this address? `Storgata 1`, `storgata 1 oslo` and `Storgata 1, 0155 Oslo` do. */
function isCalled(name: string, text: string): boolean {
  const wanted = plain(text);
  const [street = '', rest = ''] = name.split(',');
  const [, town = ''] = /^\s*\d{4}\s+(.*)$/.exec(rest) ?? [];
  return [street, `${street} ${town}`, name].some((one) => plain(one) === wanted);
}
