import { beforeAll, expect, test } from 'vitest';
import { onOneDay } from '../support/day-turn.ts';
import { deskOf } from '../support/desk.ts';
import { ask } from '../support/load.ts';
import { openBundledNetwork } from '../support/network-home.ts';
import { homeWithNetwork, startServer } from '../support/server.ts';

const OLA = ['--email', 'ola@example.no'];
const TRIP = '/api/route?from=59.91,10.75&to=59.92,10.76';

beforeAll(openBundledNetwork);

test('what a command changes holds from the next call on, on both of two servers', () =>
  onOneDay(async () => {
    const settings = { VEIPRIS_HOME: await homeWithNetwork() };
    const { ask: veipris } = deskOf(settings);
    const first = await veipris('key', 'create', ...OLA, '--daily-limit', '10');
    const servers = await Promise.all([startServer(settings), startServer(settings)]);
    /** Status and calls left, of one call to each server. */
    const onBoth = async (key: string) => {
      const seen: string[] = [];
      for (const { address } of servers) {
        const { status, remaining } = await ask(address, TRIP, key);
        seen.push(`${status}, ${remaining} left`);
      }
      return seen;
    };
    const REFUSED = ['401, 0 left', '401, 0 left'];

    expect(await onBoth(first)).toEqual(['200, 9 left', '200, 8 left']);

    const second = await veipris('key', 'rotate', '--key', first);
    expect(await onBoth(first)).toEqual(REFUSED);
    expect(await onBoth(second)).toEqual(['200, 7 left', '200, 6 left']);

    await veipris('account', 'set', ...OLA, '--subscription', 'stopped');
    expect(await onBoth(second)).toEqual(['403, 6 left', '403, 6 left']);
    await veipris('account', 'set', ...OLA, '--subscription', 'active');
    expect(await onBoth(second)).toEqual(['200, 5 left', '200, 4 left']);

    await veipris('key', 'revoke', '--key', second.slice(0, 19));
    expect(await onBoth(second)).toEqual(REFUSED);

    for (const server of servers) {
      const { code, out, err } = await server.end('SIGTERM');
      expect(code).toBe(0);
      for (const key of [first, second]) expect(out + err).not.toContain(key.slice(0, 20));
    }
  }));
