import type { SettingReader } from '../../base/settings.ts';
import type { AddressSearch } from '../../places/address.ts';
import { openUpstream, type Upstream } from '../call/upstream.ts';
import type { OpenTerms, ServiceDescriptor } from '../descriptor.ts';
import { openAddressSearch, openNameSearch } from './address-search.ts';

/** How a register of Kartverket is asked. */
interface SearchSettings {
  /** Before `/sok` or `/navn`. */
  readonly url: string;
}

interface SearchService {
  readonly server: Upstream;
  readonly search: AddressSearch;
}

/** All Norwegian addresses. */
export const ADDRESS_SEARCH: ServiceDescriptor<SearchSettings, SearchService> = {
  name: 'address search',
  variables: ['ADDRESS_SEARCH', 'ADDRESS_SEARCH_URL'],
  settings: (set) => readSettings(set, 'ADDRESS_SEARCH_URL', 'https://ws.geonorge.no/adresser/v1'),
  open: (settings, terms) => openBy(ADDRESS_SEARCH.name, openAddressSearch, settings, terms),
};

/** All official place names. */
export const PLACE_NAMES: ServiceDescriptor<SearchSettings, SearchService> = {
  name: 'place name search',
  variables: ['ADDRESS_SEARCH', 'PLACE_NAMES_URL'],
  settings: (set) => readSettings(set, 'PLACE_NAMES_URL', 'https://api.kartverket.no/stedsnavn/v1'),
  open: (settings, terms) => openBy(PLACE_NAMES.name, openNameSearch, settings, terms),
};

function readSettings(set: SettingReader, name: string, usual: string): SearchSettings | undefined {
  const url = set.url(name, ['http:', 'https:']) ?? usual;
  const choice = set.choice('ADDRESS_SEARCH', ['none', 'kartverket']) ?? 'none';
  return choice === 'none' ? undefined : { url };
}

function openBy(
  name: string,
  open: typeof openAddressSearch,
  { url }: SearchSettings,
  { nowMs, limits }: OpenTerms,
): SearchService {
  const server = openUpstream({ name, baseUrl: url, ...(limits && { limits }) });
  return { server, search: open(server, nowMs) };
}
