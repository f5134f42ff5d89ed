import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { onOneDay } from '../support/day-turn.ts';
import { deskOf } from '../support/desk.ts';
import { listEngines } from '../support/list-engines.ts';
import { ask } from '../support/load.ts';
import { formatOsmFile } from '../support/osm-file.ts';
import { runVeipris, startServer } from '../support/server.ts';
import { STOPS, smallMap } from '../support/small-map.ts';
import { tempHome } from '../support/temp-home.ts';

const point = ({ lat, lon }: LatLon) => `${lat},${lon}`;
const TRIP = `/api/route?from=${point(STOPS.sandvikvåg)}&to=${point(STOPS.åsane)}&refine=1`;

/** A home with a map of one's own in force: the bundled network has no engine beside the server. */
async function homeWithMap(): Promise<string> {
  const root = await tempHome();
  const map = join(root, 'map.osm.pbf');
  await writeFile(map, formatOsmFile(smallMap()));
  const home = join(root, 'var');
  const { code, err } = await runVeipris(['network', 'build', '--osm', map], {
    VEIPRIS_HOME: home,
  });
  if (code !== 0) throw new Error(err);
  return home;
}

test('an engine that is killed costs the calls in flight, which are credited, and never the server', () =>
  onOneDay(async () => {
    const settings = {
      VEIPRIS_HOME: await homeWithMap(),
      ENGINE_PROCESSES: '1',
      // Nobody is refused, however slow the machine is.
      CALLS_AT_ONCE: '0',
    };
    const server = await startServer(settings);
    const key = await deskOf(settings).ask('key', 'create', '--email', 'kari@example.no');

    const first = await ask(server.address, TRIP, key);
    expect(first.status).toBe(200);
    const asking = Array.from({ length: 400 }, (_, i) =>
      ask(server.address, `${TRIP}&startTime=2026-11-20T08:00:00.${100 + i}%2B01:00`, key),
    );
    // The first answer shows that the others are under way.
    await Promise.race(asking);
    const [engine] = await listEngines(server.pid);
    if (engine === undefined) throw new Error('Expected an engine process.');
    process.kill(engine, 'SIGKILL');
    const answers = await Promise.all(asking);
    const failed = answers.filter(({ status }) => status !== 200);
    expect(failed.length).toBeGreaterThan(0);
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([502]));

    const after = await ask(server.address, TRIP, key);
    expect(after.status).toBe(200);
    const kept = answers.length - failed.length;
    expect(after.remaining).toBe(first.remaining - kept - 1);
    expect(await listEngines(server.pid)).not.toContain(engine);
  }));

test('an engine that is hung costs the calls in flight, which are credited, and stays behind neither then nor after the end', () =>
  onOneDay(async () => {
    const settings = { VEIPRIS_HOME: await homeWithMap(), ENGINE_PROCESSES: '1' };
    const server = await startServer(settings);
    const key = await deskOf(settings).ask('key', 'create', '--email', 'kari@example.no');
    const hang = async () => {
      const [engine] = await listEngines(server.pid);
      if (engine === undefined) throw new Error('Expected an engine process.');
      process.kill(engine, 'SIGSTOP');
      return engine;
    };

    const first = await ask(server.address, TRIP, key);
    expect(first.status).toBe(200);
    const hung = await hang();
    // 502 when it is taken for hung; where that takes longer than a call may, 503 before.
    expect((await ask(server.address, TRIP, key)).status).toBeOneOf([502, 503]);

    let after = first;
    const askAgain = async () => {
      after = await ask(server.address, TRIP, key);
      return after.status;
    };
    await expect.poll(askAgain).toBe(200);
    expect(after.remaining).toBe(first.remaining - 1);
    await expect.poll(() => isAlive(hung)).toBe(false);

    const hungAtEnd = await hang();
    expect((await server.end('SIGTERM')).code).toBe(0);
    await expect.poll(() => isAlive(hungAtEnd)).toBe(false);
  }));

/** Neither gone nor dead and only not yet fetched by its parent. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !/\) [ZX] /.test(stat);
}
