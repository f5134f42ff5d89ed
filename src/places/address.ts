/** Which of the addresses that a search found a text means. */
import type { FoundPlace } from './place-search.ts';
import { MOST_CANDIDATES, type ResolvedPlace } from './resolve-place.ts';
import { plain } from './spelling.ts';

/** Looks for addresses, and for names that are not bundled. */
export interface AddressSearch {
  /**
   * @param signal the answer is not waited for any more.
   * @throws Fault `upstream_down` or `upstream_broken` when the search fails.
   */
  find(text: string, signal?: AbortSignal): Promise<readonly FoundPlace[]>;
}

/** Looks with each in turn, until one finds something; undefined where there is none to look with. */
export function searchInTurn(searches: readonly AddressSearch[]): AddressSearch | undefined {
  if (searches.length === 0) return undefined;
  return {
    async find(text, signal) {
      for (const search of searches) {
        const found = await search.find(text, signal);
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

/**
 * The address that a text means: the only one that was found, or the only one whose name is the text, up to a comma
 * or as a whole.
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

/** `Storgata 1`, `storgata 1 oslo` and `Storgata 1, 0155 Oslo` are called so. */
function isCalled(name: string, text: string): boolean {
  const wanted = plain(text);
  const [street = '', rest = ''] = name.split(',');
  const [, town = ''] = /^\s*\d{4}\s+(.*)$/.exec(rest) ?? [];
  return [street, `${street} ${town}`, name].some((one) => plain(one) === wanted);
}
