import { FOREIGN_CALLS, withFakes } from '../fakes.ts';
import { type Fault, FULL_PACE } from '../fault.ts';
import { renewInVain } from '../renewal.ts';
import { withScene } from '../scene.ts';
import { askForLink, countLost } from '../sign-in.ts';
import type { Ask } from '../traffic.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

const NOWHERE = {
  PLANNER_URL: 'http://planner.invalid',
  OSRM_URL: 'http://osrm.invalid',
  VEHICLE_REGISTER_URL: 'http://register.invalid',
  SMTP_URL: 'smtp://mail.invalid',
  // The log must report a lost letter.
  LOG_LEVEL: 'error',
};
const ROADS = { url: 'http://roads.invalid' };

/** The names of all foreign services can not be found. */
export const noName: Fault = {
  name: 'DNS has no name for planner, OSRM server, register, mail server and road database (`.invalid`)',
  expected:
    '503, OSRM 502, uncounted; sign-in 202 and one line in the log; `data renew` exit code 1 with one line; all others go on',
  run: () =>
    withFakes(({ settings }) =>
      withScene({ instances: 1, settings: { ...settings, ...NOWHERE } }, (scene) =>
        underLoad(scene, {
          asks: FOREIGN_CALLS.map(asUnnamed),
          mayFail: false,
          async hurt({ home, addresses: [address = ''], servers: [server] }) {
            await askForLink(address, 'letter-lost@veipris.invalid', FULL_PACE);
            await renewInVain(home, ROADS, 'road database');
            const isSaid = () => countLost(server?.printed() ?? '') === 1;
            if (!(await until(isSaid, 15_000))) throw new Error('a lost letter is not in the log');
          },
        }),
      ),
    ),
};

/** The expected answer to a call while no name can be found. */
function asUnnamed(ask: Ask): Ask {
  if (!ask.isCounted) return ask;
  const isOsrm = typeof ask.path === 'string' && ask.path.startsWith('/api/route-osrm');
  return { ...ask, normal: [isOsrm ? 502 : 503] };
}
