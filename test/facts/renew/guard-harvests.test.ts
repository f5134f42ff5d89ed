/** What renewals of the bundled data look like that are real, and what no renewal can look like. */
import { expect, test } from 'vitest';
import { loadNorway, loadRenewalLimits } from '../../../src/facts/load-country.ts';
import { guardRenewal } from '../../../src/facts/renew/guard-renewal.ts';
import { loadRenewable } from '../../../src/facts/renew/put-in-force.ts';
import type { RoadRows } from '../../../src/facts/renew/renewed-data.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import type { QuayRow } from '../../../src/upstream/road-database/parse-objects.ts';
import type { StationRow } from '../../../src/upstream/road-database/parse-station.ts';
import { cameraRow, quayRow, stationRow } from '../../support/renewals.ts';

const TERMS = { limits: loadRenewalLimits(DATA_DIR), norway: loadNorway(DATA_DIR) };
const BEFORE = loadRenewable({ bundled: DATA_DIR });

const STATUSES = { 'in-use': 'Trafikkeres', standby: 'Beredskapskai', closed: 'Nedlagt' } as const;

/** What the road database would have to say for the bundled data to be what it is. */
const ROWS: RoadRows = {
  stations: BEFORE.stations.map(({ id, rush, charged, chargedBy: _, ...facts }) =>
    stationRow(Number(id), {
      ...(facts as Partial<StationRow>),
      rushMorning: rush?.[0] ?? null,
      rushAfternoon: rush?.[1] ?? null,
      direction: charged === 'both' ? 'both' : 'with',
    }),
  ),
  quays: BEFORE.quays.map(({ id, name, lat, lon, status }) =>
    quayRow(Number(id), { name, lat, lon, status: STATUSES[status as keyof typeof STATUSES] }),
  ),
  cameras: BEFORE.cameras.map(({ id, name, lat, lon, road }) =>
    cameraRow(Number(id), { name, lat, lon, road }),
  ),
  closures: [],
  ferries: [],
};

const projectOf = new Map(BEFORE.stations.map(({ id, project }) => [Number(id), project]));

type Change<Row> = (row: Row, i: number) => Partial<Row>;

const stations = (change: Change<StationRow>, rows: RoadRows = ROWS): RoadRows => ({
  ...rows,
  stations: rows.stations.map((row, i) => ({ ...row, ...change(row, i) })),
});

const quays = (change: Change<QuayRow>): RoadRows => ({
  ...ROWS,
  quays: ROWS.quays.map((row, i) => ({ ...row, ...change(row, i) })),
});

const inProject = (project: string, change: Change<StationRow>, rows: RoadRows = ROWS) =>
  stations((row, i) => (projectOf.get(row.nvdbId) === project ? change(row, i) : {}), rows);

const COLUMNS = ['smallNok', 'largeNok', 'smallRushNok', 'largeRushNok'] as const;
const RUSH_COLUMNS = ['smallRushNok', 'largeRushNok'] as const;

type Column = (typeof COLUMNS)[number];

/** Tariffs times a factor, in whole kroner. */
const times =
  (factor: number, columns: readonly Column[] = COLUMNS): Change<StationRow> =>
  (row) =>
    Object.fromEntries(
      columns.map((column) => {
        const nok = row[column] ?? null;
        return [column, nok === null ? null : Math.round(nok * factor)];
      }),
    );

const without =
  (...columns: readonly Column[]): Change<StationRow> =>
  () =>
    Object.fromEntries(columns.map((column) => [column, null]));

const withMore = (count: number, rows: RoadRows = ROWS): RoadRows => ({
  ...rows,
  stations: [
    ...rows.stations,
    ...Array.from({ length: count }, (_, i) => stationRow(2_000_000_000 + i, { lon: 10 })),
  ],
});

const withoutProject = (project: string, rows: RoadRows = ROWS): RoadRows => ({
  ...rows,
  stations: rows.stations.filter(({ nvdbId }) => projectOf.get(nvdbId) !== project),
});

const tenTimes = <Row extends { readonly nvdbId: number }>(rows: readonly Row[]): Row[] =>
  Array.from({ length: 10 }, (_, i) =>
    rows.map((row) => ({ ...row, nvdbId: row.nvdbId + i * 2_000_000_000 })),
  ).flat();

/** Metres northwards in degrees. */
const north = (m: number) => m / 111_195;

const SPOT = { lat: 63.43, lon: 10.4 };
const FIRST = ROWS.stations[0]?.nvdbId;
const only = (change: Change<StationRow>) =>
  stations((row, i) => (row.nvdbId === FIRST ? change(row, i) : {}));

const NEW_YEAR = withMore(
  12,
  withoutProject(
    'harstad',
    stations(({ lat }, i) => (i === 0 ? { lat: lat + north(400) } : {}), stations(times(1.05))),
  ),
);

test.each<[what: string, rows: RoadRows]>([
  ['nothing changed', ROWS],
  ['the adjustment of 1 January: all prices 5 % up', stations(times(1.05))],
  ['an adjustment of 9 %, dear years', stations(times(1.09))],
  ['all prices 8 % down', stations(times(0.92))],
  ['a new project of twelve stations', withMore(12)],
  ['a new ring as large as that of Nord-Jæren', withMore(39)],
  ['a project that ended', withoutProject('harstad')],
  ['the stations of Nord-Jæren gone', withoutProject('nord-jaeren')],
  ['a project free of charge from now on', inProject('grenland', without(...COLUMNS))],
  ['the rush tariffs of Trondheim given up', inProject('trondheim', without(...RUSH_COLUMNS))],
  ['a tariff cut by 30 %', inProject('ryfast', times(0.7))],
  ['all of Oslo 40 % dearer', inProject('oslo', times(1.4))],
  ['a station rebuilt 400 m away', only(({ lat }) => ({ lat: lat + north(400) }))],
  ['a quay moved by 600 m', quays(({ lat }, i) => (i === 5 ? { lat: lat + north(600) } : {}))],
  ['every position measured anew, 5 m off', stations(({ lat }) => ({ lat: lat + north(5) }))],
  ['Nord-Jæren charging both ways', inProject('nord-jaeren', () => ({ direction: 'both' }))],
  ['the four quays of two ferries closed', quays((_, i) => (i < 4 ? { status: 'Nedlagt' } : {}))],
  ['the 19 stations without a name', stations((_, i) => (i % 25 === 0 ? { name: null } : {}))],
  ['new year: adjusted, a project more, a project fewer, a station rebuilt', NEW_YEAR],
])('sound: %s', (_what, rows) => {
  expect(guardRenewal({ rows, unreadable: [] }, BEFORE, TERMS)).toEqual([]);
});

const half =
  <Row>(change: Partial<Row>): Change<Row> =>
  (_, i) =>
    i % 2 === 0 ? change : {};
const RUSH_FEW = /^0 toll stations with a rush tariff for small vehicles instead of 180/;
const CHANGED = /of 445 toll stations have a tariff that changes by more than 15 %/;

test.each<[what: string, rows: RoadRows, sentence: RegExp]>([
  ['one station 1 000 km away', only(() => ({ lat: 69.65, lon: 18.96 })), /Sandviken\) moves by/],
  ['all stations on one spot', stations(() => SPOT), /^463 of 463 toll stations move/],
  ['all quays on one spot', quays(() => SPOT), /^379 of 379 ferry quays move/],
  [
    'every station 100 m north',
    stations(({ lat }) => ({ lat: lat + north(100) })),
    /^463 of 463 toll stations move/,
  ],
  [
    'small and large exchanged at one station',
    only(({ smallNok, largeNok }) => ({ smallNok: largeNok, largeNok: smallNok })),
    /^the small tariff of 82443541 \(Sandviken\) is 88 kr, above the large one of 38 kr$/,
  ],
  [
    'a rush tariff below the ordinary one',
    only(() => ({ smallRushNok: 30 })),
    /is 38 kr, above the small rush one of 30 kr$/,
  ],
  ['every tariff x 2.9', stations(times(2.9)), CHANGED],
  ['every tariff x 0.4', stations(times(0.4)), CHANGED],
  ['every tariff x 1.3', stations(times(1.3)), CHANGED],
  [
    'every second tariff x 2.9',
    stations((row, i) => (i % 2 === 0 ? times(2.9)(row, i) : {})),
    CHANGED,
  ],
  ['every small tariff x 0.4', stations(times(0.4, ['smallNok'])), CHANGED],
  ['every rush tariff x 2.9', stations(times(2.9, RUSH_COLUMNS)), CHANGED],
  [
    'no small tariff',
    stations(without('smallNok', 'smallRushNok')),
    /^0 toll stations with a tariff for small vehicles instead of 445/,
  ],
  [
    'no large tariff',
    stations(without('largeNok', 'largeRushNok')),
    /^0 toll stations with a tariff for large vehicles instead of 445/,
  ],
  ['no rush tariff', stations(without(...RUSH_COLUMNS)), RUSH_FEW],
  [
    'no rush tariff of large vehicles',
    stations(without('largeRushNok')),
    /^0 toll stations with a rush tariff for large vehicles instead of 180/,
  ],
  ['no rush window', stations(() => ({ rushMorning: null, rushAfternoon: null })), RUSH_FEW],
  [
    'every rush tariff 0 kr',
    stations(times(0, ['smallRushNok'])),
    /above the small rush one of 0 kr$/,
  ],
  [
    'ten times as many stations',
    { ...ROWS, stations: tenTimes(ROWS.stations) },
    /^4630 toll stations instead of 463, which is more than 15 % more$/,
  ],
  [
    'ten times as many quays',
    { ...ROWS, quays: tenTimes(ROWS.quays) },
    /^3790 ferry quays instead of 379/,
  ],
  [
    'ten times as many cameras',
    { ...ROWS, cameras: tenTimes(ROWS.cameras) },
    /^4360 speed cameras instead of 436/,
  ],
  [
    'every station under another id',
    stations(({ nvdbId }) => ({ nvdbId: nvdbId + 2_000_000_000 })),
    /^0 toll stations instead of 463, new ones apart/,
  ],
  [
    'no station with a name',
    stations(() => ({ name: null })),
    /^0 toll stations with a name instead of 463/,
  ],
  ['no quay with a name', quays(() => ({ name: null })), /^0 ferry quays with a name instead/],
  ['all names empty', stations(() => ({ name: '' })), /^the object 82443541 has an empty name$/],
  [
    'both directions charged everywhere',
    stations(() => ({ direction: 'both' })),
    /^\d+ of 463 toll stations charge another direction, which is more than 10 %$/,
  ],
  [
    'one direction charged everywhere',
    stations(() => ({ direction: 'with' })),
    /toll stations charge another direction/,
  ],
  [
    'no direction told',
    stations(() => ({ direction: null })),
    /toll stations charge another direction/,
  ],
  ['half of the quays closed', quays(half({ status: 'Nedlagt' })), /ferry quays in use instead/],
  ['half of them in reserve', quays(half({ status: 'Beredskapskai' })), /ferry quays in use/],
])('refused: %s', (_what, rows, sentence) => {
  const told = guardRenewal({ rows, unreadable: [] }, BEFORE, TERMS).map(({ line }) => line);
  // A refusal tells the first five of its reasons.
  expect(told.slice(0, 5)).toContainEqual(expect.stringMatching(sentence));
});
