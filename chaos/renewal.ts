import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Settings } from '../soak/server-process.ts';
import { bundledRoadObjects } from '../test/support/bundled-road-objects.ts';
import { fakeRoadDatabase } from '../test/support/fake-upstream/road-database.ts';
import { type FakeUpstream, startFakeUpstream } from '../test/support/fake-upstream.ts';

const CLI = join(import.meta.dirname, '../src/cli.ts');

/** A road database that has what is bundled, and is stopped after the work. */
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
export async function renew(home: string, roads: FakeUpstream) {
  const settings: Settings = { VEIPRIS_HOME: home, ROAD_DATABASE_URL: roads.url };
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), CLI, 'data', 'renew'],
    {
      cwd: home,
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, line: said.trimEnd().split('\n').at(-1) ?? '' };
}

/** What a server says of its data. */
export async function readStanding(address: string) {
  const reply = await fetch(`${address}/health/ready`);
  const { dataVersion, data } = (await reply.json()) as {
    readonly dataVersion: string;
    readonly data: { readonly version: string; readonly problems?: readonly string[] };
  };
  return { dataVersion, version: data.version, problems: data.problems ?? [] };
}
