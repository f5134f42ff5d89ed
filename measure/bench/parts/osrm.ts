import { median } from '../../numbers.ts';
import { figures, type Table } from '../../page.ts';
import { type Bench, KEY, serve } from '../bench.ts';
import { compareWays, ratios } from '../measure.ts';
import { toUrl } from '../trips.ts';

/**
 * Our priced trip and the bare route of an OSRM server on the same network, asked alternately over HTTP. Undefined
 * without `OSRM_URL`. README.md says where the server gets its map.
 */
export async function benchOsrm({ config, trips, isShort }: Bench): Promise<Table | undefined> {
  const { OSRM_URL } = process.env;
  if (OSRM_URL === undefined || OSRM_URL === '') return undefined;
  const server = await serve(config.home);
  const headers = { authorization: `Bearer ${KEY}` };
  const get = async (url: string) => {
    const reply = await fetch(url, { headers });
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`${new URL(url).pathname} answered ${reply.status}.`);
  };
  const priced = trips.map((trip) => `${server.address}${toUrl(trip, true)}`);
  const bare = trips.map(
    ({ from, to }) =>
      `${OSRM_URL}/route/v1/driving/${from.lon},${from.lat};${to.lon},${to.lat}?overview=full&geometries=polyline6&alternatives=2`,
  );
  const ms = await compareWays(
    trips.length,
    { osrm: (i) => get(bare[i] ?? ''), priced: (i) => get(priced[i] ?? '') },
    isShort ? 3 : 7,
  );
  await server.end('SIGTERM');
  return {
    title: '6. Against OSRM',
    about: 'Both over HTTP on this machine, by turns, fastest of several; ratio trip by trip.',
    head: ['bare OSRM route, ms', 'our priced trip, ms', 'ratio'],
    rows: [
      [
        figures(median(ms.osrm)),
        figures(median(ms.priced)),
        figures(median(ratios(ms.priced, ms.osrm))),
      ],
    ],
  };
}
