import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { formatOsloInstant } from '../../src/base/oslo-time.ts';
import { readStatement } from '../../src/batch/read-statement.ts';
import { table } from '../support/table.ts';

const shown = (bytes: Uint8Array, columns?: Record<string, string>) =>
  readStatement(bytes, columns).map(({ line, atMs, station, ore, plate = '' }) =>
    `${line} ${formatOsloInstant(atMs).slice(0, 19)} ${station} ${ore} ${plate}`.trim(),
  );

const NORWEGIAN =
  'Passeringer i november;;\r\n\r\nDato;Klokkeslett;Bomstasjon;Beløp;Regnr\r\n20.11.2026;08.05;Åsane;kr 1 033,60;qq 10001\r\nSum;;;1 033,60;\r\n';
const READ = ['4 2026-11-20T08:05:00 Åsane 103360 QQ10001'];

test('UTF-8 with a mark and without, UTF-16 and Windows 1252 read the same', () => {
  const utf8 = Buffer.from(NORWEGIAN);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(NORWEGIAN, 'utf16le')]);
  // All its letters have the same number in both.
  const windows = Buffer.from(NORWEGIAN, 'latin1');
  for (const bytes of [
    utf8,
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]),
    utf16,
    windows,
  ])
    expect(shown(bytes)).toEqual(READ);
});

test.each(
  table<'text' | 'read' | 'because'>(`
    text                                                      | read                                  | because
    Time,Station,Amount~2026-11-20T08:05:00+01:00,North,33.60 | 2 2026-11-20T08:05:00 North 3360      | English, commas and an instant
    sep=;~Tidspunkt;Sted;Pris~2026-11-20 8:05:07;North;33     | 3 2026-11-20T08:05:07 North 3300      | the line that Excel writes, seconds, whole kroner
    Dato;Tid;Stasjon;Sum~20.11.26;kl. 08:05;North;-12,00      | 2 2026-11-20T08:05:00 North -1200     | a credit, and a short year
    "Dato";"Tid";"Stasjon";"Sum"~"20.11.2026";"08:05";"A; B";"1.234,50 kr" | 2 2026-11-20T08:05:00 A; B 123450 | quotes, and thousands
  `),
)('reads $because', ({ text, read }) => {
  expect(shown(Buffer.from(text.replaceAll('~', '\n')))).toEqual([read]);
});

test('reads tabs', () => {
  const text = 'Timestamp\tStation\tAmount\n20/11/2026 08:05\tNorth\t33,60\n';
  expect(shown(Buffer.from(text))).toEqual(['2 2026-11-20T08:05:00 North 3360']);
});

test('columns may be named', () => {
  const text = 'Når;Hvor;Kr\n20.11.2026 08:05;North;33,60\n';
  expect(() => readStatement(Buffer.from(text))).toThrow(
    '--columns time=NAME,station=NAME,amount=NAME',
  );
  const columns = { time: 'Når', station: 'Hvor', amount: 'Kr' };
  expect(shown(Buffer.from(text), columns)).toEqual(['2 2026-11-20T08:05:00 North 3360']);
});

test('a line that cannot be read is named by its number, and never quoted', () => {
  const read = (row: string) => readStatement(Buffer.from(`Dato;Tid;Stasjon;Sum\n${row}\n`));
  expect(() => read('31.02.2026;08:05;Secret;12')).toThrow(
    'Line 2 of the statement has no moment that can be read.',
  );
  expect(() => read('20.11.2026;08:05;Secret;much')).toThrow(
    'Line 2 of the statement has no amount that can be read.',
  );
});

test('a damaged statement is read or refused with one sentence that never quotes it', () => {
  const whole = Buffer.from(NORWEGIAN.replace('Åsane', 'Hemmelig'));
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.nat({ max: 20 }),
    put: fc.uint8Array({ maxLength: 6 }),
  });
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 4 }), (damages) => {
      let bytes = whole;
      for (const { at, drop, put } of damages) {
        const from = Math.floor(at * bytes.length);
        bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + drop)]);
      }
      try {
        for (const { atMs, ore } of readStatement(bytes)) {
          expect(Number.isFinite(atMs)).toBe(true);
          expect(Number.isInteger(ore)).toBe(true);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(Fault);
        expect((error as Fault).publicMessage).not.toContain('Hemmelig');
      }
    }),
    { numRuns: 400 },
  );
});

test('a statement has so many lines at most as its reader sets', () => {
  const bytes = Buffer.from('Dato;Stasjon;Sum\n20.11.2026 07:45;Nord;41,00\n');
  expect(readStatement(bytes, {}, 2)).toHaveLength(1);
  const two = Buffer.concat([bytes, Buffer.from('20.11.2026 08:45;Nord;41,00\n')]);
  expect(() => readStatement(two, {}, 2)).toThrow('more than 2 lines');
});
