import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { onOneDay } from '../support/day-turn.ts';
import { deskOf } from '../support/desk.ts';
import { ask } from '../support/load.ts';
import { openBundledNetwork } from '../support/network-home.ts';
import { homeWithNetwork, startServer } from '../support/server.ts';

const TRIP = '/api/route?from=59.9139,10.7522&to=63.4305,10.3951&refine=1';

beforeAll(openBundledNetwork);

test('an engine that is killed costs the calls in flight, which are credited, and never the server', () =>
  onOneDay(async () => {
    const settings = {
      VEIPRIS_HOME: await homeWithNetwork(),
      ENGINE_PROCESSES: '1',
      // Nobody is refused, however slow the machine is.
      CALLS_AT_ONCE: '0',
    };
    const server = await startServer(settings);
    const key = await deskOf(settings).ask('key', 'create', '--email', 'kari@example.no');

    const first = await ask(server.address, TRIP, key);
    expect(first.status).toBe(200);
    const asking = Array.from({ length: 120 }, (_, i) =>
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

/** Processes that a server has started for its engine. */
async function listEngines(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = children.split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(pids.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8')));
  return pids.filter((_, i) => commands[i]?.includes('engine-process'));
}
