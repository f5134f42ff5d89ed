import { describe, expect, test } from 'vitest';
import { buildOpenCalls } from '../../src/account/open-calls.ts';
import { memoryAccounts } from '../support/accounts.ts';
import { handTime, settled } from '../support/time.ts';

const DAY = '2026-11-20';
const CALL = { accountId: 'account-1', day: DAY };

/** An account with ten calls made, whose database fails as the test wants. */
function scene() {
  const accounts = memoryAccounts();
  accounts.use(DAY, 10);
  const time = handTime('2026-11-20T23:59:59+01:00');
  const troubles: string[] = [];
  const asked: string[] = [];
  const hanging: ((error: Error) => void)[] = [];
  const failHanging = () => {
    for (const fail of hanging) fail(new Error('connection lost'));
  };
  const state = { mode: 'works' as 'works' | 'fails' | 'hangs' | 'fails after it came through' };
  const openCalls = buildOpenCalls({
    timer: time.timer,
    onTrouble: (sentence) => void troubles.push(sentence),
    quota: {
      async giveBack(call) {
        asked.push(call.callId);
        if (state.mode === 'hangs') return new Promise((_, reject) => hanging.push(reject));
        if (state.mode === 'fails') throw new Error('away');
        const used = await accounts.quota.giveBack(call);
        if (state.mode === 'fails after it came through') throw new Error('connection lost');
        return used;
      },
    },
  });
  const used = () => accounts.usedOn(DAY);
  return { time, troubles, asked, state, openCalls, failHanging, used };
}

describe('an open call', () => {
  test('is credited to the day that it was counted to, and tells what that day has used', async () => {
    const { openCalls, used } = scene();
    openCalls.add('a', CALL);
    expect(await openCalls.credit('a')).toBe(9);
    expect(used()).toBe(9);
  });

  test('is credited once, however often that is asked', async () => {
    const { openCalls, used } = scene();
    openCalls.add('a', CALL);
    const both = await Promise.all([openCalls.credit('a'), openCalls.credit('a')]);
    await openCalls.credit('a');
    await openCalls.creditAll();
    expect(both).toEqual([9, undefined]);
    expect(used()).toBe(9);
  });

  test('that was answered is never credited', async () => {
    const { openCalls, used } = scene();
    openCalls.add('a', CALL);
    openCalls.keep('a');
    expect(await openCalls.credit('a')).toBeUndefined();
    await openCalls.creditAll();
    expect(used()).toBe(10);
  });

  test('that was never counted is never credited', async () => {
    const { openCalls, used } = scene();
    expect(await openCalls.credit('unknown')).toBeUndefined();
    expect(used()).toBe(10);
  });
});

describe('while the database fails', () => {
  test('the caller is not kept waiting, and the credit is tried again until it comes through', async () => {
    const { openCalls, state, time, used, troubles } = scene();
    openCalls.add('a', CALL);
    state.mode = 'fails';
    expect(await openCalls.credit('a')).toBeUndefined();
    await time.pass(1_000);
    await time.pass(5_000);
    expect(used()).toBe(10);
    state.mode = 'works';
    await time.pass(30_000);
    expect(used()).toBe(9);
    expect(time.delaysMs).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test('the pauses grow, and in the end the loss is told', async () => {
    const { openCalls, state, time, troubles, asked } = scene();
    openCalls.add('a', CALL);
    state.mode = 'fails';
    await openCalls.credit('a');
    const pausesMs: number[] = [];
    for (let [pauseMs] = time.delaysMs; pauseMs !== undefined; [pauseMs] = time.delaysMs) {
      pausesMs.push(pauseMs);
      await time.pass(pauseMs);
    }
    expect(pausesMs).toEqual([1_000, 5_000, 30_000, 120_000, 600_000]);
    expect(asked).toHaveLength(6);
    expect(troubles).toEqual(['a call could not be credited and stays counted']);
  });

  test('a database that hangs holds the caller up for a second at most', async () => {
    const { openCalls, state, time } = scene();
    openCalls.add('a', CALL);
    state.mode = 'hangs';
    const credit = openCalls.credit('a');
    expect(time.delaysMs).toEqual([1_000]);
    await time.pass(1_000);
    expect(await credit).toBeUndefined();
  });

  test('a credit whose outcome is unknown is tried again and counts once', async () => {
    const { openCalls, state, time, used } = scene();
    openCalls.add('a', CALL);
    state.mode = 'fails after it came through';
    await openCalls.credit('a');
    await time.pass(1_000);
    state.mode = 'works';
    await time.pass(5_000);
    expect(used()).toBe(9);
  });
});

describe('when everything is credited', () => {
  test('all open calls are, and those that wait for another try', async () => {
    const { openCalls, state, time, used } = scene();
    for (const id of ['a', 'b', 'c']) openCalls.add(id, CALL);
    state.mode = 'fails';
    await openCalls.credit('a');
    state.mode = 'works';
    await openCalls.creditAll();
    expect(used()).toBe(7);
    expect(time.delaysMs).toEqual([]);
  });

  test('what still fails is told, and nothing is left to happen', async () => {
    const { openCalls, state, time, troubles } = scene();
    for (const id of ['a', 'b']) openCalls.add(id, CALL);
    state.mode = 'fails';
    await openCalls.creditAll();
    expect(troubles).toHaveLength(2);
    expect(time.delaysMs).toEqual([]);
  });

  test('a database that hangs does not hold up the end', async () => {
    const { openCalls, state, time, troubles } = scene();
    openCalls.add('a', CALL);
    state.mode = 'hangs';
    const done = openCalls.creditAll();
    await settled();
    await time.pass(1_000);
    await done;
    expect(troubles).toHaveLength(1);
  });

  test('a try that hung and fails after the end changes nothing any more', async () => {
    const { openCalls, state, time, troubles, failHanging } = scene();
    openCalls.add('a', CALL);
    state.mode = 'hangs';
    const credit = openCalls.credit('a');
    const done = openCalls.creditAll();
    await settled();
    await time.pass(1_000);
    await Promise.all([credit, done]);
    failHanging();
    await settled();
    expect(troubles).toHaveLength(1);
    expect(time.delaysMs).toEqual([]);
  });
});
