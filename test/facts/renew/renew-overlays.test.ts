import { describe, expect, test } from 'vitest';
import { loadRenewalLimits } from '../../../src/facts/load-country.ts';
import { takeSoundClosures } from '../../../src/facts/renew/guard-overlays.ts';
import { compareClosures, compileClosures } from '../../../src/facts/renew/renew-overlays.ts';
import type { RoadClosures, SectionRecord } from '../../../src/facts/schema/road-closures.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import type { ClosureRow } from '../../../src/upstream/road-database/parse-overlays.ts';
import { NO_CLOSURES } from '../../support/renewals.ts';

const LIMITS = loadRenewalLimits(DATA_DIR);
const TODAY = '2026-11-20';
const FROM = { lat: 61.6, lon: 8 };
const TO = { lat: 61.5, lon: 7.8 };
const ENDS: SectionRecord['ends'] = [
  { name: 'Nedre bom', ...FROM },
  { name: 'Øvre bom', ...TO },
];

/** Known passes: 1 to 20 are closed from 1 November to 20 May, 21 is driven in convoy, 22 is the press's. */
const BEFORE: RoadClosures = {
  ...NO_CLOSURES,
  sections: [
    ...Array.from(
      { length: 20 },
      (_, i): SectionRecord => ({
        ...{ id: String(i + 1), road: 'F55', name: `Fjell ${i + 1}`, kind: 'closed', ends: ENDS },
        closed: { from: '11-01', to: '05-20', others: { from: '10-01', to: '05-31' } },
        ...{ asOf: '2026-09-10', source: 'NVDB type 107 as of 2026-09-10' },
      }),
    ),
    {
      ...{ id: '21', road: 'F63', name: 'Bygda', kind: 'convoy', ends: ENDS },
      notClosed: { from: '10-17', to: '05-01' },
      ...{ asOf: '2026-09-10', source: 'NVDB type 107 as of 2026-09-10' },
    },
    {
      ...{ id: '22', road: 'P', name: 'Vegen', kind: 'closed', ends: ENDS },
      closed: { from: '11-01', to: '05-02' },
      ...{ asOf: '2026-09-10', source: 'press' },
    },
  ],
};

const row = (nvdbId: number, facts: Partial<ClosureRow> = {}): ClosureRow => ({
  nvdbId,
  name: `Fjell ${nvdbId}`,
  road: 'F55',
  isPass: true,
  closed: nvdbId === 21 ? { from: '10-17', to: '05-01' } : { from: '11-01', to: '05-20' },
  night: null,
  days: 201,
  gates: ['Nedre bom', 'Øvre bom'],
  ends: [FROM, TO],
  ...facts,
});
const ROWS = Array.from({ length: 21 }, (_, i) => row(i + 1));
const withFirst = (facts: Partial<ClosureRow>) => [row(1, facts), ...ROWS.slice(1)];

const TERMS = { limits: LIMITS, force: false, hasRoad: () => true };
const take = (rows: readonly ClosureRow[], terms: Partial<typeof TERMS> = {}) =>
  takeSoundClosures({ rows, unreadable: [] }, BEFORE, { ...TERMS, ...terms });
const daysOf = (rows: readonly ClosureRow[], id: string) => {
  const found = compileClosures(BEFORE, BEFORE, { rows }, TODAY).sections.find(
    (one) => one.id === id,
  );
  return found?.kind === 'closed' ? found.closed : undefined;
};

test('what is the same as before changes nothing but the day', () => {
  const { rows, odd, left } = take(ROWS);
  expect([odd, left]).toEqual([[], []]);
  const after = compileClosures(BEFORE, BEFORE, { rows }, TODAY);
  expect(after.meta).toMatchObject({ date: TODAY, counts: { closed: 21, convoy: 1, ferries: 0 } });
  expect(daysOf(rows, '22')).toEqual({ from: '11-01', to: '05-02' });
});

test('other days of a known road are taken, with their count; what other sources say of it stays', () => {
  const { rows, odd } = take(withFirst({ closed: { from: '11-20', to: '05-10' }, days: 172 }));
  expect(odd).toEqual([]);
  expect(daysOf(rows, '1')).toEqual({
    from: '11-20',
    to: '05-10',
    days: 172,
    others: { from: '10-01', to: '05-31' },
  });
  expect(compareClosures(BEFORE, compileClosures(BEFORE, BEFORE, { rows }, TODAY))[0]).toEqual({
    id: '1',
    name: 'Fjell 1',
    before: '11-01 to 05-20',
    after: '11-20 to 05-10, 172 days a year',
  });
});

describe('one odd road keeps its days and is told, and the others go in', () => {
  const other = row(2, { closed: { from: '11-20', to: '05-20' } });
  test.each<[string, Partial<ClosureRow>, string]>([
    ['days day first', { closed: { from: '01-11', to: '01-05' } }, 'which is more than 290 days'],
    ['a closed summer', { closed: { from: '06-01', to: '08-31' } }, 'which is no winter'],
    ['no days', { closed: null }, 'has no closed days any more'],
    [
      'a first day that moves far',
      { closed: { from: '09-01', to: '05-20' } },
      'moves a day by more',
    ],
    [
      'a last day that moves far',
      { closed: { from: '11-01', to: '03-01' } },
      'moves a day by more',
    ],
  ])('%s', (_what, facts, why) => {
    const { rows, odd } = take([row(1, facts), other, ...ROWS.slice(2)]);
    expect(odd).toEqual([expect.stringContaining(`the closed road 1 (Fjell 1) `)]);
    expect(odd[0]).toContain(why);
    expect(daysOf(rows, '1')).toMatchObject({ from: '11-01', to: '05-20' });
    expect(daysOf(rows, '2')).toMatchObject({ from: '11-20', to: '05-20' });
  });

  test('an object with the number of a road of the press', () => {
    expect(take([...ROWS, row(22)]).odd).toEqual([
      expect.stringContaining('has the id of a road of the press'),
    ]);
  });

  test('two rows, none, and one that can not be read', () => {
    expect(take([...ROWS, row(1)]).odd).toEqual([expect.stringContaining('is there twice')]);
    expect(take(ROWS.slice(1)).odd).toEqual([expect.stringContaining('is gone')]);
    const unreadable = [{ line: 'the object 1: property 2074 is not a day', id: 1 }];
    const { odd } = takeSoundClosures({ rows: ROWS.slice(1), unreadable }, BEFORE, TERMS);
    expect(odd).toEqual(['the object 1: property 2074 is not a day (Fjell 1): it keeps its days']);
  });

  test('with --force a day that moves far is taken, one that can not be is not', () => {
    const moved = { closed: { from: '09-01', to: '05-20' } };
    expect(daysOf(take(withFirst(moved), { force: true }).rows, '1')).toMatchObject(moved.closed);
    const summer = { closed: { from: '06-01', to: '08-31' } };
    expect(take(withFirst(summer), { force: true }).odd).toHaveLength(1);
  });
});

test('a road that is open in winter here stays so, and other days than those decided on are told', () => {
  const days = { from: '10-20', to: '05-01' };
  const { odd, rows } = take([...ROWS.slice(0, 20), row(21, { closed: days })], { force: true });
  expect(odd).toEqual([
    'the closed road 21 (Fjell 21) is open in winter here, and closed from 10-20 to 05-01 there: it keeps its days',
  ]);
  expect(daysOf(rows, '21')).toBeUndefined();
});

test('where too many are gone, all keep their days', () => {
  expect(take([])).toMatchObject({ rows: [], odd: [expect.stringContaining('0 of 21')] });
  expect(take(ROWS.slice(3)).odd).toEqual([expect.stringContaining('18 of 21')]);
  const after = compileClosures(BEFORE, BEFORE, { rows: [] }, TODAY);
  expect(after.sections).toEqual(BEFORE.sections);
  expect(after.meta.date).toBe(BEFORE.meta.date);
});

describe('a new road', () => {
  const add = (facts: Partial<ClosureRow>, terms: Partial<typeof TERMS> = {}) =>
    take([...ROWS, row(99, facts)], terms);

  test('enters when it is an official pass whose days, count, gates and road fit together', () => {
    const { rows, left } = add({});
    expect(left).toEqual([]);
    expect(compileClosures(BEFORE, BEFORE, { rows }, TODAY).sections.at(-1)).toEqual({
      id: '99',
      road: 'F55',
      name: 'Fjell 99',
      kind: 'closed',
      ends: ENDS,
      closed: { from: '11-01', to: '05-20', days: 201 },
      asOf: TODAY,
      source: 'NVDB type 107, API les V4',
    });
  });

  test('and stays when it is not renewed, or odd, the next day', () => {
    const first = compileClosures(BEFORE, BEFORE, { rows: add({}).rows }, TODAY);
    const second = compileClosures(BEFORE, first, { rows: take(ROWS).rows }, '2026-11-21');
    expect(second.sections.at(-1)).toMatchObject({ id: '99', asOf: TODAY });
  });

  test.each<[string, Partial<ClosureRow>]>([
    ['is no official pass', { isPass: false }],
    ['has no count of closed days', { days: null }],
    ['is closed on 60 days', { days: 60 }],
    ['has no road number', { road: null }],
    ['has no gates with names', { gates: null }],
    ['is not one line', { ends: null }],
    ['begins where it ends', { ends: [FROM, FROM] }],
    ['is closed from 01-11 to 01-05', { closed: { from: '01-11', to: '01-05' } }],
  ])('%s: it is told by name, and left out', (why, facts) => {
    const { rows, odd, left } = add(facts);
    expect([rows.length, odd]).toEqual([21, []]);
    expect(left).toEqual([expect.stringContaining('the closed road 99 (Fjell 99) on ')]);
    expect(left[0]).toContain(`has no row: it ${why}`);
  });

  test('that lies elsewhere than its road is left out; one without days is no news', () => {
    expect(add({}, { hasRoad: () => false }).left[0]).toContain('does not lie on F55');
    expect(add({ closed: null })).toMatchObject({ odd: [], left: [] });
  });
});

test('a summer ferry whose days are of the press sails on those of type 770; one that type 107 closes keeps its own', () => {
  const [id, name, kind] = ['31', 'A-B', 'closed'] as const;
  const closed = { from: '11-01', to: '03-31' };
  const press = { id, name, kind, ends: ENDS, closed, asOf: '2026-09-10', source: 'press' };
  const before: RoadClosures = {
    ...BEFORE,
    ferries: [
      { ...press, connectionId: '41' },
      { ...press, id: '32', connectionId: '42', source: 'NVDB type 107 as of 2026-09-10' },
    ],
  };
  const season = { from: '05-01', to: '09-30' };
  const seasons = new Map([
    ['41', season],
    ['42', season],
  ]);
  const { ferries } = compileClosures(before, before, { rows: [], seasons }, TODAY);
  expect(ferries).toEqual([
    {
      ...before.ferries[0],
      closed: { from: '10-01', to: '04-30' },
      asOf: TODAY,
      source: 'NVDB type 770, API les V4',
    },
    before.ferries[1],
  ]);
});
