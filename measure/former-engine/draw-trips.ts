/** The seeded trips that the former engine is recorded on: the same ones every time. */
import { seeded } from '../../audit/seeded.ts';
import { listSeededTrips } from '../../audit/seeded-trips.ts';
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { pointAtBearing } from '../../src/geo/point-at-bearing.ts';
import { buildRoadFinder } from '../../src/geo/road-finder.ts';
import { toVertex } from '../../src/geo/vertex.ts';
import type { RoadLink } from '../../src/network/link.ts';
import { keyOf } from '../../src/network/vertex.ts';

/** A trip to ask for. */
export interface DrawnTrip {
  /** What it was drawn as; what it is says its answer. */
  readonly kind: Kind;
  readonly from: LatLon;
  readonly to: LatLon;
  /** A stop on the way; `'on the way'`: one that the recommended route passes. Absent: none. */
  readonly via?: LatLon | 'on the way';
  readonly avoidTolls: boolean;
}

type Kind =
  | 'region'
  | 'country'
  | 'quay'
  | 'island'
  | 'gate'
  | 'same street'
  | 'via on the way'
  | 'via elsewhere'
  | 'no tolls'
  | 'apart'
  | 'no road';

/** How many of each. */
const COUNTS: Readonly<Record<Kind, number>> = {
  region: 190,
  country: 150,
  quay: 100,
  island: 80,
  gate: 100,
  'same street': 50,
  'via on the way': 75,
  'via elsewhere': 75,
  'no tolls': 150,
  apart: 10,
  'no road': 20,
};

const SEED = 20_261_122;
/** Ends lie beside the road, but for every other one, which lies on it. Metres. */
const ASIDE_M = 300;
/** Ends of one trip, but for those across the country. Metres. */
const APART_M = { least: 1_000, most: 90_000 } as const;
/** Ends in one street lie less far apart. */
const STREET_M = 2_500;

/** In the sea and abroad no road of the network is as near as this. Metres. */
const NO_ROAD_M = 11_000;
const NORWAY = { south: 57.9, north: 71.2, west: 4.5, east: 31.2 } as const;

/** Trips of all kinds; what is drawn does not depend on any engine. */
export function drawTrips(
  links: readonly RoadLink[],
  gates: readonly { readonly at: LatLon }[],
): DrawnTrip[] {
  const ends = openEnds(openPlaces(links), gates);
  return Object.entries(COUNTS).flatMap(([name, count]) => {
    const kind = name as Kind;
    return Array.from({ length: count }, () => ({
      kind,
      ...ends[kind](),
      avoidTolls: kind === 'no tolls',
    }));
  });
}

/** How the ends of each kind are drawn. */
function openEnds(
  places: ReturnType<typeof openPlaces>,
  gates: readonly { readonly at: LatLon }[],
): Readonly<Record<Kind, () => Pick<DrawnTrip, 'from' | 'to' | 'via'>>> {
  const { random, pick, aside, onRoad, near, eitherWay, awayFromRoads, atHome } = places;
  const { roads, quays, islands, apart } = places;
  return {
    region: atHome,
    country: () => ({ from: onRoad(), to: onRoad() }),
    quay: () => {
      const quay = aside(pick(quays));
      return eitherWay(quay, near(quay));
    },
    island: () => {
      const home = aside(pick(pick(islands).line));
      return eitherWay(home, near(home));
    },
    gate: () => {
      const gate = aside(pick(gates).at);
      return eitherWay(gate, near(gate));
    },
    'same street': () => {
      const { line } = pick(roads);
      const from = pick(line);
      const others = line.filter((at) => flatDistanceM(from, at) < STREET_M);
      return { from: aside(from), to: pick(others.length > 1 ? others : line) };
    },
    'via on the way': () => ({ ...atHome(), via: 'on the way' }),
    'via elsewhere': () => {
      const from = onRoad();
      return { from, via: near(from), to: near(from) };
    },
    'no tolls': () => {
      if (random() < 0.5) return atHome();
      const gate = aside(pick(gates).at);
      return eitherWay(near(gate), near(gate));
    },
    apart: () => {
      const from = pick(pick(apart).line);
      return eitherWay(from, near(from));
    },
    'no road': () => eitherWay(awayFromRoads(), onRoad()),
  };
}

/** Where trips begin and end. */
function openPlaces(links: readonly RoadLink[]) {
  const random = seeded(SEED);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const roads = links.filter(({ kind }) => kind === 'road');
  const { islands, apart } = partRoads(links);
  const quays = links.flatMap(({ kind, line }) =>
    kind === 'ferry' ? ([line[0], line.at(-1)] as LatLon[]) : [],
  );
  const aside = (at: LatLon): LatLon =>
    random() < 0.5 ? at : toVertex(pointAtBearing(at, random() * 360, random() * ASIDE_M));
  const onRoad = () => aside(pick(pick(roads).line));
  const near = (at: LatLon): LatLon => {
    for (;;) {
      const other = onRoad();
      const apartM = flatDistanceM(at, other);
      if (apartM >= APART_M.least && apartM <= APART_M.most) return other;
    }
  };
  const eitherWay = (at: LatLon, other: LatLon) =>
    random() < 0.5 ? { from: at, to: other } : { from: other, to: at };
  const findRoad = buildRoadFinder(roads);
  const awayFromRoads = (): LatLon => {
    for (;;) {
      const at = toVertex({
        lat: NORWAY.south + random() * (NORWAY.north - NORWAY.south),
        lon: NORWAY.west + random() * (NORWAY.east - NORWAY.west),
      });
      if (flatDistanceM(at, findRoad(at)) > NO_ROAD_M) return at;
    }
  };
  const homes = listSeededTrips({ links });
  const atHome = () => {
    const { from, to } = pick(homes);
    return { from: aside(from), to: aside(to) };
  };
  const ways = { random, pick, aside, onRoad, near, eitherWay, awayFromRoads, atHome };
  return { ...ways, roads, quays, islands, apart };
}

/** The roads that only ferries lead to, and those that nothing does. */
function partRoads(links: readonly RoadLink[]) {
  const byRoad = partsOf(links.filter(({ kind }) => kind === 'road'));
  const byAny = partsOf(links);
  const apart: RoadLink[] = [];
  const islands: RoadLink[] = [];
  for (const link of links) {
    if (link.kind !== 'road') continue;
    if (!byAny.isLargest(link)) apart.push(link);
    else if (!byRoad.isLargest(link)) islands.push(link);
  }
  return { islands, apart };
}

/** Which links hang together with most of them. */
function partsOf(links: readonly RoadLink[]) {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root))
      root = up;
    parent.set(key, root);
    return root;
  };
  for (const { line } of links) {
    const root = rootOf(keyOf(line[0] as LatLon));
    for (const at of line) parent.set(rootOf(keyOf(at)), root);
  }
  const partOf = ({ line }: RoadLink) => rootOf(keyOf(line[0] as LatLon));
  const sizes = new Map<string, number>();
  for (const link of links) sizes.set(partOf(link), (sizes.get(partOf(link)) ?? 0) + 1);
  const [largest] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? [''];
  return { isLargest: (link: RoadLink) => partOf(link) === largest };
}
