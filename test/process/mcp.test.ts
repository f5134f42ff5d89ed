/** `veipris mcp` as an assistant starts it, asked by the protocol's own client. */
import { join } from 'node:path';
import process from 'node:process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { tempHome } from '../support/temp-home.ts';

/** From Lysaker westwards, lon and lat. */
const E18_OUT_OF_OSLO = [
  [10.636, 59.9125],
  [10.62, 59.908],
  [10.6, 59.9035],
  [10.58, 59.9],
];

async function openClient(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(builtProgram(), 'dist/cli.js'), 'mcp'],
    env: { VEIPRIS_HOME: tempHome(), PATH: process.env.PATH ?? '' },
    stderr: 'ignore',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

test('an assistant finds the tools, prices a trip by names, and is told what is wrong with a question', async () => {
  const client = await openClient();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'quote_trip',
      'price_departures',
      'price_trace',
      'find_places',
      'list_toll_stations',
    ]),
  );

  const ofTrace = Object.keys(
    tools.find(({ name }) => name === 'price_trace')?.inputSchema.properties ?? {},
  );
  expect(ofTrace).toContain('fuel');
  for (const name of ['avoidTolls', 'valueOfTime', 'costPerKm'])
    expect(ofTrace).not.toContain(name);

  // `quote_trip` without it below is refined.
  const quote = tools.find(({ name }) => name === 'quote_trip')?.inputSchema.properties;
  expect(quote?.refine).toMatchObject({ description: expect.stringContaining('absent: yes') });

  const found = await client.callTool({ name: 'find_places', arguments: { q: 'gardermo' } });
  const { places } = found.structuredContent as { places: unknown[] };
  expect(places[0]).toMatchObject({ kind: 'airport', code: 'OSL' });

  const slip = await client.callTool({
    name: 'quote_trip',
    arguments: { from: 'Lysaker', to: 'Oslo S', startime: '2026-11-20T08:00:00+01:00' },
  });
  expect(slip).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('startime is no argument of quote_trip') }],
  });

  const listed = await client.callTool({
    name: 'list_toll_stations',
    arguments: { near: '59.91,10.75', limit: '2' },
  });
  expect((listed.structuredContent as { stations: unknown[] }).stations).toHaveLength(2);

  const trip = { from: 'Oslo', to: 'Drammen', startTime: '2026-11-20T08:00:00+01:00' };
  const priced = await client.callTool({ name: 'quote_trip', arguments: trip });
  expect(priced.isError ?? false).toBe(false);
  const { routes, refined } = priced.structuredContent as {
    routes: { tollSmall: number }[];
    refined: boolean;
  };
  expect(refined).toBe(true);
  expect(routes[0]?.tollSmall).toBeGreaterThan(0);
  expect(JSON.stringify(priced.content)).toContain(String(routes[0]?.tollSmall));

  const { startTime, ...way } = trip;
  const window = { earliest: startTime, latest: '2026-11-20T10:00:00+01:00', step: '60' };
  const when = await client.callTool({
    name: 'price_departures',
    arguments: { ...way, ...window },
  });
  const { departures, cheapest } = when.structuredContent as {
    departures: { tollNok: number }[];
    cheapest: number;
  };
  expect(departures).toHaveLength(3);
  expect(departures[0]?.tollNok).toBe(routes[0]?.tollSmall);
  expect(JSON.stringify(when.content)).toContain(String(departures[cheapest]?.tollNok));

  const noTrace = await client.callTool({ name: 'price_trace', arguments: { trace: 'no drive' } });
  expect(noTrace.isError).toBe(true);

  const driven = await client.callTool({
    name: 'price_trace',
    arguments: {
      startTime: '2026-11-20T08:00:00+01:00',
      trace: JSON.stringify({ type: 'LineString', coordinates: E18_OUT_OF_OSLO }),
    },
  });
  expect(driven.isError ?? false, JSON.stringify(driven.content)).toBe(false);
  expect(driven.structuredContent).toHaveProperty('match');

  const wrong = await client.callTool({ name: 'quote_trip', arguments: { ...trip, to: 'Olso' } });
  expect(wrong.isError).toBe(true);
  expect(JSON.stringify(wrong.content)).toMatch(/to is .*Olso.* no place of this name/);
});
