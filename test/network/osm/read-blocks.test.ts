import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { compileOsm, readOsmTerms } from '../../../src/network/osm/compile-osm.ts';
import { readBlocks } from '../../../src/network/osm/read-blocks.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { formatOsmFile } from '../../support/osm-file.ts';
import { tempHome } from '../../support/temp-home.ts';

const DATA = {
  nodes: [1, 2, 3].map((id) => ({ id, at: { lat: 60 + id / 1000, lon: 10 } })),
  ways: [{ id: 1, nodeIds: [1, 2, 3], tags: { highway: 'trunk', ref: 'E 6' } }],
};
const WHOLE = formatOsmFile(DATA);
const TERMS = readOsmTerms(DATA_DIR);

let path = '';
beforeEach(async () => {
  path = join(tempHome(), 'map.osm.pbf');
});

/** What reading all of the file fails with. */
async function failureOf(bytes: Uint8Array): Promise<string | undefined> {
  await writeFile(path, bytes);
  try {
    for await (const block of readBlocks(path)) block.unpack();
  } catch (cause) {
    return (cause as Error).message.replace(path, 'FILE');
  }
  return undefined;
}

test('the blocks of a file come in order', async () => {
  await writeFile(path, WHOLE);
  const blocks = [];
  for await (const block of readBlocks(path)) blocks.push(block);
  expect(blocks.map(({ type, index }) => [index, type])).toEqual([
    [0, 'OSMHeader'],
    [1, 'OSMData'],
    [2, 'OSMData'],
  ]);
});

test('a block that is not packed holds the same as a packed one', async () => {
  const contents = async (packing: 'zlib' | 'raw') => {
    await writeFile(path, formatOsmFile(DATA, { packing }));
    const all = [];
    for await (const block of readBlocks(path)) all.push(Buffer.from(block.unpack()));
    return all;
  };
  expect(await contents('raw')).toEqual(await contents('zlib'));
});

describe('a file that is no map fails in one sentence that says what it is', () => {
  test.each<[string, Uint8Array, string]>([
    ['nothing', Buffer.alloc(0), 'FILE is empty.'],
    ['text', Buffer.from('hello, this is no map at all'), 'FILE is not an .osm.pbf file.'],
    ['one byte', Buffer.from([0]), 'FILE is not an .osm.pbf file.'],
    ['zeros', Buffer.alloc(500), 'FILE is not an .osm.pbf file.'],
    [
      'a map packed with gzip',
      gzipSync(WHOLE),
      'FILE is packed with gzip, and no .osm.pbf: unpack it first.',
    ],
    [
      'bzip2',
      Buffer.from('BZh91AY&SY'),
      'FILE is packed with bzip2, and no .osm.pbf: download the .osm.pbf instead.',
    ],
    [
      'XML',
      Buffer.from('<?xml version="1.0"?><osm/>'),
      'FILE is XML, and no .osm.pbf: convert it with "osmium cat", or download the .osm.pbf.',
    ],
    [
      'an archive',
      Buffer.from('PK\u0003\u0004rest'),
      'FILE is a zip archive, and no .osm.pbf: unpack it first.',
    ],
    [
      'a map without its head',
      WHOLE.subarray(WHOLE.indexOf('OSMData') - 6),
      'FILE is not an .osm.pbf file.',
    ],
    [
      'blocks packed with lz4',
      formatOsmFile(DATA, { packing: 'lz4' }),
      'FILE is packed with lz4: pack it anew with "osmium cat -f pbf,pbf_compression=zlib".',
    ],
  ])('%s', async (_, bytes, sentence) => {
    expect(await failureOf(bytes)).toBe(sentence);
  });

  test('a folder, and a file that is not there', async () => {
    const read = async (file: string) => {
      for await (const block of readBlocks(file)) block.unpack();
    };
    await expect(read(path)).rejects.toThrow(`${path} can not be read (ENOENT).`);
    await expect(read(join(path, '..'))).rejects.toThrow(/ can not be read \(EISDIR\)\.$/);
  });
});

test('wherever a file is cut, either whole blocks are left or it is said to be cut short', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: WHOLE.length - 1 }), async (length) => {
      const failure = await failureOf(WHOLE.subarray(0, length));
      const isWhole = [WHOLE.indexOf('OSMData'), WHOLE.lastIndexOf('OSMData')]
        .map((at) => at - 6)
        .includes(length);
      if (isWhole) expect(failure).toBeUndefined();
      else if (length < 4 + WHOLE.readUInt32BE(0))
        expect(failure).toBe('FILE is not an .osm.pbf file.');
      else
        expect(failure).toBe(
          'FILE ends in the middle of a block: it has not been downloaded or copied whole.',
        );
    }),
    { numRuns: 60 },
  );
});

test('whatever byte is wrong, the file is read, or refused in one sentence that names it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: WHOLE.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom(WHOLE, formatOsmFile(DATA, { packing: 'raw' })),
      async (at, change, file) => {
        const bytes = Buffer.from(file);
        const index = at % bytes.length;
        bytes[index] = (bytes[index] as number) ^ change;
        await writeFile(path, bytes);
        const failure = await compileOsm(
          path,
          { ...TERMS, facts: { stations: [] } },
          () => {},
        ).then(
          () => undefined,
          (cause: Error) => cause.message,
        );
        if (failure !== undefined) expect(failure).toMatch(/^\S+map\.osm\.pbf [^\n]+\.$/);
      },
    ),
    { numRuns: 150 },
  );
});
