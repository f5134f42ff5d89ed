import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { formatClaimSheet } from '../../src/batch/format-expense.ts';
import { formatClaimPdf } from '../../src/cli/claim-pdf.ts';
import type { Claim } from '../../src/wire/claim.ts';
import type { JourneyQuestion } from '../../src/wire/journey.ts';
import { readJourney } from '../../src/wire/read-journey.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';
import { journeyAnswer } from '../support/journey-answer.ts';

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

  test('prints no line over another one, however a text is written', async () => {
    const claim = await claimOf(2);
    const [entry] = claim.entries;
    const written = {
      ...claim,
      claimant: { name: 'N'.repeat(200), address: 'Storgata 1\n0155 Oslo\nNorge', employer: 'E' },
      entries: entry ? [{ ...entry, purpose: 'Møte\nog\nmat' }, entry] : [],
    };
    const tops = listTops(Buffer.from(await formatClaimPdf(written, new Date(0))));
    const between = [...tops.values()].flatMap((ys) =>
      ys.toSorted((a, b) => a - b).flatMap((y, i, all) => (i === 0 ? [] : y - (all[i - 1] ?? 0))),
    );
    expect(between.length).toBeGreaterThan(20);
    expect(Math.min(...between)).toBeGreaterThan(7);
  });

  test('of more drives than one can read on a page goes over several', async () => {
    const pdf = await formatClaimPdf(await claimOf(140), new Date(0));
    const pages = Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g);
    expect(pages).toHaveLength(3);
  });
});

/** Where the texts of a document stand, by their distance from the left. Points. */
function listTops(pdf: Buffer): Map<string, number[]> {
  const tops = new Map<string, number[]>();
  for (const [, begin = ''] of pdf
    .toString('latin1')
    .matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const bytes = Buffer.from(begin, 'latin1');
    const page = bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : '';
    for (const [, x = '', y = ''] of page.matchAll(/1 0 0 1 (\S+) (\S+) Tm/g))
      tops.set(x, [...(tops.get(x) ?? []), Number(y)]);
  }
  return tops;
}
