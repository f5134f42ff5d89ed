/**
 * What a trip costs, asked of a server that runs:
 * `npm run build && VEIPRIS_KEY=$(cat var/demo-key) node --import tsx examples/trip-cost.ts`.
 */
import process from 'node:process';
import { type BillingRoute, createClient } from 'veipris/client';

const { VEIPRIS_URL = 'http://127.0.0.1:8080', VEIPRIS_KEY = '' } = process.env;
const client = createClient({ baseUrl: VEIPRIS_URL, apiKey: VEIPRIS_KEY });

const { data, error, response } = await client.GET('/api/route', {
  params: {
    query: {
      from: '59.9139,10.7522',
      to: '60.3913,5.3221',
      startTime: '2026-11-20T08:00:00+01:00',
      refine: '1',
    },
  },
});
if (data === undefined) throw new Error(`${response.status} ${error.message} (${error.requestId})`);

const [bill] = data._billing.routes;
if (bill === undefined) throw new Error('There is no route.');
process.stdout.write(`${describe(bill)}\n`);
process.stdout.write(`${response.headers.get('X-API-Quota-Remaining')} calls left today\n`);

function describe({ tollSmall, tollCount, ferryNok, distance, warnings }: BillingRoute): string {
  const lines = [
    `${(distance / 1000).toFixed(0)} km`,
    `${tollSmall} NOK toll with a tag, at ${tollCount} stations`,
    `${ferryNok} NOK ferry`,
    ...warnings.map(({ code, message }) => `${code}: ${message}`),
  ];
  return lines.join('\n');
}
