import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { onOneDay } from '../support/day-turn.ts';
import { deskOf } from '../support/desk.ts';
import type { Settings } from '../support/launched-file.ts';
import { type Answer, askUntilAnswered } from '../support/load.ts';
import { openBundledNetwork } from '../support/network-home.ts';
import { startPostgres } from '../support/postgres.ts';
import { homeWithNetwork, startServer } from '../support/server.ts';

beforeAll(openBundledNetwork);

/** Of its day an account has half as many calls as are made at once. */
const LEFT = 150;

describe('300 parallel calls on an account with 150 left give exactly 150', () => {
  test('on one process, and on two over one SQLite file', () =>
    onOneDay(async () => {
      const settings = { VEIPRIS_HOME: await homeWithNetwork() };
      const servers = await Promise.all([startServer(settings), startServer(settings)]);
      await expectExactly(addressesOf(servers.slice(0, 1)), settings);
      await expectExactly(addressesOf(servers), settings);
    }));

  test('on two instances over PostgreSQL', () =>
    onOneDay(async () => {
      const postgres = await startPostgres();
      onTestFinished(() => postgres.remove());
      const instance = async () => ({
        VEIPRIS_HOME: await homeWithNetwork(),
        DATABASE_URL: postgres.address,
      });
      const settings = await instance();
      const servers = await Promise.all([startServer(settings), startServer(await instance())]);
      await expectExactly(addressesOf(servers), settings);
    }));
});

const addressesOf = (servers: readonly { readonly address: string }[]) =>
  servers.map(({ address }) => address);

async function expectExactly(addresses: readonly string[], settings: Settings): Promise<void> {
  const email = `${randomUUID()}@example.no`;
  const desk = deskOf(settings);
  const key = await desk.ask('key', 'create', '--email', email, '--daily-limit', `${LEFT}`);
  const answers = await askUntilAnswered(addresses, 2 * LEFT, key, MOST_BUSY);
  const [refused, answered] = partition(answers, ({ status }) => status === 429);
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200, 400]));
  // Each of them was counted as another call of the day: none was given out twice.
  expect(answered.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual(
    Array.from({ length: LEFT }, (_, i) => i),
  );
  expect(refused).toHaveLength(LEFT);
  for (const { retryAfter, remaining } of refused) {
    expect(retryAfter).toMatch(/^\d+$/);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(25 * 3600);
    expect(remaining).toBe(0);
  }
  expect(JSON.parse(await desk.ask('usage', '--email', email, '--json')).today).toMatchObject({
    used: LEFT,
    limit: LEFT,
    remaining: 0,
  });
}

/** Calls that a database may put off while others write to it. */
const MOST_BUSY = 100;

function partition(
  answers: readonly Answer[],
  isFirst: (answer: Answer) => boolean,
): readonly [readonly Answer[], readonly Answer[]] {
  return [answers.filter(isFirst), answers.filter((answer) => !isFirst(answer))];
}
