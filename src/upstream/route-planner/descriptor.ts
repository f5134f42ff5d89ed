import type { SettingReader } from '../../base/settings.ts';
import type { ServiceDescriptor } from '../descriptor.ts';
import type { RoutePlannerService, RoutePlannerSettings } from './open-service.ts';

/** The road authority's route planner V3. Its network has every road, so no station is out of its sight. */
export const ROUTE_PLANNER: ServiceDescriptor<RoutePlannerSettings, RoutePlannerService> = {
  name: 'route planner',
  variables: ['PLANNER', 'PLANNER_URL', 'PLANNER_USER', 'PLANNER_PASSWORD', 'PLANNER_DAILY_CALLS'],
  settings: readPlannerSettings,
  attribution: 'Routes: Statens vegvesen, ruteplantjeneste.',
  open: async (settings, terms) =>
    (await import('./open-service.ts')).openService(ROUTE_PLANNER.name, settings, terms),
};

/** The road authority's services. Source: docs/upstreams.md, "Addresses". */
const PLANNER_BASE = 'https://www.vegvesen.no/ws/no/vegvesen/ruteplan/routingservice_v3_0';
const PLANNER_OPEN_URL = `${PLANNER_BASE}/open/routingService/api/Route`;
const PLANNER_LOGIN_URL = `${PLANNER_BASE}/routingService/api/Route`;

function readPlannerSettings(set: SettingReader): RoutePlannerSettings | undefined {
  const url = set.url('PLANNER_URL', ['http:', 'https:']);
  const [user, password] = [set.text('PLANNER_USER'), set.text('PLANNER_PASSWORD')];
  if ((user === undefined) !== (password === undefined))
    throw new Error('PLANNER_USER and PLANNER_PASSWORD must be set together, or neither.');
  if ((set.choice('PLANNER', ['embedded', 'vegvesen']) ?? 'embedded') === 'embedded')
    return undefined;
  const calls = set.whole('PLANNER_DAILY_CALLS', 1, 100_000_000);
  const callsPerDay = calls === undefined ? {} : { callsPerDay: calls };
  if (user === undefined || password === undefined)
    return { url: url ?? PLANNER_OPEN_URL, ...callsPerDay };
  const login = { user, password };
  return { url: url ?? PLANNER_LOGIN_URL, login, ...callsPerDay };
}
