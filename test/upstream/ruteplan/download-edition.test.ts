import { createHash } from 'node:crypto';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  downloadEdition,
  type Edition,
  readEdition,
  refuseEdition,
  removeOtherEditions,
} from '../../../src/upstream/ruteplan/download-edition.ts';
import { tempHome } from '../../support/temp-home.ts';

/** The publisher: a feed that is newer than its entries, and files that are served from any byte on. */
const FILE = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7) % 251));
const UPDATED = '2026-11-03T04:05:06+01:00';

/** Takes every file but a page. */
const check = async (path: string) => {
  if ((await readFile(path, 'utf8')).startsWith('<html>'))
    throw new Error('It is no whole zip file.');
};
const TERMS = { check, onProgress: () => {} };

let server: Server;
let origin = '';
let folder = '';
let asked: (string | undefined)[] = [];
let breakAfter: number | undefined;
let tag = '"first"';
let tagName: 'etag' | 'last-modified' | undefined;
/** Times that the file, or a rest of it, was sent. */
let sent = 0;
let page: string | undefined;

const feed = () => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><updated>2026-11-22T00:00:00+01:00</updated>
<entry><title>FGDB</title><updated>2026-11-04T00:00:00+01:00</updated><link href="${origin}/fgdb.zip" type="application/gml+xml"/></entry>
<entry><title>SpatiaLite</title><updated>${UPDATED}</updated>
<link rel="alternate" href="/x/Samferdsel_0000_Norge_25833_NVDBRuteplanNettverksdatasett_SpatiaLite.zip?a=1&amp;b=2" type="application/gml+xml"/></entry>
<entry><title>SpatiaLite</title><updated>2026-10-02T04:05:06+02:00</updated>
<link href="/x/old/Samferdsel_0000_Norge_25833_NVDBRuteplanNettverksdatasett_SpatiaLite.zip"/></entry></feed>`;

beforeEach(async () => {
  folder = tempHome();
  asked = [];
  breakAfter = undefined;
  tag = '"first"';
  tagName = 'etag';
  sent = 0;
  page = undefined;
  server = createServer((request, reply) => {
    if (request.url === '/feed.xml') return void reply.end(feed());
    if (request.url === '/other.xml')
      return void reply.end(feed().replaceAll('SpatiaLite', 'FGDB'));
    if (request.url === '/empty.xml') return void reply.end('<feed></feed>');
    if (!request.url?.startsWith('/x/')) return void reply.writeHead(404).end();
    const { range, 'if-none-match': noneOf, 'if-modified-since': since } = request.headers;
    asked.push(range);
    const known = { etag: noneOf, 'last-modified': since }[tagName ?? 'etag'];
    if (tagName !== undefined && known === tag) return void reply.writeHead(304).end();
    if (page !== undefined) return void reply.end(page);
    const isRest = range !== undefined && request.headers['if-range'] === tag;
    const from = isRest ? Number(/\d+/.exec(range)?.[0]) : 0;
    if (from >= FILE.length)
      return void reply.writeHead(416, { 'content-range': `bytes */${FILE.length}` }).end();
    const body = FILE.subarray(from);
    sent += 1;
    const told = tagName && { [tagName]: tag };
    reply.writeHead(isRest ? 206 : 200, { 'content-length': body.length, ...told });
    if (breakAfter === undefined) return void reply.end(body);
    reply.write(body.subarray(0, breakAfter));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('the edition is that of the newest entry for the whole country, not of the feed', async () => {
  expect(await readEdition(`${origin}/feed.xml`)).toEqual({
    updated: UPDATED,
    url: `${origin}/x/Samferdsel_0000_Norge_25833_NVDBRuteplanNettverksdatasett_SpatiaLite.zip?a=1&b=2`,
  });
});

test.each([
  ['empty.xml', 'has no entry of the whole country with a link and a date.'],
  ['other.xml', 'has no entry of the whole country with a link and a date.'],
  ['gone.xml', 'answers with status 404.'],
])('a feed %s is refused with one sentence', async (name, why) => {
  await expect(readEdition(`${origin}/${name}`)).rejects.toThrow(`${origin}/${name} ${why}`);
});

test('a file is fetched once, and its size and checksum are said', async () => {
  const edition = await readEdition(`${origin}/feed.xml`);
  const said: string[] = [];
  const first = await downloadEdition(edition, folder, {
    check,
    onProgress: (step) => said.push(step),
  });
  const again = await downloadEdition(edition, folder, TERMS);
  expect(again).toEqual(first);
  expect(asked).toHaveLength(1);
  expect(await readFile(first.path)).toEqual(FILE);
  const sha256 = createHash('sha256').update(FILE).digest('hex');
  expect(first).toMatchObject({ bytes: FILE.length, sha256 });
  expect(said.at(-1)).toBe(`edition of ${UPDATED}: 0.1 MB, SHA-256 ${sha256}`);
});

/** Fetches up to so many bytes, when the connection is lost. */
async function breakOff(edition: Edition, bytes: number): Promise<void> {
  breakAfter = bytes;
  const failed = expect(downloadEdition(edition, folder, TERMS)).rejects.toThrow(
    'the next try goes on there.',
  );
  const name = `${edition.updated.replace(/[^0-9A-Za-z]+/g, '-')}.zip.part`;
  await expect
    .poll(() =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    .toBe(bytes);
  server.closeAllConnections();
  await failed;
  breakAfter = undefined;
}

test('what broke off goes on where it ended, and begins anew when the file has changed', async () => {
  const edition = await readEdition(`${origin}/feed.xml`);
  await breakOff(edition, 20_000);
  const { path } = await downloadEdition(edition, folder, TERMS);
  expect(asked[1]).toBe('bytes=20000-');
  expect(await readFile(path)).toEqual(FILE);

  const other = { ...edition, updated: '2026-12-01' };
  await breakOff(other, 20_000);
  tag = '"second"';
  const fetched = await downloadEdition(other, folder, TERMS);
  expect(await readFile(fetched.path)).toEqual(FILE);
  await removeOtherEditions(folder, fetched);
  expect(await readdir(folder)).toEqual(['2026-12-01.zip']);
});

test('a file that came whole and was not yet named is not asked for beyond its end for ever', async () => {
  const edition = await readEdition(`${origin}/feed.xml`);
  const { path } = await downloadEdition(edition, folder, TERMS);
  await rename(path, `${path}.part`);
  await writeFile(`${path}.part.tag`, tag);
  const again = await downloadEdition(edition, folder, TERMS);
  expect(asked.slice(1)).toEqual([`bytes=${FILE.length}-`, undefined]);
  expect(await readFile(again.path)).toEqual(FILE);
});

test('a page in place of the file is refused with one sentence, and the next try fetches the file', async () => {
  const edition = await readEdition(`${origin}/feed.xml`);
  page = '<html>Please sign in.</html>';
  await expect(downloadEdition(edition, folder, TERMS)).rejects.toThrow(
    `${edition.url} can not be used: It is no whole zip file.`,
  );
  expect(await readdir(folder)).toEqual([]);
  page = undefined;
  expect(await readFile((await downloadEdition(edition, folder, TERMS)).path)).toEqual(FILE);
});

test.each([
  ['etag', '"first"', '"second"'],
  ['etag', 'W/"first"', 'W/"second"'],
  ['last-modified', 'Tue, 03 Nov 2026 03:05:06 GMT', 'Wed, 04 Nov 2026 03:05:06 GMT'],
] as const)(
  'a refused file with the %s %s is sent again when that is %s',
  async (name, first, second) => {
    const edition = await readEdition(`${origin}/feed.xml`);
    [tagName, tag] = [name, first];
    await refuseEdition(await downloadEdition(edition, folder, TERMS));
    for (const times of [1, 2]) {
      const same = await downloadEdition(edition, folder, TERMS);
      expect(await readFile(same.path)).toEqual(FILE);
      await refuseEdition(same);
      expect({ asked: asked.length, sent }).toEqual({ asked: 1 + times, sent: 1 });
    }
    tag = second;
    for (const _ of [1, 2]) await downloadEdition(edition, folder, TERMS);
    expect({ asked: asked.length, sent }).toEqual({ asked: 4, sent: 2 });
  },
);

test('a refused file without a tag is fetched anew', async () => {
  const edition = await readEdition(`${origin}/feed.xml`);
  tagName = undefined;
  await refuseEdition(await downloadEdition(edition, folder, TERMS));
  expect(await readdir(folder)).toEqual([]);
  await downloadEdition(edition, folder, TERMS);
  expect(sent).toBe(2);
});
