import type { SettingReader } from '../../base/settings.ts';
import type { ServiceDescriptor } from '../descriptor.ts';
import type { SearchService, SearchSettings } from './address-search.ts';

const ADDRESS_SEARCH_URL = 'https://ws.geonorge.no/adresser/v1';
const PLACE_NAMES_URL = 'https://api.kartverket.no/stedsnavn/v1';
const LICENCE = '© Kartverket (CC BY 4.0)';

/** All Norwegian addresses. */
export const ADDRESS_SEARCH: ServiceDescriptor<SearchSettings, SearchService> = {
  name: 'address search',
  variables: {
    ADDRESS_SEARCH: {
      usual: '`none`',
      meaning:
        '`kartverket`: names that are not bundled, such as streets and addresses, are looked for at Kartverket. **It sees what is looked for**: say so to your users',
      example: 'kartverket',
    },
    ADDRESS_SEARCH_URL: {
      usual: `\`${ADDRESS_SEARCH_URL}\``,
      meaning: 'what stands before `/sok`',
    },
  },
  licence: LICENCE,
  settings: (set) => readSettings(set, 'ADDRESS_SEARCH_URL', ADDRESS_SEARCH_URL),
  open: async (settings, terms) =>
    (await import('./address-search.ts')).openAddresses(ADDRESS_SEARCH.name, settings, terms),
};

/** All official place names. */
export const PLACE_NAMES: ServiceDescriptor<SearchSettings, SearchService> = {
  name: 'place name search',
  variables: {
    PLACE_NAMES_URL: { usual: `\`${PLACE_NAMES_URL}\``, meaning: 'what stands before `/navn`' },
  },
  licence: LICENCE,
  settings: (set) => readSettings(set, 'PLACE_NAMES_URL', PLACE_NAMES_URL),
  open: async (settings, terms) =>
    (await import('./address-search.ts')).openNames(PLACE_NAMES.name, settings, terms),
};

function readSettings(set: SettingReader, name: string, usual: string): SearchSettings | undefined {
  const url = set.url(name, ['http:', 'https:']) ?? usual;
  const choice = set.choice('ADDRESS_SEARCH', ['none', 'kartverket']) ?? 'none';
  return choice === 'none' ? undefined : { url };
}
