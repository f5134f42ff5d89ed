import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onOneDay } from '../support/day-turn.ts';
import { ask } from '../support/load.ts';
import { homeWithNetwork, runVeipris, startServer } from '../support/server.ts';

const TRIP = '/api/route?from=59.91,10.75&to=59.92,10.76';
const KEY = /^ {2}(veipris_live_\w{37})$/m;

test('two servers that start at once over a fresh home make one demo key, and a later one makes none', () =>
  onOneDay(async () => {
    const home = await homeWithNetwork();
    const settings = { VEIPRIS_HOME: home };
    const servers = await Promise.all([startServer(settings), startServer(settings)]);
    const printed = servers.flatMap((server) => KEY.exec(server.printed())?.[1] ?? []);
    expect(printed).toHaveLength(1);
    const key = (await readFile(join(home, 'demo-key'), 'utf8')).trim();
    expect(printed).toEqual([key]);
    expect(statSync(join(home, 'demo-key')).mode & 0o777).toBe(0o600);
    for (const { address } of servers) expect((await ask(address, TRIP, key)).status).toBe(200);
    for (const server of servers) expect((await server.end('SIGTERM')).code).toBe(0);

    const later = await startServer(settings);
    expect(later.printed()).not.toContain(key.slice(0, 20));
    expect(later.printed()).toContain(
      `curl -H "Authorization: Bearer $(cat var/demo-key)" '${later.address}/api/route?`,
    );
    expect((await ask(later.address, TRIP, key)).remaining).toBe(497);
    const { out } = await runVeipris(['key', 'list', '--json'], settings);
    expect(JSON.parse(out)).toMatchObject([{ email: 'demo@veipris.invalid', state: 'live' }]);
  }));
