/** Ways by time and money: held against every simple way of small drawn-at-random networks. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCalendar } from '../../src/base/calendar.ts';
import { memoize } from '../../src/base/memoize.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { atOnce } from '../../src/base/steps.ts';
import { chargeLines, priceTolls } from '../../src/pricing/toll/bill.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import {
  type Drive,
  type DrivenEdge,
  joinAll,
  placesToLeave,
  readDrive,
} from '../../src/routing/drive.ts';
import { buildGraph, findTurn } from '../../src/routing/graph.ts';
import { buildHierarchy } from '../../src/routing/hierarchy.ts';
import { type Costs, customize } from '../../src/routing/metric.ts';
import type { FareState } from '../../src/routing/money-fares.ts';
import { type MoneySearch, openMoneySearches } from '../../src/routing/money-search.ts';
import { measureAlong, type RoadNetwork } from '../../src/routing/network.ts';
import { type EdgePlace, openQuery, type Path } from '../../src/routing/query.ts';
import { openTripFares } from '../../src/trip/fares.ts';
import { hourTerms, morningRush, project, station, tariff } from '../pricing/toll/stations.ts';
import { randomTrip } from '../support/random-roads.ts';

const CALENDAR = toCalendar([]);
const COUNTS = { cap: 39 };
const MONTH = '2026-11';

const dearest = project({ id: 'dearest', hourRules: [hourTerms({ pays: 'dearest' })] });
const first = project({ id: 'first', hourRules: [hourTerms({ pays: 'first', windowMin: 30 })] });
const linked = project({
  id: 'linked',
  linkedStations: [{ from: '2020-01-01', paid: ['paid'], free: ['free'], source: 'test' }],
});
const reversed = project({
  id: 'reversed',
  reversedRules: [{ stations: ['one', 'other'], windowMin: 40, source: 'test' }],
});
const cap = {
  ...{ key: 'cap', name: 'Cap' },
  bySize: { small: [{ from: '2000-01-01', perMonth: 40, knownOn: '2026-01-01', source: 'test' }] },
};
const of = (name: string, small: number, facts: Partial<TollStation>) =>
  station(name, { tariffs: [tariff({ small, large: 2 * small })], ...facts });

const CHEAP_RULES: readonly TollStation[] = [
  of('d1', 20, { project: dearest, hourGroup: 'd' }),
  of('d2', 35, { project: dearest, hourGroup: 'd' }),
  of('d3', 20, { project: dearest, hourGroup: 'd' }),
  of('f1', 10, { project: first, hourGroup: 'f' }),
  of('f2', 45, { project: first, hourGroup: 'f' }),
  of('alone', 25, {}),
  of('capped', 30, { cap }),
  of('paid', 30, { project: linked }),
  of('free', 28, { project: linked }),
  of('one', 40, { project: reversed }),
  of('other', 40, { project: reversed }),
];

const randomTolls = randomTrip.chain((trip) =>
  fc.record({
    trip: fc.constant(trip),
    gates: fc.array(fc.integer({ min: -12, max: CHEAP_RULES.length - 1 }), {
      minLength: trip.roads.graph.edgeCount,
      maxLength: trip.roads.graph.edgeCount,
    }),
    hourNok: fc.constantFrom(0, 20, 60, 200, 1000),
    /** The drawn roads are some metres long. */
    metreOre: fc.constantFrom(0, 90, 600, 2000),
    tagged: fc.boolean(),
    groups: fc.record({
      prices: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 10, maxLength: 10 }),
      rises: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 10, maxLength: 10 }),
      rules: fc.array(
        fc.record({
          pays: fc.constantFrom('first' as const, 'dearest' as const),
          windowMin: fc.constantFrom(8, 15, 30, 60),
        }),
        { minLength: 2, maxLength: 2 },
      ),
    }),
    /** Places of stops on the way. */
    via: fc.constant<readonly EdgePlace[]>([]),
  }),
);
const randomStops = randomTolls.chain((drawn) =>
  fc.record({
    ...(Object.fromEntries(
      Object.entries(drawn).map(([name, value]) => [name, fc.constant(value)]),
    ) as never as { [Name in keyof typeof drawn]: fc.Arbitrary<(typeof drawn)[Name]> }),
    via: fc.array(
      fc.record({
        edge: fc.nat(drawn.trip.roads.graph.edgeCount - 1),
        share: fc.constantFrom(0, 0.25, 0.5, 0.9, 1),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
);
type Drawn = typeof randomTolls extends fc.Arbitrary<infer Value> ? Value : never;

const MINUTE_MS = 60_000;

/** A stop is beside the road: one comes to it and leaves it in both directions, at a junction by each road as well. */
function placeStops({ trip, via }: Drawn): EdgePlace[][] {
  const { turns, opposite } = trip.roads.graph;
  return via.map(({ edge, share }) => {
    const back = opposite[edge] as number;
    const next =
      share === 1 ? [...turns.to.subarray(turns.first[edge], turns.first[edge + 1])] : [];
    return [
      { edge, share },
      ...(back >= 0 ? [{ edge: back, share: 1 - share }] : []),
      ...next.filter((one) => one !== back).map((one) => ({ edge: one, share: 0 })),
    ];
  });
}

function networkOf({ trip, gates }: Drawn, stations: readonly TollStation[]): RoadNetwork {
  const { graph, hierarchy } = trip.roads;
  const minutes = (cost: number) => Math.min(cost, 60) * (MINUTE_MS / 3);
  const found = gates.map((gate) => (gate < 0 ? [] : [gate]));
  const firstGate = new Int32Array(graph.edgeCount + 1);
  found.forEach((list, edge) => {
    firstGate[edge + 1] = (firstGate[edge] as number) + list.length;
  });
  const alongM = measureAlong(graph.links);
  return {
    graph,
    hierarchy,
    times: {
      ofEdge: trip.costs.ofEdge.map(minutes),
      ofTurn: trip.costs.ofTurn.map((cost) => Math.min(cost, 60)),
    },
    turnChoice: new Int32Array(graph.turns.to.length),
    privateEntryMs: 3_600_000,
    measures: {
      alongM,
      drivenM: Float64Array.from(graph.links.from, (_, link) => alongM[2 * link + 1] as number),
    },
    gates: {
      first: firstGate,
      station: Int32Array.from(found.flat()),
      stationIds: stations.map(({ id }) => id),
    },
    sections: {
      first: new Int32Array(graph.links.from.length + 1),
      section: new Int32Array(),
      ids: [],
    },
    ferries: {
      first: new Int32Array(graph.edgeCount + 1),
      end: new Int32Array(),
      ownEdge: new Int32Array(),
      connectionIds: [],
      quayIds: [],
      waitMs: new Int32Array(),
      boardingMs: 0,
    },
    ranges: {
      classOf: new Uint8Array(graph.links.from.length),
      p10: Float64Array.of(1),
      p90: Float64Array.of(1),
    },
  };
}

interface Scene {
  readonly network: RoadNetwork;
  readonly stations: readonly TollStation[];
  readonly startMs: number;
  readonly tagged: boolean;
}

/** What a whole way costs, by the bill of a trip. */
function billOf(scene: Scene, edges: readonly DrivenEdge[]) {
  const drive = readDrive(scene.network, edges);
  const bill = priceTolls(...passedOn(scene, drive), CALENDAR);
  return sumsOf(drive, bill.vehicle?.ore ?? 0);
}

/** The same by the charges alone, of which the bill has the sum. */
function chargeOf(scene: Scene, { edges }: Pick<Drive, 'edges'>) {
  const drive = readDrive(scene.network, edges);
  const charges = atOnce(chargeLines(...passedOn(scene, drive), CALENDAR));
  const ore = charges.reduce((sum, { charge }) => sum + charge.ore, 0);
  return sumsOf(drive, ore);
}

type Sums = Pick<Drive, 'durationMs' | 'lengthM'>;

const sumsOf = ({ durationMs, lengthM }: Sums, ore: number) => ({ ore, ms: durationMs, lengthM });

/** The stations that a drive passes, and who pays. */
function passedOn({ stations, startMs, tagged }: Scene, { passages, leftAtMs }: Drive) {
  const passed = passages.map(({ station: at, point }) => ({
    station: stations[at] as TollStation,
    atMs: startMs + Math.round(leftAtMs[point] as number),
  }));
  const terms = {
    size: 'small',
    rulesBetweenPassages: true,
    capUse: { month: MONTH, counts: COUNTS },
    vehicle: { size: 'small', tagged, fuel: 'diesel' },
  } as const;
  return [passed, terms] as const;
}

type Sum = Pick<ReturnType<typeof billOf>, 'ore' | 'lengthM'>;

const moneyOf = ({ ore, lengthM }: Sum, { metreOre }: Pick<Drawn, 'metreOre'>): number =>
  ore + metreOre * lengthM;

/** Money, and what the time is worth. */
const costOf = (one: Sum & { readonly ms: number }, drawn: Pick<Drawn, 'metreOre' | 'hourNok'>) =>
  moneyOf(one, drawn) + (one.ms * drawn.hourNok) / 36_000;

function searchOn({ network, stations, startMs, tagged }: Scene, stops: Stops) {
  const { graph, hierarchy, times } = network;
  const metric = customize(hierarchy, graph, times);
  const query = openQuery(graph, hierarchy, metric);
  const fastest = stops
    .slice(1)
    .flatMap((to, i) => query.find(startsOf(network, stops, i), to) ?? []);
  if (fastest.length < stops.length - 1) return undefined;
  const byId = new Map(stations.map((one) => [one.id, one]));
  const open = openTripFares(
    {
      tolls: { findStation: (id) => byId.get(id), otherProject: project(), capGroups: [] },
      ferries: { matchCrossings: () => [], tariffs: {} as never },
      calendar: CALENDAR,
    },
    {
      startMs,
      via: [],
      size: 'small',
      ferry: { ferryClass: 'AP1' },
      vehicle: { size: 'small', tagged, fuel: 'diesel' },
      capUse: { month: MONTH, counts: COUNTS },
    },
  );
  const idOf = (at: number) => (stations[at] as TollStation).id;
  const opening = openMoneySearches({ network, metric })<FareState>(
    stops,
    fastest,
    (near, withinMs) => {
      const fares = open(
        near.map(({ station: at, soonestMs, toEndMs }) => ({
          stationId: idOf(at),
          soonestMs,
          toEndMs,
        })),
        withinMs,
      );
      return {
        start: fares.start,
        pass: (state, at, atMs) => fares.pass(state, idOf(at), atMs),
        sail: () => {
          throw new Error('Expected no ferry.');
        },
        groups: fares.groups.map((ids) =>
          ids.map((id) => stations.findIndex((one) => one.id === id)),
        ),
        leastFareOre: () => 0,
        fallOre: fares.fallOre,
        slackOre: fares.slackOre,
        leastOre: (at) => fares.leastOre(idOf(at)),
        mostOre: (at) => fares.mostOre(idOf(at)),
      };
    },
    { costs: times },
  );
  const leastMs = fastest.reduce((sum, { cost }) => sum + cost, 0);
  const bound = Math.floor(leastMs * 1.5 + 10 * MINUTE_MS);
  const bounds = fastest.map(({ cost }) => bound - leastMs + cost);
  return { search: atOnce(opening), bounds, bound };
}

/** The places of each stop, the start and the end among them. */
type Stops = readonly (readonly EdgePlace[])[];

const startsOf = ({ graph }: RoadNetwork, stops: Stops, leg: number): readonly EdgePlace[] =>
  leg === 0 ? (stops[0] ?? []) : placesToLeave(graph, stops[leg] ?? []);

/** Every way over stops whose legs drive no edge twice; undefined where there are too many. */
function listTrips(
  network: RoadNetwork,
  stops: Stops,
  bounds: readonly number[],
): (readonly DrivenEdge[])[] | undefined {
  let trips: (readonly Path[])[] = [[]];
  for (const [i, bound] of bounds.entries()) {
    const legs = listWays(network, startsOf(network, stops, i), stops[i + 1] ?? [], bound);
    if (legs === undefined || legs.length * trips.length > 4000) return undefined;
    trips = trips.flatMap((trip) => legs.map((leg) => [...trip, leg]));
  }
  return trips.map((trip) => joinAll(network.graph, trip));
}

/** Every way that drives no edge twice, within a bound; undefined where there are too many. */
function listWays(
  { graph, times }: RoadNetwork,
  from: readonly EdgePlace[],
  to: readonly EdgePlace[],
  boundMs: number,
): Path[] | undefined {
  const ways: Path[] = [];
  const walk = (edges: number[], fromShare: number, ms: number) => {
    if (ways.length > 400) return;
    const edge = edges.at(-1) as number;
    const share = edges.length === 1 ? fromShare : 0;
    const edgeMs = times.ofEdge[edge] as number;
    for (const end of to)
      if (end.edge === edge && end.share >= share && ms + (end.share - share) * edgeMs <= boundMs)
        ways.push({ cost: 0, edges: [...edges], fromShare, toShare: end.share });
    for (
      let turn = graph.turns.first[edge] as number;
      turn < (graph.turns.first[edge + 1] as number);
      turn++
    ) {
      const next = graph.turns.to[turn] as number;
      const after = ms + (1 - share) * edgeMs + (times.ofTurn[turn] as number);
      if (after <= boundMs && !edges.includes(next)) walk([...edges, next], fromShare, after);
    }
  };
  for (const { edge, share } of from) walk([edge], share, 0);
  return ways.length > 400 ? undefined : ways;
}

const RUNS = Number(process.env.MONEY_RUNS ?? 200);
const RUSH: readonly TollStation[] = CHEAP_RULES.map((one) => ({
  ...one,
  tariffs: [tariff({ small: 20, smallRush: 36, large: 40, largeRush: 72, rush: morningRush() })],
}));

/** Quiet hours, and a departure shortly before prices rise. */
const QUIET = [() => CHEAP_RULES, fromOsloWallClock('2026-11-18T11:00')] as const;
const INTO_RUSH = [() => RUSH, fromOsloWallClock('2026-11-18T06:10')] as const;
/** Two hour groups of five stations each, and one without. */
const drawGroups = ({ groups: { prices, rises, rules } }: Drawn): TollStation[] => {
  const projects = rules.map((rule, i) => project({ id: `p${i}`, hourRules: [hourTerms(rule)] }));
  const grouped = prices.map((price, i) => {
    const [small, smallRush] = [5 * price, 5 * (price + (rises[i] ?? 0))];
    const prices = { small, smallRush, large: 2 * small, largeRush: 2 * smallRush };
    const one = { project: projects[i % 2] as (typeof projects)[number], hourGroup: `g${i % 2}` };
    return station(`s${i}`, { tariffs: [tariff({ ...prices, rush: morningRush() })], ...one });
  });
  return [...grouped, of('alone', 25, {})];
};
/** Pairs of linked stations of which the paid one costs less than the freed one: a bill falls on the way. */
const FALLING: readonly TollStation[] = [
  ...[5, 10, 15].flatMap((small, i) => {
    const [paid, free] = [`paid${i}`, `free${i}`];
    const linkedStations = [{ from: '2020-01-01', paid: [paid], free: [free], source: 'test' }];
    const pair = project({ id: `linked${i}`, linkedStations });
    return [of(paid, small, { project: pair }), of(free, 28, { project: pair })];
  }),
  ...[8, 12, 18, 22, 26].map((small, i) => of(`alone${i}`, small, {})),
];
const FALLS = 'where bills fall';
const HOURS = [
  ['at quiet hours', randomTolls, ...QUIET],
  ['over the beginning of the rush', randomTolls, ...INTO_RUSH],
  ['over stops', randomStops, ...QUIET],
  ['over stops and the beginning of the rush', randomStops, ...INTO_RUSH],
  ['with groups of unequal prices', randomTolls, drawGroups, QUIET[1]],
  [FALLS, randomTolls, () => FALLING, QUIET[1]],
  ['with groups of unequal prices over stops and the rush', randomStops, drawGroups, INTO_RUSH[1]],
] as const;

const haveJunction = (one: readonly EdgePlace[], other: readonly EdgePlace[]): boolean =>
  one.some(
    ({ edge, share }) => share === 0 && other.some((at) => at.edge === edge && at.share === 0),
  );

/** A drawn trip with all its ways; undefined where there is none, or there are too many. */
function openScene(
  drawn: Drawn,
  stations: readonly TollStation[],
  startMs: number,
):
  | {
      readonly scene: Scene;
      readonly search: MoneySearch;
      readonly ways: readonly Pick<Drive, 'edges' | 'durationMs' | 'lengthM'>[];
    }
  | undefined {
  const { trip, tagged } = drawn;
  const scene = { network: networkOf(drawn, stations), stations, startMs, tagged };
  const stops = [trip.from, ...placeStops(drawn), trip.to];
  // Twice at one junction: a drive of no length passes no station there, and the search counts it.
  if (stops.some((places, i) => i > 1 && haveJunction(places, stops[i - 1] ?? [])))
    return undefined;
  const opened = searchOn(scene, stops);
  const ways = opened && listTrips(scene.network, stops, opened.bounds);
  if (opened === undefined || ways === undefined) return undefined;
  const within = ways
    .map((way) => readDrive(scene.network, way, undefined, 'none'))
    .filter(({ durationMs }) => durationMs <= opened.bound);
  return { scene, search: opened.search, ways: within };
}

type Scened = NonNullable<ReturnType<typeof openScene>>;
type Way = Scened['ways'][number];

/** A way by a value of time: its bill, and whether a way is cheaper that has more kilometres. */
function holdBest(
  { scene, search, ways }: Scened,
  drawn: Drawn,
  chargeOf: (way: Way) => ReturnType<typeof sumsOf>,
) {
  const { hourNok, metreOre } = drawn;
  const [best] = atOnce(search.find({ hourOre: hourNok * 100, metreOre })).ways;
  if (best === undefined) throw new Error('Expected a way.');
  const bill = billOf(scene, best.edges);
  expect(best.ore).toBe(bill.ore);
  const withoutKm = { hourNok, metreOre: 0 } as const;
  const [cost, costWithoutKm] = [costOf(bill, drawn), costOf(bill, withoutKm)];
  // One whose time and kilometres alone cost as much is not better, whatever it pays.
  const bills = ways
    .filter((way) => {
      const free = sumsOf(way, 0);
      return costOf(free, drawn) < cost || costOf(free, withoutKm) < costWithoutKm - 1;
    })
    .map(chargeOf);
  const least = Math.min(...bills.map((one) => costOf(one, drawn)));
  expect(cost).toBeLessThanOrEqual(least + 1e-6);
  return { bill, isDriven: bills.some((one) => costOf(one, withoutKm) < costWithoutKm - 1) };
}

/** A front. @returns how many ways it has. */
function holdFront(
  { scene, search, ways }: Scened,
  drawn: Drawn,
  chargeOf: (way: Way) => ReturnType<typeof sumsOf>,
): number {
  const { metreOre } = drawn;
  const found = atOnce(search.find({ hourOre: 'pareto', metreOre })).ways;
  const bills = found.map(({ edges, ore }) => {
    const bill = billOf(scene, edges);
    expect(ore).toBe(bill.ore);
    return { ms: bill.ms, money: moneyOf(bill, drawn) };
  });
  bills.slice(1).forEach(({ money }, i) => {
    expect(money).toBeLessThan(bills[i]?.money ?? 0);
  });
  const isBeaten = (sum: ReturnType<typeof sumsOf>) =>
    bills.some(({ money, ms }) => money <= moneyOf(sum, drawn) + 1e-6 && ms <= sum.ms + 1);
  // One that is beaten though it paid nothing need not be asked what it pays.
  const unbeaten = ways.filter((way) => !isBeaten(sumsOf(way, 0)) && !isBeaten(chargeOf(way)));
  expect(unbeaten).toEqual([]);
  return bills.length;
}

// Both on the same trips: to draw one and to list its ways takes longer than to look at them.
test.each(HOURS)(
  '%s a way by a value of time has the sum of its bill, and no way of the network has less money, kilometres and time; none of the ways of a front is both faster and cheaper, and each way of the network is beaten by one of them',
  (name, random, stationsOf, startMs) => {
    let [tolled, driven, several] = [0, 0, 0];
    fc.assert(
      fc.property(random, (drawn) => {
        const opened = openScene(drawn, stationsOf(drawn), startMs);
        if (opened === undefined) return;
        const charges = memoize((way: Way) => chargeOf(opened.scene, way));
        const { bill, isDriven } = holdBest(opened, drawn, charges);
        if (bill.ore > 0) tolled++;
        if (isDriven) driven++;
        if (holdFront(opened, drawn, charges) > 1) several++;
      }),
      // Few of the drawn ways pass both stations of a pair.
      { numRuns: name === FALLS ? 4 * RUNS : RUNS },
    );
    expect(tolled).toBeGreaterThan(20);
    expect(driven).toBeGreaterThan(0);
    expect(several).toBeGreaterThan(10);
  },
);

test('a search that meets its bound says so, and gives ways with the sums of their bills, none worse than the fastest', () => {
  let cut = 0;
  let cheaper = 0;
  const scenes = fc.record({
    drawn: randomTolls,
    /** Of the steps that it takes to its end. */
    share: fc.double({ min: 0.1, max: 2, noNaN: true }),
    hourOre: fc.constantFrom(0, 20_000, 'pareto' as const),
  });
  fc.assert(
    fc.property(scenes, ({ drawn, share, hourOre }) => {
      const network = networkOf(drawn, RUSH);
      const startMs = fromOsloWallClock('2026-11-18T06:10');
      const scene = { network, stations: RUSH, startMs, tagged: drawn.tagged };
      const opened = searchOn(scene, [drawn.trip.from, drawn.trip.to]);
      if (opened === undefined) return;
      const all = { left: 1e6 };
      const whole = atOnce(opened.search.find({ hourOre, metreOre: 0 }, all));
      const left = share * (1e6 - all.left);
      const budget = { left };
      const found = atOnce(opened.search.find({ hourOre, metreOre: 0 }, budget));
      const [fastest] = atOnce(opened.search.find({ hourOre: 'pareto', metreOre: 0 })).ways;
      if (fastest === undefined) throw new Error('Expected a way.');
      expect(budget.left).toBeLessThan(left);
      for (const { edges, ore } of found.ways) expect(ore).toBe(billOf(scene, edges).ore);
      const sums = found.ways.map(({ ms, ore }) => ({ ms, ore }));
      sums.slice(1).forEach(({ ms, ore }, i) => {
        expect(ms).toBeGreaterThan(sums[i]?.ms ?? 0);
        expect(ore).toBeLessThan(sums[i]?.ore ?? 0);
      });
      const costOf = ({ ms, ore }: { readonly ms: number; readonly ore: number }) =>
        ore + (ms * (hourOre === 'pareto' ? 0 : hourOre)) / 3_600_000;
      const least = Math.min(...found.ways.map(costOf));
      expect(least).toBeLessThanOrEqual(costOf(fastest) + 1e-6);
      if (!found.isCut) expect(sums).toEqual(whole.ways.map(({ ms, ore }) => ({ ms, ore })));
      if (!found.isCut) return;
      cut++;
      if (least < costOf(fastest)) cheaper++;
    }),
    { numRuns: 300 },
  );
  expect(cut).toBeGreaterThan(50);
  expect(cheaper).toBeGreaterThan(0);
});

test('where searches are cut no answer at a value of time is beaten by that at another one, and a front has them all', () => {
  let cheaper = 0;
  fc.assert(
    fc.property(randomTolls, (drawn) => {
      const network = networkOf(drawn, RUSH);
      const startMs = fromOsloWallClock('2026-11-18T06:10');
      const scene = { network, stations: RUSH, startMs, tagged: drawn.tagged };
      const ask = (hourOre: number | 'pareto') => {
        const opened = searchOn(scene, [drawn.trip.from, drawn.trip.to]);
        return opened && atOnce(opened.search.find({ hourOre, metreOre: 0 }, { left: 0 })).ways;
      };
      const front = ask('pareto');
      if (front === undefined) return;
      const answers = [0, 2500, 10_000, 20_000, 40_000].map((hourOre) => {
        const [answer] = ask(hourOre) ?? [];
        if (answer === undefined) throw new Error('Expected a way.');
        return { hourOre, answer };
      });
      for (const { hourOre, answer } of answers) {
        const sumOf = ({ ms, ore }: { readonly ms: number; readonly ore: number }) =>
          ore + (ms * hourOre) / 3_600_000;
        const others = [...answers.map((one) => one.answer), ...front].map(sumOf);
        expect(sumOf(answer)).toBeLessThanOrEqual(Math.min(...others) + 1e-6);
        expect(Math.min(...front.map(sumOf))).toBeLessThanOrEqual(sumOf(answer) + 1e-6);
      }
      if ((front.at(-1)?.ore ?? 0) < (front[0]?.ore ?? 0)) cheaper++;
    }),
    { numRuns: 200 },
  );
  expect(cheaper).toBeGreaterThan(2);
});

/** The same network with its nodes, links and edges numbered the other way round. */
function renumber(drawn: Drawn): Drawn {
  const { roads, costs, otherCosts, from, to } = drawn.trip;
  const { links, graph } = roads;
  const last = links.from.length - 1;
  const lastNode = links.nodeCount - 1;
  const pairs = links.from.reduceRight<number[]>(
    (points, _, link) => [...points, ...links.points.slice(4 * link, 4 * link + 4)],
    [],
  );
  const table = {
    ...links,
    from: links.from.toReversed().map((node) => lastNode - node),
    to: links.to.toReversed().map((node) => lastNode - node),
    flags: links.flags.toReversed(),
    points: Int32Array.from(pairs),
    bans: links.bans
      .map((ban) => ({ from: last - ban.from, via: lastNode - ban.via, to: last - ban.to }))
      .toReversed(),
  };
  const other = buildGraph(table);
  const [x, y] = [new Float64Array(links.nodeCount), new Float64Array(links.nodeCount)];
  table.from.forEach((node, link) => {
    x[node] = pairs[4 * link] as number;
    y[node] = pairs[4 * link + 1] as number;
    x[table.to[link] as number] = pairs[4 * link + 2] as number;
    y[table.to[link] as number] = pairs[4 * link + 3] as number;
  });
  const keyOf = (link: number, isBackward = 0) => 2 * link + isBackward;
  const edgeOf = new Map(
    Array.from(other.linkOf, (link, edge) => [keyOf(link, other.isBackward[edge]), edge] as const),
  );
  const renumbered = Array.from(
    graph.linkOf,
    (link, edge) => edgeOf.get(keyOf(last - link, graph.isBackward[edge])) ?? -1,
  );
  const place = ({ edge, share }: EdgePlace) => ({ edge: renumbered[edge] as number, share });
  const recost = ({ ofEdge, ofTurn }: Costs): Costs => {
    const made = {
      ofEdge: new Int32Array(other.edgeCount),
      ofTurn: new Int32Array(other.turns.to.length),
    };
    renumbered.forEach((edge, old) => {
      made.ofEdge[edge] = ofEdge[old] as number;
      const end = graph.turns.first[old + 1] as number;
      for (let turn = graph.turns.first[old] as number; turn < end; turn++) {
        const next = renumbered[graph.turns.to[turn] as number] as number;
        made.ofTurn[findTurn(other, edge, next)] = ofTurn[turn] as number;
      }
    });
    return made;
  };
  const gates = new Array<number>(other.edgeCount).fill(-1);
  renumbered.forEach((edge, old) => {
    gates[edge] = drawn.gates[old] as number;
  });
  return {
    ...drawn,
    gates,
    trip: {
      roads: { links: table, graph: other, hierarchy: buildHierarchy(other, { x, y }) },
      costs: recost(costs),
      otherCosts: recost(otherCosts),
      from: from.map(place),
      to: to.map(place),
    },
  };
}

test('a network with other numbers for its nodes and edges has ways of the same sums', () => {
  let several = 0;
  fc.assert(
    fc.property(randomTolls, (drawn) => {
      const sumsOf = (one: Drawn) => {
        const network = networkOf(one, RUSH);
        const startMs = fromOsloWallClock('2026-11-18T06:10');
        const scene = { network, stations: RUSH, startMs, tagged: one.tagged };
        const search = searchOn(scene, [one.trip.from, one.trip.to])?.search;
        if (search === undefined) return undefined;
        const { ways } = atOnce(search.find({ hourOre: 'pareto', metreOre: 0 }));
        const [best] = atOnce(search.find({ hourOre: one.hourNok * 100, metreOre: 0 })).ways;
        if (ways.length > 1) several++;
        const sum = best && best.ore + (best.ms * one.hourNok) / 36_000;
        return {
          sum: sum?.toFixed(3),
          front: ways.map(({ ore, ms }) => `${ore} øre, ${ms.toFixed(3)} ms`),
        };
      };
      expect(sumsOf(renumber(drawn))).toEqual(sumsOf(drawn));
    }),
    { numRuns: 300 },
  );
  expect(several).toBeGreaterThan(20);
});
