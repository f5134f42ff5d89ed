import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { hashOfKey, KEY_RANDOM_BYTES, mintKey } from '../../src/account/key-text.ts';
import { KEY, memoryAccounts, TEST_KEY, UNKNOWN_KEY } from '../support/accounts.ts';
import { accessOver } from '../support/app.ts';
import { handTime, jumpingTime, settled } from '../support/time.ts';

const NOON = '2026-11-20T12:00:00+01:00';
const DAY = '2026-11-20';
const CALL = { requestId: 'call-1' };
const sent = (key: string) => ({ authorization: [], apiKey: [key] });

function scene({
  at = NOON,
  ...account
}: Parameters<typeof memoryAccounts>[0] & { at?: string } = {}) {
  const accounts = memoryAccounts(account);
  const time = handTime(at);
  const troubles: string[] = [];
  const { access } = accessOver(accounts, time, (sentence) => void troubles.push(sentence));
  const callerOf = async (key = KEY) => {
    const caller = await access.identify(sent(key), CALL);
    if (caller === undefined) throw new Error('Expected a live key.');
    return caller;
  };
  return { accounts, time, troubles, access, callerOf };
}

describe('who calls', () => {
  test('a live key gives its account, its visible part and the figures of the day', async () => {
    const { accounts, callerOf } = scene();
    accounts.use(DAY, 3);
    expect(await callerOf()).toEqual({
      account: accounts.account,
      keyPrefix: KEY.slice(0, 19),
      keyId: 'key-1',
      day: DAY,
      resetAtMs: Date.parse('2026-11-21T00:00:00+01:00'),
      quota: { limit: 500, used: 3 },
    });
  });

  test('junk is refused without asking the database', async () => {
    const { accounts, access } = scene();
    const asked = vi.spyOn(accounts.keys, 'findHolder');
    const junk = ['', 'x', `${KEY.slice(0, -1)}_`, KEY.replace('live', 'test'), `${KEY} `];
    for (const text of junk) expect(await access.identify(sent(text), CALL)).toBeUndefined();
    expect(asked).not.toHaveBeenCalled();
  });

  test('the database is asked for the hash of the key and never sees the key', async () => {
    const { accounts, access } = scene();
    const asked = vi.spyOn(accounts.keys, 'findHolder');
    await access.identify(sent(UNKNOWN_KEY), CALL);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(asked.mock.calls[0]?.[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a key that is revoked is refused by the next call', async () => {
    const { accounts, access } = scene();
    expect(await access.identify(sent(KEY), CALL)).toBeDefined();
    accounts.revoke();
    expect(await access.identify(sent(KEY), CALL)).toBeUndefined();
  });

  test('an account is given whatever its subscription: the caller hears why it is refused', async () => {
    const { callerOf } = scene({ subscription: 'stopped' });
    expect((await callerOf()).account.subscription).toBe('stopped');
  });

  test('a limit of its own wins over that of the plan', async () => {
    expect((await scene({ dailyLimit: 7 }).callerOf()).quota.limit).toBe(7);
    expect((await scene({ plan: 'pilot' }).callerOf()).quota.limit).toBe(5000);
    expect((await scene({ dailyLimit: 0 }).callerOf()).quota.limit).toBe(0);
  });

  test.each([
    ['2026-11-20T23:59:59.999+01:00', '2026-11-20', '2026-11-21T00:00:00+01:00'],
    ['2026-11-21T00:00:00+01:00', '2026-11-21', '2026-11-22T00:00:00+01:00'],
    ['2026-03-29T00:30:00+01:00', '2026-03-29', '2026-03-30T00:00:00+02:00'],
    ['2026-10-25T23:30:00+01:00', '2026-10-25', '2026-10-26T00:00:00+01:00'],
    ['2026-06-30T22:30:00Z', '2026-07-01', '2026-07-02T00:00:00+02:00'],
  ])('a call at %s counts to the Norwegian day %s', async (at, day, reset) => {
    const { callerOf, access, accounts } = scene({ at });
    const caller = await callerOf();
    expect(caller).toMatchObject({ day, resetAtMs: Date.parse(reset) });
    await access.reserve('call', caller);
    expect(accounts.usedOn(day)).toBe(1);
  });
});

describe('the last use of a key', () => {
  test('is noted once an hour', async () => {
    const { accounts, time, callerOf } = scene({ at: '2026-11-20T12:10:00+01:00' });
    for (const minutes of [0, 20, 20, 20, 20]) {
      await time.pass(minutes * 60_000);
      await callerOf();
    }
    expect(accounts.uses.map((ms) => new Date(ms).toISOString())).toEqual([
      '2026-11-20T11:00:00.000Z',
      '2026-11-20T12:00:00.000Z',
    ]);
  });

  test('is noted once by calls that come at the same time', async () => {
    const { accounts, callerOf } = scene();
    const noted = vi.spyOn(accounts.keys, 'noteUse');
    await Promise.all(Array.from({ length: 20 }, () => callerOf()));
    expect(noted).toHaveBeenCalledTimes(1);
  });

  test('does not hold up the call, and a failure is told and tried again by the next one', async () => {
    const { accounts, troubles, callerOf } = scene();
    const noted = vi.spyOn(accounts.keys, 'noteUse').mockRejectedValue(new Error('away'));
    await callerOf();
    await settled();
    expect(troubles).toEqual(['the use of a key could not be noted']);
    await callerOf();
    expect(noted).toHaveBeenCalledTimes(2);
  });
});

describe('a key that is refused', () => {
  test('is looked at once a day, with the first call that showed it', async () => {
    const { accounts, access, time } = scene();
    const noted = vi.spyOn(accounts.keys, 'noteRefused');
    const show = async (requestId: string) => {
      await access.identify(sent(UNKNOWN_KEY), { requestId });
      await settled();
    };
    for (const id of ['a', 'b', 'c']) await show(id);
    await time.pass(12 * 3_600_000);
    await show('d');
    const dayBegins = (day: string) => Date.parse(`${day}T00:00:00+01:00`);
    expect(noted.mock.calls).toEqual([
      [hashOfKey(UNKNOWN_KEY), dayBegins(DAY), { requestId: 'a' }],
      [hashOfKey(UNKNOWN_KEY), dayBegins('2026-11-21'), { requestId: 'd' }],
    ]);
  });

  test('takes no more of the database where there is a flood of them: one is looked at a time', async () => {
    const { accounts, access } = scene();
    let end = () => {};
    const noted = vi.spyOn(accounts.keys, 'noteRefused').mockImplementation(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    const key = () => mintKey(randomBytes(KEY_RANDOM_BYTES));
    for (let i = 0; i < 50; i++) await access.identify(sent(key()), CALL);
    expect(noted).toHaveBeenCalledTimes(1);
    end();
    await settled();
    await access.identify(sent(key()), CALL);
    expect(noted).toHaveBeenCalledTimes(2);
    end();
  });

  test('does not hold up the call, and a failure is told and tried again by the next one', async () => {
    const { accounts, access, troubles } = scene();
    const noted = vi.spyOn(accounts.keys, 'noteRefused').mockRejectedValue(new Error('away'));
    for (let calls = 1; calls <= 2; calls++) {
      await access.identify(sent(UNKNOWN_KEY), CALL);
      await settled();
      expect(noted).toHaveBeenCalledTimes(calls);
    }
    expect(new Set(troubles)).toEqual(
      new Set(['the use of a key that has ended could not be noted']),
    );
  });
});

describe('a reserved call', () => {
  test('is counted once, and the last of the day leaves nothing', async () => {
    const { access, accounts, callerOf } = scene({ dailyLimit: 2 });
    const caller = await callerOf();
    expect(await access.reserve('a', caller)).toEqual({ kind: 'counted', used: 1 });
    expect(await access.reserve('b', caller)).toEqual({ kind: 'counted', used: 2 });
    expect(await access.reserve('c', caller)).toEqual({ kind: 'no-room' });
    expect(accounts.usedOn(DAY)).toBe(2);
  });

  test('is credited to its own day when that has passed meanwhile', async () => {
    const { access, accounts, time, callerOf } = scene({ at: '2026-11-20T23:59:59+01:00' });
    const caller = await callerOf();
    await access.reserve('a', caller);
    await time.pass(5_000);
    await access.credit('a');
    expect(accounts.usedOn('2026-11-20')).toBe(0);
    expect(accounts.usedOn('2026-11-21')).toBe(0);
  });

  test('that found no room is never credited', async () => {
    const { access, accounts, callerOf } = scene({ dailyLimit: 1 });
    const caller = await callerOf();
    await access.reserve('a', caller);
    await access.reserve('b', caller);
    expect(await access.credit('b')).toBeUndefined();
    expect(accounts.usedOn(DAY)).toBe(1);
  });

  test('whose reservation failed is not open: nobody knows that it was counted', async () => {
    const { access, accounts, callerOf } = scene();
    accounts.use(DAY, 5);
    const caller = await callerOf();
    vi.spyOn(accounts.quota, 'take').mockRejectedValueOnce(new Error('away'));
    await expect(access.reserve('a', caller)).rejects.toThrow('away');
    expect(await access.credit('a')).toBeUndefined();
    expect(accounts.usedOn(DAY)).toBe(5);
  });
});

const answered = (status: number) =>
  ({ method: 'GET', endpoint: '/api/route', status, durationMs: 12 }) as const;

describe('an answer', () => {
  test('is remembered of its key, that of a test key as well, without what was asked', async () => {
    const { access, accounts } = scene();
    for (const text of [KEY, TEST_KEY]) {
      const caller = await access.identify(sent(text), CALL);
      if (caller === undefined) throw new Error('Expected a live key.');
      access.noteCall(caller, answered(200));
    }
    await access.close();
    const call = { atMs: Date.parse(NOON), ...answered(200) };
    expect(accounts.notedOfKeys).toEqual([
      { keyId: 'key-1', ...call },
      { keyId: 'key-2', ...call },
    ]);
    expect(accounts.noted).toHaveLength(1);
  });

  test.each([
    [200, '2xx'],
    [304, '3xx'],
    [400, '4xx'],
    [429, '4xx'],
    [500, '5xx'],
    [503, '5xx'],
  ])('of %i is noted as %s of its endpoint and day', async (status, statusClass) => {
    const { access, accounts, callerOf } = scene();
    access.noteCall(await callerOf(), answered(status));
    await access.close();
    expect(accounts.noted).toEqual([
      { accountId: 'account-1', day: DAY, endpoint: '/api/route', statusClass },
    ]);
  });

  test('that cannot be noted is told', async () => {
    const { access, accounts, troubles, callerOf } = scene();
    vi.spyOn(accounts.usage, 'note').mockRejectedValue(new Error('away'));
    access.noteCall(await callerOf(), answered(200));
    await access.close();
    expect(troubles).toEqual(['calls could not be noted for the usage page']);
  });
});

test('closing waits for the notes that are being written, and credits what is open', async () => {
  const accounts = memoryAccounts();
  const { access } = accessOver(accounts, jumpingTime(NOON));
  const caller = await access.identify(sent(KEY), CALL);
  if (caller === undefined) throw new Error('Expected a live key.');
  await access.reserve('open', caller);
  await access.reserve('answered', caller);
  access.keep('answered');
  let finish = () => {};
  vi.spyOn(accounts.usage, 'note').mockReturnValue(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  access.noteCall(caller, answered(200));
  let isClosed = false;
  const closed = access.close().then(() => {
    isClosed = true;
  });
  await settled();
  expect(isClosed).toBe(false);
  expect(accounts.usedOn(DAY)).toBe(1);
  finish();
  await closed;
});

describe('a call that may be repeated', () => {
  const PLATE = 'EV12345';
  const digestsFor = async (idempotencyKey: string) => {
    const { access, accounts, callerOf } = scene();
    const taking = vi
      .spyOn(accounts.quota, 'takeOnce')
      .mockResolvedValue({ kind: 'counted', used: 1 });
    const call = { idempotencyKey, question: PLATE, dataVersion: 'v' };
    await access.reserve('a', await callerOf(), { repeatable: call });
    return taking.mock.calls[0]?.[1];
  };

  test('is known to the database by digests alone, of which that of the question is salted with the key', async () => {
    const [first, again, other] = [
      await digestsFor('my-key'),
      await digestsFor('my-key'),
      await digestsFor('another'),
    ];
    expect(JSON.stringify(first)).not.toMatch(/my-key|EV12345/);
    expect(first).toEqual(again);
    expect(first?.questionDigest).not.toBe(other?.questionDigest);
    expect(first?.questionDigest).not.toBe(hashOfKey(PLATE));
    expect(first?.endsAtMs).toBe((first?.askedAtMs ?? 0) + 86_400_000);
  });
});
