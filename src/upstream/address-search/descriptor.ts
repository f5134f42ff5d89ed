import type { SettingReader } from '../../base/settings.ts';
import type { ServiceDescriptor } from '../descriptor.ts';
import type { SearchService, SearchSettings } from './address-search.ts';

/** All Norwegian addresses. */
export const ADDRESS_SEARCH: ServiceDescriptor<SearchSettings, SearchService> = {
  name: 'address search',
  variables: ['ADDRESS_SEARCH', 'ADDRESS_SEARCH_URL'],
  settings: (set) => readSettings(set, 'ADDRESS_SEARCH_URL', 'https://ws.geonorge.no/adresser/v1'),
  open: async (settings, terms) =>
    (await import('./address-search.ts')).openAddresses(ADDRESS_SEARCH.name, settings, terms),
};

/** All official place names. */
export const PLACE_NAMES: ServiceDescriptor<SearchSettings, SearchService> = {
  name: 'place name search',
  variables: ['ADDRESS_SEARCH', 'PLACE_NAMES_URL'],
  settings: (set) => readSettings(set, 'PLACE_NAMES_URL', 'https://api.kartverket.no/stedsnavn/v1'),
  open: async (settings, terms) =>
    (await import('./address-search.ts')).openNames(PLACE_NAMES.name, settings, terms),
};

function readSettings(set: SettingReader, name: string, usual: string): SearchSettings | undefined {
  const url = set.url(name, ['http:', 'https:']) ?? usual;
  const choice = set.choice('ADDRESS_SEARCH', ['none', 'kartverket']) ?? 'none';
  return choice === 'none' ? undefined : { url };
}
