import { osrmHandler } from '../../test/support/fake-upstream/osrm.ts';
import { fakeRoute, plannerHandler } from '../../test/support/fake-upstream/route-planner.ts';
import {
  anyPlateHandler,
  REGISTER_KEY,
} from '../../test/support/fake-upstream/vehicle-register.ts';
import { type FakeUpstream, startFakeUpstream } from '../../test/support/fake-upstream.ts';
import type { Settings } from '../../test/support/launched-file.ts';
import type { Ask } from './traffic.ts';

/** The foreign services behind calls. */
export type Service = 'planner' | 'register' | 'osrm';

export interface Fakes {
  readonly of: Readonly<Record<Service, FakeUpstream>>;
  /** The settings with which a server asks the fakes. */
  readonly settings: Settings;
}

const LINE = [
  { lat: 59.91, lon: 10.75 },
  { lat: 59.92, lon: 10.8 },
  { lat: 59.93, lon: 10.9 },
];

/** Calls that need each of them, and one that needs none. */
export const FOREIGN_CALLS: readonly Ask[] = [
  // Planned trips and found plates are remembered, so each of these is asked for only once.
  {
    path: (turn) => `/api/route?from=59.91,10.75&to=59.93,10.9${turn}`,
    normal: [200],
    isCounted: true,
  },
  { path: '/api/route-osrm?from=59.91,10.75&to=59.93,10.9', normal: [200], isCounted: true },
  { path: (turn) => `/api/vehicle?plate=QQ${10_000 + turn}`, normal: [200], isCounted: true },
  { path: '/api/ferry-quays', normal: [200], isCounted: false },
];

/** Starts all of them, and stops them after the work. */
export async function withFakes<Result>(work: (fakes: Fakes) => Promise<Result>): Promise<Result> {
  const [planner, osrm, register] = await Promise.all([
    startFakeUpstream(plannerHandler([fakeRoute('r1', [{ line: LINE }])])),
    startFakeUpstream(osrmHandler([[[{ line: LINE }]]])),
    startFakeUpstream(anyPlateHandler),
  ]);
  const settings = {
    PLANNER: 'vegvesen',
    PLANNER_URL: planner.url,
    OSRM_URL: osrm.url,
    VEHICLE_REGISTER: 'vegvesen',
    VEHICLE_REGISTER_URL: register.url,
    VEHICLE_REGISTER_KEY: REGISTER_KEY,
    LOG_LEVEL: 'silent',
  };
  try {
    return await work({ of: { planner, osrm, register }, settings });
  } finally {
    for (const fake of [planner, osrm, register]) await fake.stop();
  }
}
