import { describe, expect, test, vi } from 'vitest';
import { type Checked, toCsv, toLetter } from '../../portal/js/statement/findings.js';
import { readDrives } from '../../portal/js/statement/read-drives.js';

/** The language of the page, which texts are read by as they are loaded. */
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'nb' } } }));

const DRIVE = { from: 'Lysaker', to: 'Oslo', startTime: '2026-11-20T07:45:00+01:00' };

describe('drives as a person writes them', () => {
  test.each([
    ['Lysaker; Oslo; 20.11.2026 07:45', [DRIVE]],
    ['Lysaker; Oslo; 2026-11-20 07.45; nei', [DRIVE]],
    ['Lysaker; Oslo; 20.11.2026 kl. 7:45; tur-retur', [{ ...DRIVE, return: true }]],
    ['Lysaker\tOslo\t2026-11-20T07:45:00+01:00\tja', [{ ...DRIVE, return: true }]],
    ['Fra; Til; Avreise; Retur\r\n\r\nLysaker; Oslo; 20.11.2026 07:45;\r\n', [DRIVE]],
    ['Lysaker; Oslo; 1.7.2026 07:45', [{ ...DRIVE, startTime: '2026-07-01T07:45:00+02:00' }]],
    ['', []],
  ])('%j', (text, drives) => expect(readDrives(text)).toEqual({ drives }));

  test.each([
    ['Lysaker; Oslo', 1],
    ['Lysaker; Oslo; 20.11.2026 07:45\n; Oslo; 20.11.2026 07:45', 2],
    ['Lysaker; Oslo; i går', 1],
    ['Lysaker; Oslo; 20.11.2026 07:45; kanskje', 1],
    ['{"drives": ', 1],
    ['{"fuel": "diesel"}', 1],
  ])('%j is refused at line %i', (text, line) => expect(readDrives(text)).toBe(line));

  test('the question of a journey brings its vehicle, and no names', () => {
    const journey = { fuel: 'diesel', claimant: { name: 'Kari' }, drives: [DRIVE] };
    expect(readDrives(JSON.stringify(journey))).toEqual({
      drives: [DRIVE],
      vehicle: { fuel: 'diesel' },
    });
  });
});

test('drives alone as JSON leave the vehicle to the form', () => {
  for (const written of [
    [DRIVE],
    { drives: [DRIVE] },
    { claimant: { name: 'Kari' }, drives: [DRIVE] },
  ])
    expect(readDrives(JSON.stringify(written))).toEqual({ drives: [DRIVE] });
});

test('what is told beside the vehicle leaves it to the form, and goes along', () => {
  const beside = { passagesThisMonth: 'oslo:12', lines: '1' };
  expect(readDrives(JSON.stringify({ ...beside, drives: [DRIVE] }))).toEqual({
    drives: [DRIVE],
    beside,
  });
  expect(readDrives(JSON.stringify({ ...beside, heavy: true, drives: [DRIVE] }))).toEqual({
    drives: [DRIVE],
    vehicle: { heavy: true },
    beside,
  });
});

const FINDING = {
  kind: 'tag-not-used',
  line: 5,
  at: '2026-11-03T07:40:00+01:00',
  station: 'Ring 3; Gaustad',
  billedNok: 1250,
  expectedNok: 1240.5,
  differenceNok: 9.5,
  owedNok: 9.5,
  estimated: false,
  source: 'a source',
  reason: 'English.',
};
const checkedOf = (finding: Partial<Checked['findings'][number]>): Checked => ({
  rows: 9,
  vehicles: 1,
  owedNok: 9.5,
  credits: { settled: { lines: 0, nok: 0 }, earlier: { lines: 0, nok: 0 } },
  otherPlates: { lines: 0, nok: 0 },
  unpriced: 0,
  billedNok: 1250,
  expectedNok: 1240.5,
  differenceNok: 9.5,
  leftOut: { lines: 0, nok: 0 },
  dayFirst: false,
  twiceShown: 0,
  findings: [{ ...FINDING, ...finding }],
});

test('the table opens in Norwegian Excel: semicolons, decimal commas, the mark of UTF-8', () => {
  const [head, row] = toCsv(checkedOf({})).split('\r\n');
  expect(head).toBe(
    '\ufeffLinje;Når;Stasjon;Fakturert;Skulle vært;For mye;Anslag;Funn;Begrunnelse',
  );
  expect(row).toMatch(
    /^5;2026-11-03 07:40;"Ring 3; Gaustad";1250,00;1240,50;9,50;;Uten brikkerabatt;"Ring 3; Gaustad, 3\. nov\. 2026, 07:40: fakturert/,
  );
});

test.each([
  '=HYPERLINK("x")',
  '@SUM(1)',
  '+1',
  '-cmd',
  "-2+3+cmd|' /C calc'!A0",
  '\t=1',
  '\uff1d1',
  ' =1+1',
  '\n=1',
])('%j of a statement is no formula, wherever it stands', (station) => {
  const cells = toCsv(checkedOf({ station })).split('\r\n')[1]?.split(';') ?? [];
  const begun = (cell = '') => cell.replace(/^"/, '').slice(0, 2);
  expect([begun(cells[2]), begun(cells[8])]).toEqual([`'${station[0]}`, `'${station[0]}`]);
});

test('what is less than billed keeps its sign, and what is not known is empty', () => {
  const rest = { expectedNok: 0, differenceNok: -33.6, billedNok: 0 };
  expect(toCsv(checkedOf(rest))).toContain(';0,00;0,00;-33,60;');
  const { expectedNok: _, differenceNok: __, ...open } = FINDING;
  expect(toCsv({ ...checkedOf({}), findings: [open] })).toContain(';1250,00;;;');
});

test('a line that is asked back in part says how much of it', () => {
  const letter = toLetter({ ...checkedOf({ owedNok: 2.5 }), owedNok: 2.5 });
  expect(letter).toMatch(/Av dette kreves kr\s2,50 tilbake: /);
  expect(toLetter(checkedOf({}))).not.toContain('Av dette');
});

test('a letter names each line that is billed too much, its sums, why, and the tariff', () => {
  expect(toLetter(checkedOf({}))).toMatch(
    /^Jeg ber om .*\n\n- Linje 5: Ring 3; Gaustad, .* fakturert kr\s1\s250,00, skulle vært kr\s1\s240,50\. Prisen uten brikke er fakturert\. Takst: a source\.\n\nSamlet for mye fakturert: kr\s9,50\.$/,
  );
});

test('what is billed too little, or can not be judged, is not written to the operator, and is in no sum', () => {
  const { owedNok: _, ...notOwed } = FINDING;
  const missing = { ...notOwed, kind: 'not-billed', billedNok: 0, differenceNok: -1240.5 };
  const { expectedNok: __, differenceNok: ___, ...unknown } = notOwed;
  const both = { ...checkedOf({}), findings: [missing, FINDING, unknown], differenceNok: -1231 };
  expect(toLetter(both)).toBe(toLetter(checkedOf({})));
  expect(toLetter({ ...both, findings: [missing, unknown] })).toBe('');
  expect(toCsv(both).trim().split('\r\n')).toHaveLength(4);
});

test('a guess is marked in the table, and stands in no letter', () => {
  const { owedNok: _, ...notOwed } = FINDING;
  const guessed = { ...checkedOf({}), owedNok: 0, findings: [{ ...notOwed, estimated: true }] };
  expect(toLetter(guessed)).toBe('');
  expect(toCsv(guessed)).toContain(';9,50;ja;Uten brikkerabatt;');
});

test('a letter says where what should be billed is no more than a most, and names all lines', () => {
  const letter = toLetter(checkedOf({ atMost: true, andLines: [6] }));
  expect(letter).toMatch(/- Linje 5, 6: .* skulle vært høyst kr\s1\s240,50\./);
  expect(letter).toMatch(/Samlet for mye fakturert: minst kr\s9,50\.$/);
});

test('a finding that the page has no words for is told by its code, not in English', () => {
  const letter = toLetter(checkedOf({ kind: 'new-kind' }));
  expect(letter).toMatch(/skulle vært kr\s1\s240,50\. .*new-kind/);
  expect(letter).not.toContain('English.');
});
