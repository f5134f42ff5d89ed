import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compileFile, type DrawnFile, drawFile, type Place } from '../../support/drawn-ruteplan.ts';

const LINE: readonly Place[] = [
  [270_000, 7_040_000],
  [270_100, 7_040_000],
];
const link = (facts: Readonly<Record<string, unknown>> = {}) => ({
  linkid: 1,
  fromnode: 1,
  tonode: 2,
  line: LINE,
  ...facts,
});

test.each<[string, DrawnFile, RegExp]>([
  [
    'a column',
    { links: [link()], without: ['oneway', 'speedbw'] },
    /^\S+ lacks oneway, speedbw in ruttger_link_geom\.$/,
  ],
  [
    'the reference system',
    { links: [link()], srid: 25832 },
    /^\S+ has lines in EPSG:25832, not in EPSG:25833\.$/,
  ],
  [
    'a column of the turns',
    { links: [link()], tables: { turnrestrictions: [{ fromLinkID: 1, toLinkID: 1 }] } },
    /^\S+ lacks fromtonode in turnrestrictions\.$/,
  ],
])('a file without %s is refused with one sentence that names it', async (_, file, sentence) => {
  const path = await drawFile(file);
  await expect(compileFile(path)).rejects.toThrow(sentence);
});

test('what is no SQLite file is refused with one sentence', async () => {
  const path = await drawFile({ links: [link()] });
  await writeFile(path, 'no database at all, and long enough to be read as a page of one');
  await expect(compileFile(path)).rejects.toThrow(/^\S+ is no road network: .*not a database/);
  await expect(compileFile(`${path}.gone`)).rejects.toThrow(
    `${path}.gone can not be read (ENOENT).`,
  );
});

test('columns that nobody knows are listed and do no harm; those of a piece that it lacks, too', async () => {
  const path = await drawFile({
    links: [link({ fart_ny: 3, andre: 'x', maxweight: null })],
    without: ['routeid', 'isferry'],
  });
  const { report } = await compileFile(path);
  expect(report.notes).toEqual([
    'columns of ruttger_link_geom that are not known: andre, fart_ny',
    'ruttger_link_geom is a piece without routeid, isferry',
  ]);
});

test('numbers are read whether the file has them as numbers or as text', async () => {
  const path = await drawFile({
    links: [
      link({ linkid: '1', fromnode: ' 1', roadclass: '6', speedfw: '50', drivetime_fw: '0.17520' }),
    ],
  });
  const { report } = await compileFile(path);
  expect(report.speeds).toEqual({ checked: 2, agreeing: 2, withoutFactor: 0 });
});

test('a class without factor takes the minutes of the file, and is counted', async () => {
  const facts = { roadclass: 8, drivetime_fw: 1, drivetime_bw: 2 };
  const { prepared, report } = await compileFile(await drawFile({ links: [link(facts)] }));
  expect([...prepared.network.times.ofEdge]).toEqual([60_000, 120_000]);
  expect(report.speeds?.withoutFactor).toBe(1);
});
