import type { SettingReader } from '../../base/settings.ts';
import type { RoutingService, ServiceDescriptor } from '../descriptor.ts';
import type { RoutePlannerSettings } from './open-service.ts';

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
    (await import('./open-service.ts')).openService(ROUTE_PLANNER.name, settings, terms),
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
