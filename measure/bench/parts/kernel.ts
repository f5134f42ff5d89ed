import { buildPassageFinder, type Gate } from '../../../src/passages/passage-finder.ts';
import type { PassageFinder, PlannedRoute } from '../../../src/passages/planned-route.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import { listTollPassages } from '../../../src/trip/list-toll-passages.ts';
import { NEAR_M } from '../../../src/trip/settings.ts';
import { figures, type Table } from '../../page.ts';
import type { Bench } from '../bench.ts';
import { compareWays, seeded } from '../measure.ts';
import { RUSH_START } from '../trips.ts';

const OSLO = { lat: 59.9139, lon: 10.7522 };
/** About 500 and 2 000 km by road. */
const ENDS = {
  'Oslo-Trondheim': { lat: 63.4305, lon: 10.3951 },
  'Oslo-Hammerfest': { lat: 70.6634, lon: 23.6821 },
};
const TIMES = [1, 10, 100];
const START_MS = Date.parse(RUSH_START);
/** The box of mainland Norway, in which the invented stations stand. */
const BOX = { south: 58, north: 71, west: 5, east: 30 };

/** Matching and pricing alone: no way is looked for, no JSON is written. */
export async function benchKernel(bench: Bench): Promise<Table> {
  const { network, facts, planner, isShort } = bench;
  const { tolls, calendar } = facts;
  const finders = TIMES.map((times) => buildFinder(multiply(network.gates, times)));
  const price = (route: PlannedRoute, found: Found) => {
    const { passages } = listTollPassages(route, found, { tolls, startMs: START_MS });
    return priceTolls(passages, { size: 'small', rulesBetweenPassages: true }, calendar);
  };
  const rows: string[][] = [];
  for (const [name, to] of Object.entries(ENDS)) {
    const trip = { from: OSLO, to, via: [], startMs: START_MS, avoidTolls: false, alternatives: 0 };
    const [first] = await planner.planTrip(trip);
    if (first === undefined) throw new Error('Expected a route.');
    for (const parts of [1, 2, 4, 8])
      rows.push(await measureRoute(name, divide(first, parts), { finders, price, isShort }));
  }
  return {
    title: '4. Kernel',
    about: `One route that is planned already, ms, fastest of many turns. *Priced*: the passages that the route tells, as with \`refine\`. *Nearness*: its stations found by its line, and priced. Points of the line are multiplied by dividing its legs, stations by others at seeded places; ${network.gates.length} gates are those of the network.`,
    head: [
      'route',
      'points',
      'passages',
      'priced, ms',
      'µs a passage',
      'nearness, ms',
      'stations x 10, ratio',
      'x 100, ratio',
    ],
    rows,
  };
}

type Found = Parameters<typeof listTollPassages>[1];

interface Kernel {
  /** One finder for each of `TIMES`. */
  readonly finders: readonly PassageFinder[];
  readonly price: (route: PlannedRoute, found: Found) => unknown;
  readonly isShort: boolean;
}

/** One row: a route priced by its own passages, and by nearness among more and more stations. */
async function measureRoute(
  name: string,
  route: PlannedRoute,
  { finders, price, isShort }: Kernel,
): Promise<string[]> {
  // A copy each time, because facts about a line are remembered with the line.
  const fresh = () => ({ ...route, line: [...route.line] });
  const finder = (i: number) => finders[i] as PassageFinder;
  const told = route.passages ?? [];
  const near = (i: number) => () => {
    const copy = fresh();
    price(copy, finder(i).findByGeometry(copy));
  };
  const ways = { told: () => price(fresh(), told), n0: near(0), n1: near(1), n2: near(2) };
  const ms = await compareWays(1, ways, isShort ? 60 : 300);
  const of = (key: keyof typeof ways) => ms[key][0] ?? Number.NaN;
  return [
    `${name}, ${Math.round(route.lengthM / 1000)} km`,
    String(route.line.length),
    String(told.length),
    figures(of('told')),
    figures((of('told') * 1000) / Math.max(1, told.length)),
    figures(of('n0')),
    figures(of('n1') / of('n0')),
    figures(of('n2') / of('n0')),
  ];
}

function buildFinder(gates: readonly Gate[]): PassageFinder {
  const stations = gates.map(({ stationId: id, at }) => ({ id, at }));
  return buildPassageFinder({ gates, stations, nearM: NEAR_M });
}

/** The gates, and several times as many at places without gates. */
function multiply(gates: readonly Gate[], times: number): Gate[] {
  const random = seeded(7);
  const more = Array.from({ length: gates.length * (times - 1) }, (_, i) => ({
    stationId: `none-${i}`,
    at: {
      lat: BOX.south + random() * (BOX.north - BOX.south),
      lon: BOX.west + random() * (BOX.east - BOX.west),
    },
  }));
  return [...gates, ...more];
}

/** The same route with each leg of its line cut into several legs. */
function divide(route: PlannedRoute, parts: number): PlannedRoute {
  const between = (values: readonly number[]) =>
    values.flatMap((value, i) => {
      const next = values[i + 1];
      if (next === undefined) return [value];
      return Array.from({ length: parts }, (_, p) => value + ((next - value) * p) / parts);
    });
  const lats = between(route.line.map(({ lat }) => lat));
  const lons = between(route.line.map(({ lon }) => lon));
  const line = lats.map((lat, i) => ({ lat, lon: lons[i] ?? 0 }));
  return { ...route, line, secondsAt: between(route.secondsAt) };
}
