import { expect, test, vi } from 'vitest';
import { listReservations } from '../../portal/js/statement/reservations.js';
import { LEFT_OUT } from '../../src/statement/statement.ts';

/** The language of the page, which texts are read by as they are loaded. */
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'nb' } } }));

const CHECKED = {
  rows: 9,
  unpriced: 0,
  billedNok: 0,
  expectedNok: 0,
  differenceNok: 0,
  owedNok: 0,
  vehicles: 1,
  credits: { settled: { lines: 0, nok: 0 }, earlier: { lines: 0, nok: 0 } },
  otherPlates: { lines: 0, nok: 0 },
  dayFirst: false,
  twiceShown: 0,
  findings: [],
  columns: { time: 'Når', plate: 'Bil' },
};
const leftOut = (reason: string, nok: number) => ({
  lines: 2,
  nok,
  reasons: [{ reason, lines: 2, firstLine: 7, nok }],
});

test('which columns were read, and which lines were not, is told with the reason', () => {
  const [left, columns] = listReservations({ ...CHECKED, leftOut: leftOut('no-moment', 65) });
  expect(left).toMatch(/^Utelatt, uten tidspunkt, fra linje 7: 2 \(kr\s65,00\)\.$/);
  expect(columns).toBe('Kolonner som er lest: Når (dato eller tidspunkt), Bil (kjennemerke).');
});

test('what is paid back is told, with the statement that has it', () => {
  const credits = { settled: { lines: 1, nok: -32 }, earlier: { lines: 2, nok: -65.6 } };
  const told = listReservations({
    ...CHECKED,
    credits,
    leftOut: { ...leftOut('', 0), reasons: [] },
  });
  expect(told.slice(0, 2).map((one) => one.replace(/\s/g, ' '))).toEqual([
    'Tilbakebetalt, og trukket fra andre linjer: 1 (kr −32,00).',
    'Tilbakebetalt fra en tidligere faktura: 2 (kr −65,60).',
  ]);
});

test.each(LEFT_OUT)('%s has words of its own', (reason) => {
  const [left] = listReservations({ ...CHECKED, leftOut: leftOut(reason, 0) });
  expect(left).toMatch(/^Utelatt, [a-zæøå ]+, fra linje 7: 2\.$/);
});
