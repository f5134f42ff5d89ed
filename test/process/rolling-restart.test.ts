import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { onOneDay } from '../support/day-turn.ts';
import { deskOf } from '../support/desk.ts';
import { ask, cheapCall } from '../support/load.ts';
import { openBundledNetwork } from '../support/network-home.ts';
import { startPostgres } from '../support/postgres.ts';
import { startReadyProxy } from '../support/ready-proxy.ts';
import { homeWithNetwork, startServer } from '../support/server.ts';

const OLA = ['--email', 'ola@example.no'];
const CALLERS = 4;
/** Answers that every state of the restart is to see. */
const ENOUGH = 40;
/** Between the calls of a caller: without it the calls would take from a start what it needs. */
const PAUSE_MS = 50;

beforeAll(openBundledNetwork);

test('two instances over PostgreSQL are restarted one after the other, and no call fails', () =>
  onOneDay(async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const settings = { VEIPRIS_HOME: await homeWithNetwork(), DATABASE_URL: postgres.address };
    const desk = deskOf(settings);
    const key = await desk.ask('key', 'create', ...OLA, '--plan', 'enterprise');
    const proxy = await startReadyProxy();
    onTestFinished(proxy.close);

    const start = async () => {
      const server = await startServer(settings);
      await proxy.add(server.address);
      return server;
    };
    const before = [await start(), await start()];
    const load = callOnAndOn(proxy.address, key);
    await load.more(ENOUGH);
    for (const server of before) {
      const { code, err } = await server.end('SIGTERM');
      expect({ code, err }).toEqual({ code: 0, err: '' });
      proxy.remove(server.address);
      await load.more(ENOUGH);
      await start();
      await load.more(ENOUGH);
    }

    const statuses = await load.stop();
    expect(proxy.failures).toEqual([]);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    expect(statuses.length).toBeGreaterThan(5 * ENOUGH);
    const { used } = JSON.parse(await desk.ask('usage', ...OLA, '--json')).today;
    expect(used).toBe(statuses.length);
  }));

/** Callers who ask one call after the other. @throws what the first of them does that gets no answer. */
function callOnAndOn(address: string, key: string) {
  const statuses: number[] = [];
  let isOver = false;
  let onAnswer = () => {};
  const call = async (first: number) => {
    for (let i = first; !isOver; i += CALLERS) {
      statuses.push((await ask(address, cheapCall(i), key)).status);
      onAnswer();
      await setTimeout(PAUSE_MS);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, (_, i) => call(i)));
  return {
    /** Resolves when so many further calls were answered. */
    async more(count: number) {
      const enough = statuses.length + count;
      const reached = new Promise<void>((resolve) => {
        onAnswer = () => statuses.length >= enough && resolve();
      });
      await Promise.race([reached, callers]);
    },
    async stop() {
      isOver = true;
      await callers;
      return statuses;
    },
  };
}
