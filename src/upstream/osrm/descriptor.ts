import type { RoutingService, ServiceDescriptor } from '../descriptor.ts';
import type { OsrmSettings } from './open-service.ts';

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
    (await import('./open-service.ts')).openService(OSRM.name, settings, terms),
};
