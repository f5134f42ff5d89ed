/** A version is put in force when a server can open it, and not before. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openFacts } from '../../../src/facts/open-facts.ts';
import { loadRenewable, putInForce } from '../../../src/facts/renew/put-in-force.ts';
import type { RenewedData } from '../../../src/facts/renew/renew-data.ts';
import { type LeanData, leanData } from '../../support/lean-data.ts';
import { rowsOf } from '../../support/renewals.ts';
import { tempHome } from '../../support/temp-home.ts';

let folder: LeanData;
let home = '';
beforeEach(async () => {
  folder = await leanData();
  home = tempHome();
});

/** The bundled data as a renewal of this day would give it. */
const renewedOn = (day: string): RenewedData => ({
  ...loadRenewable({ bundled: folder.data }),
  day,
  undecided: [],
});

const put = (renewed: RenewedData, usesNetwork = false) =>
  putInForce(
    { renewed, rows: { ...rowsOf(), links: [] } },
    {
      folders: { data: folder.data, home },
      roadDatabase: { url: 'http://127.0.0.1:1', contact: 'nobody' },
      clock: { now: () => Date.parse('2026-11-21T10:00:00Z') },
      usesNetwork,
      onProgress: () => {},
    },
  );

/** What a server would open, and all that lies beside it. */
async function inForce() {
  const { version, problems } = await openFacts({ data: folder.data, home });
  return { version: version?.version, problems, files: (await readdir(join(home, 'data'))).sort() };
}

/** Expects a sentence, and everything as it was before. */
async function expectRefused(making: () => Promise<unknown>, sentence: RegExp) {
  const { version } = await put(renewedOn('2026-11-20'));
  const before = await inForce();
  expect(before).toEqual({ version, problems: [], files: [version, 'current'] });
  await expect(making()).rejects.toThrow(sentence);
  expect(await inForce()).toEqual(before);
}

test('a version that can be opened is in force', async () => {
  const { version } = await put(renewedOn('2026-11-20'));
  const newer = await put(renewedOn('2026-11-21'));
  const { version: now, problems, files } = await inForce();
  expect([now, problems]).toEqual([newer.version, []]);
  expect(files).toEqual([version, newer.version, 'current']);
});

/** The data with its first record changed. */
const withFirst = <Row>([first, ...rest]: readonly Row[], facts: object): Row[] =>
  first === undefined ? [] : [{ ...first, ...facts }, ...rest];

const DRAFTS: readonly (readonly [string, (data: RenewedData) => Partial<RenewedData>, RegExp])[] =
  [
    [
      'a station of a project that there is not',
      ({ stations }) => ({ stations: withFirst(stations, { project: 'nowhere' }) }),
      /^toll-stations\.json, [^\n]*nowhere[^\n]*$/,
    ],
    [
      'a quay without an id',
      ({ quays }) => ({ quays: withFirst(quays, { id: undefined }) }),
      /^ferry-quays\.json, quays 0[^\n]*$/,
    ],
    [
      'a camera at 0, 0',
      ({ cameras }) => ({ cameras: withFirst(cameras, { lat: 0, lon: 0 }) }),
      /^speed-cameras\.json, cameras 0[^\n]*$/,
    ],
  ];

test.each(DRAFTS)('%s leaves the data in force, and no trace', async (_what, change, sentence) => {
  const sound = renewedOn('2026-11-21');
  await expectRefused(() => put({ ...sound, ...change(sound) }), sentence);
});

test('a road network that can not be built leaves the data in force, and no trace', async () => {
  const making = async () => {
    await folder.put('road-network/speeds.json', '{}');
    return put(renewedOn('2026-11-21'), true);
  };
  await expectRefused(making, /^road-network\/speeds\.json is damaged [^\n]*$/);
});

test('a road network that nobody uses may be out of order', async () => {
  await folder.put('road-network/speeds.json', '{}');
  const { version } = await put(renewedOn('2026-11-21'), false);
  expect((await inForce()).version).toBe(version);
});
