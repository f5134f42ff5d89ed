/**
 * What each foreign service is called, set by and credited with. What speaks to a service is loaded where it is asked.
 */
import type { SettingReader } from '../base/settings.ts';
import type { SearchService, SearchSettings } from './address-search/address-search.ts';
import type { RoutingService, ServiceDescriptor } from './descriptor.ts';
import type { OsrmSettings } from './osrm/open-service.ts';
import type { RoutePlannerSettings } from './route-planner/open-service.ts';
import type { VehicleRegisterSettings, VehicleService } from './vehicle-register/open-service.ts';

const PLANNER_BASE = 'https://www.vegvesen.no/ws/no/vegvesen/ruteplan/routingservice_v3_0';
const PLANNER_OPEN_URL = `${PLANNER_BASE}/open/routingService/api/Route`;
const PLANNER_LOGIN_URL = `${PLANNER_BASE}/routingService/api/Route`;

/** The road authority's route planner V3. Its network has every road, so it knows the road of every station. */
export const ROUTE_PLANNER: ServiceDescriptor<RoutePlannerSettings, RoutingService> = {
  name: 'route planner',
  variables: {
    PLANNER: {
      usual: '`embedded`',
      meaning:
        "`embedded`: the bundled road network; `vegvesen`: the national road authority's route planner V3",
      example: 'vegvesen',
    },
    PLANNER_URL: {
      usual: `\`${PLANNER_OPEN_URL}\`, with a user the same without \`/open\``,
      meaning: 'what stands before `/best`',
    },
    PLANNER_USER: { usual: 'none', meaning: 'with `PLANNER_PASSWORD`; neither: the open variant' },
    PLANNER_PASSWORD: { usual: 'none', meaning: 'with `PLANNER_USER`' },
    PLANNER_DAILY_CALLS: {
      usual: '`2500`',
      meaning:
        'calls of a Norwegian day that the planner allows you: `/health/ready` and `veipris_upstream_calls_left` say how many are left, by the count of each process since its start. No call is held back',
      example: '2500',
    },
  },
  settings: readPlannerSettings,
  attribution: 'Routes: Statens vegvesen, ruteplantjeneste.',
  open: async (settings, terms) =>
    (await import('./route-planner/open-service.ts')).openService(
      ROUTE_PLANNER.name,
      settings,
      terms,
    ),
};

function readPlannerSettings(set: SettingReader): RoutePlannerSettings | undefined {
  const url = set.url('PLANNER_URL', ['http:', 'https:']);
  const [user, password] = [set.text('PLANNER_USER'), set.text('PLANNER_PASSWORD')];
  const calls = set.whole('PLANNER_DAILY_CALLS', 1, 100_000_000);
  if ((user === undefined) !== (password === undefined))
    throw new Error('PLANNER_USER and PLANNER_PASSWORD must be set together, or neither.');
  if ((set.choice('PLANNER', ['embedded', 'vegvesen']) ?? 'embedded') === 'embedded')
    return undefined;
  const callsPerDay = calls === undefined ? {} : { callsPerDay: calls };
  if (user === undefined || password === undefined)
    return { url: url ?? PLANNER_OPEN_URL, ...callsPerDay };
  const login = { user, password };
  return { url: url ?? PLANNER_LOGIN_URL, login, ...callsPerDay };
}

/** An OSRM server. Its routes follow real roads past the stations. */
export const OSRM: ServiceDescriptor<OsrmSettings, RoutingService> = {
  name: 'OSRM server',
  variables: {
    OSRM_URL: {
      usual: 'none: the embedded engine answers',
      meaning: 'an OSRM server, what stands before `/route/v1`',
    },
  },
  settings: (set) => {
    const url = set.url('OSRM_URL', ['http:', 'https:']);
    return url === undefined ? undefined : { url };
  },
  // Source: openstreetmap.org/copyright.
  attribution: 'Roads: © OpenStreetMap contributors (ODbL).',
  open: async (settings, terms) =>
    (await import('./osrm/open-service.ts')).openService(OSRM.name, settings, terms),
};

const VEHICLE_REGISTER_URL =
  'https://akfell-datautlevering.atlas.vegvesen.no/enkeltoppslag/kjoretoydata';

/** The vehicle register (Autosys). */
export const VEHICLE_REGISTER: ServiceDescriptor<VehicleRegisterSettings, VehicleService> = {
  name: 'vehicle register',
  variables: {
    VEHICLE_REGISTER: {
      usual: '`demo`',
      meaning:
        '`demo`: the fictitious vehicles of `data/`; `vegvesen`: the vehicle register (Autosys)',
      example: 'vegvesen',
    },
    VEHICLE_REGISTER_URL: {
      usual: `\`${VEHICLE_REGISTER_URL}\``,
      meaning: 'what stands before `?kjennemerke=`',
    },
    VEHICLE_REGISTER_KEY: { usual: 'none', meaning: 'needed with `vegvesen`' },
  },
  licence:
    'Statens vegvesen; the licence text (NLOD or CC BY 4.0) is not known, settle it before the service is sold',
  settings: readRegisterSettings,
  open: async (settings, terms) =>
    (await import('./vehicle-register/open-service.ts')).openService(
      VEHICLE_REGISTER.name,
      settings,
      terms,
    ),
};

function readRegisterSettings(set: SettingReader): VehicleRegisterSettings | undefined {
  const url = set.url('VEHICLE_REGISTER_URL', ['http:', 'https:']);
  const key = set.text('VEHICLE_REGISTER_KEY');
  if ((set.choice('VEHICLE_REGISTER', ['demo', 'vegvesen']) ?? 'demo') === 'demo') return undefined;
  if (key === undefined)
    throw new Error('VEHICLE_REGISTER_KEY must be set when VEHICLE_REGISTER is "vegvesen".');
  return { url: url ?? VEHICLE_REGISTER_URL, key };
}

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
    (await import('./address-search/address-search.ts')).openAddresses(
      ADDRESS_SEARCH.name,
      settings,
      terms,
    ),
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
    (await import('./address-search/address-search.ts')).openNames(
      PLACE_NAMES.name,
      settings,
      terms,
    ),
};

function readSettings(set: SettingReader, name: string, usual: string): SearchSettings | undefined {
  const url = set.url(name, ['http:', 'https:']) ?? usual;
  const choice = set.choice('ADDRESS_SEARCH', ['none', 'kartverket']) ?? 'none';
  return choice === 'none' ? undefined : { url };
}
