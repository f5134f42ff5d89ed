import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { priceBatch } from '../../src/batch/price-batch.ts';
import { openRowPricer } from '../../src/batch/price-row.ts';
import { answer } from '../support/answer.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veipris-damaged-'));
});
afterAll(() => rm(folder, { recursive: true }));

const TRIP = '59.9,10.7;60.4,5.3';

const TABLE = Buffer.concat([
  Buffer.from(`sep=;\r\nfrom;to;note;__proto__\r\n${TRIP};one;\r\n${TRIP};5" pipe;\r\n\r\n`),
  Buffer.from(
    `${TRIP};"open;x\r\n${TRIP};"a\r\nb";y\r\n${TRIP};S\u00f8r;z\r\n${TRIP}\r\n`,
    'latin1',
  ),
  Buffer.from(`${TRIP};" S\u00f8r ";\r\n"\r\n`),
]);

async function price(outPath: string): Promise<number> {
  const inPath = join(folder, 'damaged.csv');
  await writeFile(inPath, TABLE);
  const { rows } = await priceBatch(
    { inPath, outPath, defaults: {} },
    {
      openPricer: (rowTerms) =>
        openRowPricer(rowTerms, {
          terms: { nowMs: 0, ferryBounds: NATIONAL_BOUNDS },
          answerRoute: async () => answer(),
          retryTimer: { start: () => () => undefined },
        }),
      onNote: () => undefined,
      onRow: () => undefined,
    },
  );
  return rows;
}

test.each(['csv', 'ndjson'])(
  'a table with damaged rows, cut off after any of its rows, is gone on with in %s',
  async (ending) => {
    const [whole, cut] = ['whole', 'cut'].map((name) => join(folder, `${name}.${ending}`));
    if (whole === undefined || cut === undefined) throw new Error('Expected two names.');
    expect(await price(whole)).toBe(8);
    const bytes = await readFile(whole);
    expect(bytes.toString().match(/Line \d+ is not/g)).toEqual(
      [4, 6, 9, 12].map((no) => `Line ${no} is not`),
    );
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', end + 1)) {
      await writeFile(cut, bytes.subarray(0, end + 1));
      await price(cut);
      expect(await readFile(cut, 'utf8')).toBe(bytes.toString());
      await rm(cut);
    }
  },
);
