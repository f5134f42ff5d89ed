import { describe, expect, test } from 'vitest';
import { groupBy } from '../../src/base/lists.ts';
import { formatClaimSheet } from '../../src/batch/format-expense.ts';
import { formatClaimPdf } from '../../src/cli/claim-pdf.ts';
import type { Claim } from '../../src/wire/claim.ts';
import type { JourneyQuestion } from '../../src/wire/journey.ts';
import { readJourney } from '../../src/wire/read-journey.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';
import { journeyAnswer } from '../support/journey-answer.ts';
import { readPdf } from '../support/read-pdf.ts';

/** A claim of so many drives on the drawn road. */
async function claimOf(drives: number): Promise<Claim> {
  const question: JourneyQuestion = {
    allowance: true,
    fuel: 'diesel',
    claimant: { name: 'Áilu Čáppa', employer: 'Fiktiv AS' },
    drives: Array.from({ length: drives }, (_, i) => ({
      from: '60,10',
      to: '60.1,10',
      startTime: `2026-11-${String(1 + (i % 28)).padStart(2, '0')}T${String(7 + Math.floor(i / 28) * 2).padStart(2, '0')}:05:00+01:00`,
      purpose: '=Kundemøte; avtale',
      passengers: ['Kari Dikt'],
      km: 31.25,
    })),
  };
  const parsed = await readJourney(question, { nowMs: 0, ferryBounds: NATIONAL_BOUNDS });
  const { claim } = await journeyAnswer(parsed);
  if (claim === undefined) throw new Error('Expected a claim.');
  return claim;
}

describe('a claim', () => {
  test('has what a logbook must hold, and adds up to the øre', async () => {
    const claim = await claimOf(2);
    expect(claim.entries[0]).toMatchObject({
      date: '2026-11-01',
      departure: '07:05',
      purpose: '=Kundemøte; avtale',
      passengers: ['Kari Dikt'],
      km: 31.3,
      tolls: [{ name: '2', nok: 40 }],
      // 31.3 km at 5.30 and a passenger at 1.00.
      allowanceNok: 197.19,
    });
    expect(claim.claimant?.name).toBe('Áilu Čáppa');
    const { tollNok, ferryNok, allowanceNok, totalNok, km } = claim;
    expect(totalNok).toBeCloseTo(tollNok + ferryNok + allowanceNok, 9);
    expect(km).toBe(62.6);
  });

  test('says of a drive without kilometres that they are not in the sum', async () => {
    const at = '2026-11-01T12:00:00+01:00';
    const drives = [{ passages: [{ stationId: '2', at }] }];
    const question = { lines: true, drives } as const;
    const parsed = await readJourney(question, { nowMs: 0, ferryBounds: NATIONAL_BOUNDS });
    const { claim } = await journeyAnswer(parsed);
    expect(claim?.entries[0]).not.toHaveProperty('km');
    expect(claim?.entries[0]?.missing).toEqual([
      expect.stringContaining('kilometres of the drive are not known'),
    ]);
  });

  test('opens as a table in Norwegian Excel: byte order mark, semicolons, decimal commas, no formula', async () => {
    const sheet = formatClaimSheet(await claimOf(1));
    expect(sheet.startsWith('\uFEFFDato;Avreise;')).toBe(true);
    expect(sheet).toContain('\r\n2026-11-01;07:05;');
    expect(sheet).toContain(`"'=Kundemøte; avtale"`);
    expect(sheet).toContain(';31,3;');
    expect(sheet).toContain(';197,19;');
    expect(sheet.trimEnd().split('\r\n')).toHaveLength(3);
  });

  test('says in each row of its table whose it is, and of which car', async () => {
    const claimant = { name: 'Kari Nordmann', employer: '=Firma AS' };
    const claim = { ...(await claimOf(2)), claimant, plate: 'QQ10003' };
    const [head = '', ...rows] = formatClaimSheet(claim).trimEnd().split('\r\n');
    expect(head).toMatch(/;Kjennemerke;Navn;Adresse;Arbeidsgiver$/);
    expect(rows.map((row) => row.split(';').slice(-4).join(';'))).toEqual([
      "QQ10003;Kari Nordmann;;'=Firma AS",
      "QQ10003;Kari Nordmann;;'=Firma AS",
      ';;;',
    ]);
  });

  test('is one page for a month of drives, with its fonts in it, the same bytes each time', async () => {
    const claim = await claimOf(50);
    const at = new Date('2026-12-01T12:00:00Z');
    const pdf = Buffer.from(await formatClaimPdf(claim, at));
    const text = pdf.toString('latin1');
    expect(text.startsWith('%PDF-1.')).toBe(true);
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(text.match(/\/FontFile2 /g)).toHaveLength(2);
    expect(pdf.equals(Buffer.from(await formatClaimPdf(claim, at)))).toBe(true);
  });

  test.each([
    ['Storgata 1\n0155 Oslo', 'Storgata 1, 0155 Oslo'],
    ['Storgata 1,\r\n\r\n 0155 Oslo\n', 'Storgata 1, 0155 Oslo'],
    ['a\rb\vc\fd\u0085e\u2028f\u2029g', 'a, b, c, d, e, f, g'],
    [`${'\n'.repeat(198)}ab`, 'ab'],
    [`a${'\r'.repeat(198)}b`, 'a, b'],
    [' a\tb  c\u00a0d ', 'a b c d'],
    ['a\u0000b\u0007c\u001b[31md', 'a b c [31md'],
    ['\u202ea\u200eb\u2066c\u2069', 'abc'],
    ['\uFEFFa\u200bb\u00adc', 'abc'],
    ['a\ud83d b', 'a\uFFFD b'],
    ['Tolk 😀', 'Tolk 😀'],
    ['Čáppa Kjøkkelvik ẞ €', 'Čáppa Kjøkkelvik ẞ €'],
  ])('prints %j as %j, in one line of each place', async (text, line) => {
    const [entry = expect.fail()] = (await claimOf(1)).entries;
    const texts = await print({
      ...(await claimOf(1)),
      claimant: { name: text, address: text, employer: text },
      entries: [{ ...entry, from: text, to: text, via: [], purpose: text, note: text }],
    });
    const told = texts.map((one) => one.text);
    expect(told.filter((one) => one === line).length).toBeGreaterThanOrEqual(3);
    expect(told).toContain(`Merknader: ${line} (alle).`);
    expect(new Set(texts.map(({ page }) => page)).size).toBe(1);
  });

  test.each(['Møte om anbud i Ålesund. ', 'W', '😀', '👩‍👩‍👧', '\n', 'a\n', 'å', '\t', 'أ'])(
    'prints 200 letters of %j in every place over no other line',
    async (letters) => {
      const text = letters.repeat(200).slice(0, 200);
      const claim = await claimOf(2);
      const [one = expect.fail(), other = expect.fail()] = claim.entries;
      const texts = await print({
        ...claim,
        claimant: { name: text, address: text, employer: text },
        entries: [
          {
            ...one,
            from: text,
            to: text,
            via: [text],
            purpose: text,
            note: text,
            passengers: [text],
          },
          other,
        ],
      });
      const tops = groupBy(texts, ({ page, x }) => `${page} ${x}`);
      for (const column of tops.values()) {
        const ys = column.map(({ y }) => y).toSorted((a, b) => a - b);
        for (const [i, y] of ys.slice(1).entries()) expect(y - (ys[i] ?? 0)).toBeGreaterThan(7);
      }
      expect(texts.every(({ x, y }) => x >= 36 && x < 560 && y > 36 && y < 806)).toBe(true);
    },
  );

  test('tells the arrival of another day below the table, where its column is too narrow', async () => {
    const claim = await claimOf(1);
    const night = { departure: '23:30', arrival: '00:40', arrivalDate: '2026-11-02' };
    const texts = await print({
      ...claim,
      entries: claim.entries.map((entry) => ({ ...entry, ...night })),
    });
    expect(texts.map(({ text }) => text)).toContain('Tider: 23:30–2026-11-02 00:40 (alle).');
  });

  test.each([1, 40, 60, 64, 68, 72])(
    'has its signatures below all other texts of the last page, with notes about %i drives',
    async (drives) => {
      const claim = await claimOf(drives);
      const note = 'Omvei om Vikersund, for veien var stengt av ras. '.repeat(4);
      const texts = await print({
        ...claim,
        entries: claim.entries.map((entry, i) => ({ ...entry, note: `${i} ${note}` })),
      });
      const last = texts.at(-1);
      expect(last?.text).toBe('Attestert');
      const above = texts.filter(({ page }) => page === last?.page).slice(0, -3);
      for (const { y } of above) expect((last?.y ?? 0) - y).toBeGreaterThan(40);
    },
  );

  test('of more drives than one can read on a page goes over several', async () => {
    const pdf = await formatClaimPdf(await claimOf(140), new Date(0));
    const pages = Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g);
    expect(pages).toHaveLength(3);
  });
});

/** The texts of a claim as a page of paper, in their order. */
const print = async (claim: Claim) => readPdf(await formatClaimPdf(claim, new Date(0)));
