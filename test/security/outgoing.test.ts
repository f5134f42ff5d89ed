import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** What can open a connection to an address. */
const CAN_CONNECT =
  /from '(?:undici|nodemailer|node:(?:http|https|http2|net|tls|dgram|dns)(?:\/promises)?)'|\bfetch\(|new WebSocket/;

/** Where connections are opened, each to an address of the settings. */
const MAY_CONNECT = [
  'upstream/call/',
  'upstream/mail/',
  'store/postgres.ts',
  // Types, and the status codes.
  'http/client-error.ts',
  'http/fault-reply.ts',
];

test('only the adapters of foreign services and the client can open a connection', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(300);
  const able = files.filter((file) => CAN_CONNECT.test(readFileSync(join(SRC, file), 'utf8')));
  expect(able.length).toBeGreaterThan(2);
  const strangers = able.filter((file) => !MAY_CONNECT.some((place) => file.startsWith(place)));
  expect(strangers).toEqual([]);
});
