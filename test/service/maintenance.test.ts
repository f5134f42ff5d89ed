import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { putOwnMapInForce, readMapFile } from '../../src/network/own-map.ts';
import { buildNetwork } from '../../src/service/maintenance.ts';
import { drawFile } from '../support/drawn-ruteplan.ts';
import { tempHome } from '../support/temp-home.ts';
import { zip } from '../support/zip.ts';

/** The edition in force. */
const EDITION = '2026-11-01T00:00:00Z';

const NO_FEED = { renew: false } as never;

/** A publisher whose newest edition was made at a moment. @param content absent: its file is gone. */
async function publish(updated: string, content?: Buffer) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, reply) => {
    asked.push(url);
    if (url !== '/feed.xml')
      return void (content === undefined ? reply.writeHead(404).end() : reply.end(content));
    reply.end(`<feed><entry><updated>${updated}</updated>
<link href="/0000_Norge_25833_SpatiaLite.zip"/></entry></feed>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { asked, feed: `http://127.0.0.1:${port}/feed.xml` };
}

const LINK = {
  linkid: 1,
  fromnode: 1,
  tonode: 2,
  line: [
    [270_000, 7_040_000],
    [271_000, 7_040_000],
  ],
} as const;

/** A home in which the network of a drawn file is in force. */
async function openHome() {
  const home = tempHome();
  const path = await drawFile({ links: [LINK] });
  await buildNetwork({ home, roadNetwork: NO_FEED }, { ruteplan: path, ifNewer: false }, () => {});
  const map = { ...(await readMapFile(path)), edition: EDITION, form: 'ruteplan' as const };
  await putOwnMapInForce(home, map);
  return { home, path };
}

const download = (home: string, feed: string, onProgress: (step: string) => void = () => {}) =>
  buildNetwork(
    { home, roadNetwork: { feed } as never },
    { ruteplan: 'download', ifNewer: true },
    onProgress,
  );

test.each([
  ['an older edition', '2026-08-01T00:00:00Z'],
  ['the same edition with its moment written otherwise', '2026-11-01T01:00:00+01:00'],
])('--if-newer does not fetch %s', async (_, updated) => {
  const { asked, feed } = await publish(updated);
  const { home, path } = await openHome();
  const built = await download(home, feed);
  expect(built).toMatchObject({ ruteplan: path });
  expect(asked).toEqual(['/feed.xml']);
  expect(JSON.parse(await readFile(join(home, 'network/own.json'), 'utf8'))).toMatchObject({
    edition: EDITION,
  });
});

test('--if-newer fetches a newer edition, and the network before stays where that fails', async () => {
  const { asked, feed } = await publish('2026-12-01T00:00:00Z');
  const { home, path } = await openHome();
  await expect(download(home, feed)).rejects.toThrow('answers with status 404.');
  expect(asked).toEqual(['/feed.xml', '/0000_Norge_25833_SpatiaLite.zip']);
  expect(JSON.parse(await readFile(join(home, 'network/own.json'), 'utf8'))).toMatchObject({
    path,
  });
});

test.each([
  [
    'that is only a piece of the country',
    () => drawFile({ links: [LINK] }),
    /2026-12-01T00-00-00Z\.zip has 1 links, and the whole country at least 1500000\.$/,
  ],
  [
    'without a road for cars',
    () => drawFile({ links: [{ ...LINK, oneway: 'N' }] }),
    /2026-12-01T00-00-00Z\.zip holds no road that cars may drive on\.$/,
  ],
  [
    'with lines in another system',
    () => drawFile({ links: [LINK], srid: 4326 }),
    /2026-12-01T00-00-00Z\.zip has lines in EPSG:4326, not in EPSG:25833\.$/,
  ],
])('an edition %s does not come in force, and is fetched anew', async (_, draw, why) => {
  const { home, path } = await openHome();
  const bad = zip('Ruteplan.sqlite', await readFile(await draw()), 8);
  const { asked, feed } = await publish('2026-12-01T00:00:00Z', bad);
  for (const fetched of [1, 2]) {
    await expect(download(home, feed)).rejects.toThrow(why);
    expect(asked.filter((url) => url.endsWith('.zip'))).toHaveLength(fetched);
  }
  expect(JSON.parse(await readFile(join(home, 'network/own.json'), 'utf8'))).toMatchObject({
    path,
  });
});

test('an edition whose building is broken off is not fetched again', async () => {
  const { home, path } = await openHome();
  const piece = zip('Ruteplan.sqlite', await readFile(path), 8);
  const { asked, feed } = await publish('2026-12-01T00:00:00Z', piece);
  const breakOff = (step: string) => {
    if (step.startsWith('unpacking')) throw new Error('broken off');
  };
  for (const _ of [1, 2])
    await expect(download(home, feed, breakOff)).rejects.toThrow('broken off');
  expect(asked.filter((url) => url.endsWith('.zip'))).toHaveLength(1);
});
