import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** What can open a connection to an address. */
const CAN_CONNECT =
  /\b(?:from|import)[\s(]*['"`](?:undici|nodemailer|pg|node:(?:http|https|http2|net|tls|dgram|dns)(?:\/promises)?)['"`/]|\bfetch\(|new (?:WebSocket|EventSource)/;

/** A module whose name does not stand there to be read. */
const WORKED_OUT =
  /\bimport\s*\((?!\s*'[^']+'\s*\))|\brequire\s*\(|createRequire|getBuiltinModule|process\.binding/;

/** Where connections are opened, each to an address of the settings. */
const MAY_CONNECT = [
  'upstream/call/',
  // The file of the official road network, as a stream.
  'upstream/ruteplan/',
  'upstream/mail/',
  // A receiver that a customer names: to a public address, resolved once.
  'upstream/webhook/',
  'store/postgres.ts',
  'store/postgres-engine.ts',
  // A server of ours where the settings say, to tell its home from that of a command.
  'service/accounts.ts',
  // Runs at a caller's.
  'client/client.ts',
  // Asks the server that its caller names.
  'cli/job.ts',
  // The status codes and the length of a head alone.
  'http/app.ts',
  'http/connection/connections.ts',
  'http/reply/fault-reply.ts',
];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const listWith = (pattern: RegExp) =>
  files.filter((file) => pattern.test(withoutTypes(readFileSync(join(SRC, file), 'utf8'))));

/** Types are gone before anything runs. */
const withoutTypes = (code: string) => code.replace(/^(?:import|export) type [^;]*;/gm, '');

test('only the adapters of foreign services and the client can open a connection', () => {
  expect(files.length).toBeGreaterThan(300);
  const able = listWith(CAN_CONNECT);
  expect(able.length).toBeGreaterThan(2);
  const strangers = able.filter((file) => !MAY_CONNECT.some((place) => file.startsWith(place)));
  expect(strangers).toEqual([]);
});

test('no file loads a module whose name is worked out', () => {
  expect(listWith(/\bimport\s*\(/).length).toBeGreaterThan(2);
  expect(listWith(WORKED_OUT)).toEqual([]);
});

test.each([
  "import { request } from 'undici';",
  "export { request } from 'undici';",
  "import 'undici';",
  "const { request } = await import('undici');",
  "await import(\n  'node:https'\n);",
  'await import("node:net")',
  "import dns from 'node:dns/promises';",
  'await fetch(address)',
  'await globalThis.fetch(address)',
  'new WebSocket(address)',
])('it is seen in %s', (code) => {
  expect(CAN_CONNECT.test(code)).toBe(true);
});

test.each([
  'await import(name)',
  "await import('un' + 'dici')",
  "createRequire(import.meta.url)('undici')",
  "process.getBuiltinModule('node:net')",
])('a name that is worked out is seen in %s', (code) => {
  expect(WORKED_OUT.test(code)).toBe(true);
});
