import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findOtherServer, openInstance } from '../../src/service/accounts.ts';
import { toConfig } from '../../src/service/config.ts';
import { tempHome } from '../support/temp-home.ts';

async function serverThatSays(body: unknown): Promise<string> {
  const server = createServer((_request, reply) => reply.end(JSON.stringify(body)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

test('a home has one name for ever, and another home another', async () => {
  const [one, two] = [tempHome(), tempHome()].map((VEIPRIS_HOME) => toConfig({ VEIPRIS_HOME }));
  if (one === undefined || two === undefined) throw new Error('no homes');
  const name = await openInstance(one);
  expect(name).toMatch(/^[\da-f-]{36}$/);
  expect(await openInstance(one)).toBe(name);
  expect(await openInstance(two)).not.toBe(name);
});

test('a server over another home is told by its address, one over this home is not', async () => {
  const home = tempHome();
  const instance = await openInstance(toConfig({ VEIPRIS_HOME: home }));
  const at = async (body: unknown) => {
    const PORT = await serverThatSays(body);
    return { PORT, other: await findOtherServer(toConfig({ VEIPRIS_HOME: home, PORT })) };
  };
  expect((await at({ name: 'veipris', instance })).other).toBeUndefined();
  const { PORT, other } = await at({ name: 'veipris', instance: 'another' });
  expect(other).toBe(`http://127.0.0.1:${PORT}`);
});

test('another program, one that tells nothing, and none at all are no other server', async () => {
  const VEIPRIS_HOME = tempHome();
  const ports = await Promise.all(
    [{ name: 'other', instance: 'x' }, { name: 'veipris' }, 7].map(serverThatSays),
  );
  for (const PORT of [...ports, '1'])
    expect(await findOtherServer(toConfig({ VEIPRIS_HOME, PORT }))).toBeUndefined();
});
