import { expect, test } from 'vitest';
import { openSeasonRouter } from '../../../src/network/planning/season-router.ts';
import type { Drive } from '../../../src/routing/drive.ts';
import type { Closing } from '../../../src/routing/router.ts';
import { table } from '../../support/table.ts';

const HOUR_MS = 3_600_000;

interface Way {
  readonly name: string;
  readonly hours: number;
  readonly ride?: number;
  readonly section?: number;
  /** Absent: there are none. */
  readonly tolls?: number;
}

/** A ferry, a road over a pass that is closed in winter, and a long way round both. Hours. */
const WAYS: readonly Way[] = [
  { name: 'ferry', hours: 3, ride: 0 },
  { name: 'pass', hours: 4, section: 0 },
  { name: 'round', hours: 6 },
];

const TERMS: Parameters<typeof openSeasonRouter>[0] = {
  ids: ['pass'],
  sections: [
    {
      id: 'pass',
      name: 'Passet',
      line: 'road',
      ends: [
        { lat: 61, lon: 8 },
        { lat: 61.2, lon: 8 },
      ],
      rule: { kind: 'closed', closed: { from: '11-01', to: '05-01' } },
    },
  ],
  usualWaitMs: Int32Array.of(0),
  waitFrom: () => () => ({ earlyMs: 0, meanMs: 0, lateMs: 0 }),
  endedOn: () => [],
};

/** The name of the way that is driven from a moment on, with so many hours of waiting for the ferry, and at the gate of the pass. */
async function drive(
  time: string,
  waitHours: number,
  {
    gateHours = 0,
    ways = WAYS,
    ...terms
  }: Partial<typeof TERMS> & { readonly gateHours?: number; readonly ways?: readonly Way[] } = {},
) {
  const router = openSeasonRouter({ ...TERMS, ...terms });
  const find = async (closing: Closing) => {
    const way = ways.find(
      ({ ride, section }) =>
        !(ride !== undefined && closing.laidUp?.includes(ride)) &&
        !(section !== undefined && closing.closed.includes(section)),
    );
    if (way === undefined) return [];
    const waitMs = way.ride === undefined ? 0 : waitHours * HOUR_MS;
    const atGateMs = way.section === undefined ? 0 : gateHours * HOUR_MS;
    const driven = {
      name: way.name,
      tolls: way.tolls ?? 0,
      durationMs: way.hours * HOUR_MS + waitMs + atGateMs,
      boardings: way.ride === undefined ? [] : [{ ride: way.ride, waitMs, point: 0, atMs: 0 }],
      sections:
        way.section === undefined ? [] : [{ section: way.section, atMs: 0, waitMs: atGateMs }],
    };
    return [driven as unknown as Drive];
  };
  const hasTolls = (one: Drive) => (one as unknown as { tolls: number }).tolls > 0;
  const { drives } = await router(Date.parse(time), find, { idle: [], hasTolls });
  return (drives[0] as unknown as { name: string } | undefined)?.name;
}

test.each([
  ['a ferry that sails is taken', '2026-01-20T12:00:00+01:00', 0, 'ferry'],
  [
    'a ferry that lies still for hours is gone round over a pass in July',
    '2026-07-20T01:00:00+02:00',
    9,
    'pass',
  ],
  ['and not over it in January, when it is closed', '2026-01-20T01:00:00+01:00', 9, 'round'],
  [
    'a way round that takes longer than the wait is not driven',
    '2026-01-20T01:00:00+01:00',
    2,
    'ferry',
  ],
])('%s', async (_, time, waitHours, way) => {
  expect(await drive(time, waitHours)).toBe(way);
});

test.each([
  ['a ferry that has ended is not sailed', '2026-07-20T12:00:00+02:00', 'pass'],
  ['nor when the pass is closed that is the way round', '2026-01-20T12:00:00+01:00', 'round'],
  ['and is on the day before', '2026-01-19T12:00:00+01:00', 'ferry'],
])('%s', async (_, time, way) => {
  const endedOn = (day: string) => (day >= '2026-01-20' ? [0] : []);
  expect(await drive(time, 0, { endedOn })).toBe(way);
});

test.each(
  table<'gate' | 'ferry' | 'way' | 'because'>(`
    gate | ferry | way   | because
    0    | 9     | pass  | it is open
    1    | 9     | pass  | the way round takes an hour longer
    2    | 9     | round | it takes no longer
    3    | 9     | round | it is sooner
    3    | 2     | ferry | the ferry is sooner than both
  `),
)(
  'with $ferry hours until the ferry sails and $gate until the gate opens the way is the $way: $because',
  async ({ gate, ferry, way }) => {
    const time = '2026-07-20T01:00:00+02:00';
    expect(await drive(time, Number(ferry), { gateHours: Number(gate) })).toBe(way);
  },
);

test.each(
  table<'ferry' | 'gate' | 'pass' | 'round' | 'way' | 'because'>(`
    ferry | gate | pass | round | way   | because
    9     | 0    | 0    | 0     | pass  | none has a toll, and the pass is sooner
    9     | 0    | 1    | 0     | ferry | the pass has a toll
    9     | 3    | 0    | 1     | pass  | the way round the gate has a toll
    9     | 3    | 0    | 0     | round | neither has, and the way round is sooner
  `),
)(
  'where tolls are avoided, a ferry that sails in $ferry hours and a gate that opens in $gate are waited for rather than a toll paid, with $pass at the pass and $round on the way round: $way, because $because',
  async ({ ferry, gate, pass, round, way }) => {
    const tolls = [0, Number(pass), Number(round)];
    const ways = WAYS.map((one, i) => ({ ...one, tolls: tolls[i] ?? 0 }));
    const time = '2026-07-20T01:00:00+02:00';
    expect(await drive(time, Number(ferry), { gateHours: Number(gate), ways })).toBe(way);
  },
);

test('where tolls are avoided and every way has one, a ferry is not waited for to pass fewer stations', async () => {
  const ways = WAYS.map((one, i) => ({ ...one, tolls: [1, 2, 4][i] ?? 0 }));
  expect(await drive('2026-07-20T01:00:00+02:00', 9, { ways })).toBe('pass');
});

test('a gate that is worth its wait is still so where a ferry behind it is gone round', async () => {
  const ways = [
    { name: 'pass and ferry', hours: 3, ride: 0, section: 0 },
    { name: 'pass', hours: 4, section: 0 },
    { name: 'round', hours: 12 },
  ];
  const time = '2026-07-20T01:00:00+02:00';
  expect(await drive(time, 3, { gateHours: 1, ways })).toBe('pass');
});

test('a gate that opens on a day on which the road is closed is not waited at', async () => {
  expect(await drive('2026-10-31T22:30:00+01:00', 9, { gateHours: 1 })).toBe('pass');
  expect(await drive('2026-10-31T23:30:00+01:00', 9, { gateHours: 1 })).toBe('round');
});
