import { expect, test } from 'vitest';
import { compileFerryQuays } from '../../src/facts/compile/quays-and-cameras.ts';
import type { FerryDecisions } from '../../src/facts/schema/curated.ts';
import type { QuayRow } from '../../src/upstream/road-database/parse-objects.ts';
import { listCalls } from '../../tools/compile-data/ferries.ts';
import { compileFerryConnections } from '../../tools/compile-data/ferry-connections.ts';
import type { SourceConnection } from '../../tools/compile-data/ferry-source.ts';
import { compileFerryTariffs } from '../../tools/compile-data/ferry-tariffs.ts';
import { table } from '../support/table.ts';

const reason = 'made up';

const DECISIONS: Omit<FerryDecisions, 'meta'> = {
  quayNames: [{ id: '9', name: 'Nesodden', reason }],
  duplicateQuays: [{ id: '4', of: '3', reason }],
  fareStatus: [{ id: '77', status: 'announced-free', reason }],
  free: [],
  zones: [],
  addedTolls: [],
  legZones: {
    sailingPerStraight: 1.08,
    reason,
    surcharges: [{ authority: 'county 15', zones: 2, reason }],
  },
  agreementUnsure: [{ authority: 'county 50', reason }],
  freeUnsure: [{ authority: 'county 18', reason }],
  agreements: [],
  zeroEmission: [],
  breaks: [],
  tables: [],
  fareDates: [],
  zonePeriods: [],
};

const quay = (nvdbId: number, change: Partial<QuayRow> = {}): QuayRow => ({
  nvdbId,
  name: `Q${nvdbId} ferjekai`,
  lon: 5,
  // 0.05 degrees of latitude are 5.56 km.
  lat: 60 + nvdbId * 0.05,
  municipality: 4601,
  status: 'Trafikkeres',
  ramps: 1,
  waitingRoom: null,
  owner: null,
  ...change,
});

const connection = (change: Partial<SourceConnection> = {}): SourceConnection => ({
  nvdbId: 70,
  name: 'A - B -C',
  road: 'F1',
  operation: 'Helårssamband',
  category: 'Fylkesferjesamband',
  quays: [
    { nvdbId: 1, name: 'A' },
    { nvdbId: 2, name: 'B' },
    { nvdbId: 3, name: 'C' },
  ],
  straightKm: 11.12,
  sailingKm: null,
  fareStatus: 'paid',
  fareStatusBasis: 'in no list',
  fareNote: null,
  fareSource: null,
  priceTable: null,
  zoneEstimate: 14,
  zoneBasis: 'sailing distance',
  crossingMin: null,
  line: null,
  ...change,
});

const TERM: FerryDecisions['free'][number] = {
  id: '70',
  from: '2022-07-01',
  asOf: null,
  sureness: 'press',
  source: 'a list',
  reason,
};

function compileOne(
  change: Partial<SourceConnection>,
  { municipality = 4601, ...decided }: Partial<FerryDecisions> & { municipality?: number } = {},
) {
  const decisions = { ...DECISIONS, ...decided };
  const rows = [1, 2, 3].map((id) => quay(id, { municipality }));
  const connections = [connection(change)];
  const quays = compileFerryQuays(rows, listCalls(connections), DECISIONS);
  const prices = [
    {
      connection: 'Anna',
      connectionIds: [70],
      validFrom: '2025',
      bounds: 'local',
      commercial: true,
      pricesNok: { '<=4 m': 115 },
      zeroEmissionNok: null,
      previousNok: null,
      sourceKind: 'press',
      source: 'a paper',
    },
  ];
  const sources = { connections, quays, prices, decisions };
  const [compiled] = compileFerryConnections(sources);
  if (compiled === undefined) throw new Error('Expected a connection, got none.');
  return compiled;
}

test.each(
  table<'name' | 'status' | 'becomes' | 'cars'>(`
    name              | status        | becomes | cars
    Moss ferjekai     | Trafikkeres   | in-use  | yes
    Byre hurtigbåtkai | Trafikkeres   | in-use  | no
    Valevåg Fk        | Beredskapskai | standby | no
    Dagsvik ferjekai  | Nedlagt       | closed  | no
  `),
)('$name, $status, is $becomes; usable by cars: $cars', ({ name, status, becomes, cars }) => {
  const [compiled] = compileFerryQuays([quay(1, { name, status })], [], DECISIONS);
  expect(compiled).toMatchObject({ status: becomes, usableByCars: cars === 'yes' });
});

test('a quay without a name takes the decided one, a double points to its twin', () => {
  const rows = [quay(9, { name: null }), quay(4)];
  const [named, double] = compileFerryQuays(rows, [], DECISIONS);
  expect(named?.name).toBe('Nesodden');
  expect(double?.duplicateOf).toBe('3');
  expect(() => compileFerryQuays([quay(5, { name: null })], [], DECISIONS)).toThrow('a name for 5');
  const odd = [quay(5, { status: 'Ukjent' })];
  expect(() => compileFerryQuays(odd, [], DECISIONS)).toThrow('Ukjent');
});

test('the zone of the source holds end to end, legs between stops are measured', () => {
  const { fare, name, authority } = compileOne({});
  expect([name, authority]).toEqual(['A-B-C', 'county 46']);
  expect(fare).toMatchObject({
    kind: 'zone',
    legs: [
      { quayIds: ['1', '2'], zone: 7, basis: 'straight line 5.56 km x 1.08' },
      { quayIds: ['1', '3'], zone: 14, basis: 'sailing distance' },
      { quayIds: ['2', '3'], zone: 7 },
    ],
  });
});

test('Møre og Romsdal adds two zones to its county ferries, not to those of the state', () => {
  const first = (change: Partial<SourceConnection>) => {
    const { fare } = compileOne(change, { municipality: 1506 });
    return fare.kind === 'zone' ? fare.legs[0]?.zone : undefined;
  };
  expect(first({})).toBe(9);
  expect(first({ category: 'Riksvegferjesamband' })).toBe(7);
});

test('a line that no list names may be free where no list is whole, and is paid elsewhere', () => {
  const unsure = (municipality: number) => {
    const { fare } = compileOne({}, { municipality });
    return fare.kind === 'zone' && fare.freeUnsure === true;
  };
  expect([unsure(1813), unsure(4601)]).toEqual([true, false]);
});

test('a first day that is our own choice is marked as one', () => {
  const free = [
    { ...TERM, fromAssumed: true as const },
    { ...TERM, from: '2023-08-16' },
  ];
  const { fare } = compileOne({ fareStatus: 'free' }, { free });
  expect('terms' in fare && fare.terms.map(({ fromAssumed }) => fromAssumed)).toEqual([
    true,
    undefined,
  ]);
});

test('a partly free line keeps only the legs that cost something', () => {
  const free = [{ ...TERM, touching: ['B'] }];
  const { fare } = compileOne({ fareStatus: 'partly-free' }, { free });
  expect(fare).toMatchObject({
    kind: 'partly-free',
    terms: [{ touching: ['2'], from: '2022-07-01', sureness: 'press', source: 'a list' }],
  });
  expect(fare).toHaveProperty('legs.length', 1);
});

test('a source that names a connection as free goes before what was thought of its fare', () => {
  const terms = [
    { ...TERM, between: ['A', 'B'] },
    { ...TERM, from: '2023-08-16', asOf: '2023-08-16' },
  ];
  for (const fareStatus of ['free', 'likely-free', 'paid'])
    expect(compileOne({ fareStatus }, { free: terms }).fare).toEqual({
      kind: 'free',
      terms: [
        { from: '2022-07-01', between: ['1', '2'], sureness: 'press', source: 'a list' },
        { from: '2023-08-16', asOf: '2023-08-16', sureness: 'press', source: 'a list' },
      ],
      legs: [],
    });
  const probable = [{ ...TERM, touching: ['B'], sureness: 'probable' as const }];
  expect(compileOne({ fareStatus: 'likely-free' }, { free: probable }).fare).toMatchObject({
    kind: 'partly-free',
    legs: [],
  });
});

test('a zone that a source states replaces the estimate, in either direction', () => {
  const zones = [{ id: '70', quays: ['C', 'A'] as const, zone: 5, source: 'a timetable', reason }];
  const { fare } = compileOne({}, { zones });
  expect(fare).toMatchObject({
    legs: [
      { zone: 7 },
      { quayIds: ['1', '3'], zone: 5, basis: 'stated by a timetable' },
      { zone: 7 },
    ],
  });
});

test.each([
  [{ fareStatus: 'likely-free' }, { kind: 'likely-free', source: 'in no list' }],
  [{ fareStatus: 'free', nvdbId: 77 }, { kind: 'announced-free' }],
  [
    { fareStatus: 'own-fares', fareNote: 'private' },
    { kind: 'own-fares', note: 'private; seen in 2025: <=4 m NOK 115' },
  ],
  [{ priceTable: 'Moss-Horten' }, { kind: 'own-table', table: 'Moss-Horten' }],
])('%j becomes %j', (change, fare) => {
  expect(compileOne(change).fare).toMatchObject(fare);
});

test.each([
  [{ fareStatus: 'free' }, 'the free legs of'],
  [{ fareStatus: 'perhaps' }, 'fare status, got perhaps'],
  [{ fareStatus: 'partly-free' }, 'the free legs of'],
  [{ operation: 'Av og til' }, 'operation, got Av og til'],
  [{ category: 'Flåte' }, 'category, got Flåte'],
])('%j is refused until somebody decides', (change, message) => {
  expect(() => compileOne(change)).toThrow(message);
});

test('a free quay or a stated zone of another line is refused', () => {
  const free = [{ ...TERM, touching: ['D'] }];
  expect(() => compileOne({}, { free })).toThrow('Expected one quay D of A - B -C, got none.');
  const zones = [{ id: '70', quays: ['A', 'D'] as const, zone: 5, source: 'a timetable', reason }];
  expect(() => compileOne({}, { zones })).toThrow('Expected one quay D');
});

test('published fares without decided dates are refused', () => {
  const row = {
    connection: 'Moss-Horten',
    connectionIds: [1],
    validFrom: '2031',
    bounds: 'mossHorten',
    commercial: false,
    pricesNok: { AP1: 400 },
    zeroEmissionNok: null,
    previousNok: null,
    sourceKind: 'operator',
    source: 'a page',
  };
  const prices = { classes: { national: [], mossHorten: [] }, tables: [row] };
  expect(() => compileFerryTariffs(prices, { zones: [] }, DECISIONS)).toThrow('Moss-Horten 2031');
  expect(
    compileFerryTariffs(
      { ...prices, tables: [{ ...row, bounds: 'local' }] },
      { zones: [] },
      DECISIONS,
    ).fares,
  ).toEqual([]);
});

test('a published fare takes its decided days, and the one before it becomes a row of its own', () => {
  const row = {
    connection: 'Magerholm-Sykkylven',
    connectionIds: [1],
    validFrom: '2021-07-01',
    bounds: 'national',
    commercial: false,
    pricesNok: { AP1: 92 },
    zeroEmissionNok: null,
    previousNok: { AP1: 123 },
    sourceKind: 'press',
    source: 'a paper',
  };
  const date = {
    connection: 'Magerholm-Sykkylven',
    validFrom: '2021-07-01',
    from: '2021-07-01',
    until: '2021-10-01',
    dated: 'published',
    label: 'now',
    reason: 'printed',
  } as const;
  const previous = { previousFrom: '2021-01-01', previousLabel: 'before' };
  const prices = {
    classes: {
      national: [
        { class: 'MC', toM: null },
        { class: 'AP1', toM: 6 },
        { class: 'AP9', toM: null },
      ],
      mossHorten: [],
    },
    tables: [row],
  } as const;
  const compile = (fareDates: FerryDecisions['fareDates']) =>
    compileFerryTariffs(prices, { zones: [] }, { ...DECISIONS, fareDates });
  const { fares, tables, bounds } = compile([{ ...date, ...previous }]);
  expect(fares).toMatchObject([
    { label: 'before', from: '2021-01-01', until: '2021-07-01', ordinaryNok: { AP1: 123 } },
    { label: 'now', from: '2021-07-01', until: '2021-10-01', ordinaryNok: { AP1: 92 } },
  ]);
  expect(fares.map(({ dated }) => dated)).toEqual(['inferred', 'published']);
  expect(tables).toMatchObject([{ bounds: 'national', ownTariff: false }]);
  expect(bounds[0]?.classes).toEqual([{ ferryClass: 'AP1', upToM: 6 }, { ferryClass: 'AP9' }]);
  expect(() => compile([date])).toThrow('previous fare of Magerholm-Sykkylven');
});
