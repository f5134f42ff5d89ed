import { join } from 'node:path';
import { builtProgram } from '../../test/support/built-program.ts';
import { bundledRoadObjects } from '../../test/support/bundled-road-objects.ts';
import { fakeRoadDatabase } from '../../test/support/fake-upstream/road-database.ts';
import { type FakeUpstream, startFakeUpstream } from '../../test/support/fake-upstream.ts';
import { launchFile } from '../../test/support/launched-file.ts';

/** Longer than any renewal. */
const MOST_MS = 180_000;

/** A road database with the bundled data, which is stopped after the work. */
export async function withRoads<Result>(
  work: (roads: FakeUpstream) => Promise<Result>,
): Promise<Result> {
  const roads = await startFakeUpstream(fakeRoadDatabase(bundledRoadObjects()).handler);
  try {
    return await work(roads);
  } finally {
    await roads.stop();
  }
}

/** Runs `veipris data renew`; gives its exit code and the last line that it wrote. */
export async function renew(home: string, roads: Pick<FakeUpstream, 'url'>) {
  const cli = join(builtProgram(), 'dist/cli.js');
  const settings = {
    VEIPRIS_HOME: home,
    ROAD_DATABASE_URL: roads.url,
    ROAD_DATABASE_CONTACT: 'drift@example.no',
  };
  const how = { cwd: home, timeout: MOST_MS };
  const { code, err } = await launchFile([cli, 'data', 'renew'], settings, how).done;
  return { code, line: err.trimEnd().split('\n').at(-1) ?? '' };
}

/** Renews. The renewal must fail as promised. @throws Error if it does not. */
export async function renewInVain(home: string, roads: Pick<FakeUpstream, 'url'>, why: string) {
  const { code, line } = await renew(home, roads);
  if (code !== 1 || !/^veipris data renew: .+\.$/.test(line))
    throw new Error(`${why}: exit code ${code}, ${line}`);
}

/** Does the work. @throws Error if a server afterwards answers from other data than before. */
export async function withoutNewData(address: string, work: () => Promise<unknown>): Promise<void> {
  const before = await readStanding(address);
  await work();
  const after = await readStanding(address);
  if (after.dataVersion !== before.dataVersion) throw new Error('the data has changed');
}

/** The state of its data that a server reports. */
export async function readStanding(address: string) {
  const reply = await fetch(`${address}/health/ready`);
  const { dataVersion, data } = (await reply.json()) as {
    readonly dataVersion: string;
    readonly data: {
      readonly version: string;
      readonly problems?: readonly string[];
      readonly lastRenewal?: { readonly ok: boolean };
    };
  };
  const { version, problems = [], lastRenewal } = data;
  return { dataVersion, version, problems, lastRenewal };
}
