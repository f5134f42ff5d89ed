/** The measured stretches of `data/road-network/stretches.json`, driven on the bundled roads. */
import type { LatLon } from '../../src/base/point.ts';
import type { Speeds } from '../../src/facts/schema/road-network.ts';
import { findPlaceOnLine, flatDistanceM, flatLengthM, pointAlong } from '../../src/geo/on-line.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import type { RoadLink } from '../../src/network/link.ts';
import { prepareNetwork } from '../../src/network/n1000/compile.ts';
import { drawGraph } from '../../src/network/n1000/draw-graph.ts';
import { openTraits, type RoadTraits } from '../../src/network/speeds.ts';
import { type Drive, lineOf } from '../../src/routing/drive.ts';
import { findTurn } from '../../src/routing/graph.ts';
import { openRouter } from '../../src/routing/router.ts';
import type { Stretch } from '../compile-data/all-files.ts';

export interface DrivenStretch extends Omit<Stretch, 'line'> {
  /** A name that is the same for stretches whose middles lie near each other, such as the two directions of a road. */
  readonly place: string;
  readonly pieces: readonly { readonly traits: RoadTraits; readonly lengthM: number }[];
  readonly turnsS: number;
  readonly lengthM: number;
  /** Why the model can not be compared with the stretch; absent: it can. */
  readonly leftOut?: string;
}

/**
 * The places on a measured line over which a way is looked for, as shares of the line. A place in the middle keeps the
 * way on a road that runs beside another. Places inside the ends help if an end at a junction lies nearer to a street.
 */
const STOPS = [0, 0.05, 0.1].flatMap((end) => [
  [end, 1 - end],
  [end, 0.5, 1 - end],
]);
const MUNICIPAL: ReadonlySet<string> = new Set(['K', 'P']);
/** A way that is longer or shorter by more than this, or leaves the measured line by more, is another road. */
const MOST_LENGTH_SHARE = 0.07;
const MOST_ASIDE_M = 300;
/** The number of places of a measured line that are compared with a way. */
const SAMPLES = 40;
/** Stretches whose middles are no farther apart are one place. Metres. */
const PLACE_M = 2000;

/**
 * Drives the stretches.
 *
 * @param rows the measured stretches.
 * @param speeds by which a way is chosen if several ways lead along a stretch.
 * @param rebuilt why stretches say nothing about the roads of today, by their id.
 */
export function driveStretches(
  rows: readonly Stretch[],
  links: readonly RoadLink[],
  speeds: Speeds,
  rebuilt: ReadonlyMap<string, string>,
): DrivenStretch[] {
  const lines = rows.map(({ line }) => decodePolyline(line));
  const places = namePlaces(lines.map((line) => pointAlong(line, flatLengthM(line) / 2).at));
  const drive = openDrives(links, speeds);
  return rows.map(({ line: _, ...row }, i) => {
    const line = lines[i] ?? [];
    const way = pickWay(
      STOPS.flatMap((shares) => drive(line, shares)),
      row.km,
    );
    if (way === undefined) throw new Error(`Expected a way along ${row.name}.`);
    const why = rebuilt.get(row.id) ?? compareWay(way, row.km);
    const { asideM: __, share: ___, ...driven } = way;
    return { ...row, place: places[i] ?? '', ...driven, ...(why && { leftOut: why }) };
  });
}

/**
 * The way whose length is nearest to the measured length. Main roads were measured, so a way over municipal roads is
 * chosen only if no other way leads along the stretch.
 */
function pickWay(ways: readonly Way[], km: number): Way | undefined {
  const along = ways.filter((way) => compareWay(way, km) === undefined);
  const onMainRoads = along.filter(
    ({ pieces }) => !pieces.some(({ traits }) => MUNICIPAL.has(traits.class)),
  );
  const [among = []] = [onMainRoads, along, ways].filter(({ length }) => length > 0);
  return among.toSorted((a, b) => offBy(a, km) - offBy(b, km))[0];
}

/** The logarithm of the ratio of the length of a way and the measured length. */
const offBy = ({ lengthM, share }: Way, km: number) =>
  Math.abs(Math.log(lengthM / 1000 / (km * share)));

function compareWay({ lengthM, asideM, share }: Way, km: number): string | undefined {
  const times = lengthM / 1000 / (km * share);
  if (Math.abs(times - 1) > MOST_LENGTH_SHARE)
    return `the way on the bundled roads is ${times.toFixed(2)} times as long`;
  if (asideM > MOST_ASIDE_M)
    return `the bundled roads lead ${Math.round(asideM)} m beside the measured line`;
  return undefined;
}

interface Way extends Pick<DrivenStretch, 'pieces' | 'turnsS' | 'lengthM'> {
  /** The greatest distance of the measured line from the way. Metres. */
  readonly asideM: number;
  /** The share of the measured line that it covers. */
  readonly share: number;
}

function openDrives(links: readonly RoadLink[], speeds: Speeds) {
  const { network, index } = prepareNetwork(links, { placed: [], sections: [] }, speeds);
  const { sources } = drawGraph(links, []);
  const { graph, times, measures } = network;
  const router = openRouter(network, index);
  const traitsOf = openTraits(links, speeds);

  const readWay = (drive: Drive, measured: readonly LatLon[], share: number): Way => {
    const line = lineOf(graph.links, drive);
    const turnsMs = drive.edges.reduce((sum, { edge, fromStop }, i) => {
      const before = drive.edges[i - 1];
      if (before === undefined || fromStop) return sum;
      return sum + (times.ofTurn[findTurn(graph, before.edge, edge)] as number);
    }, 0);
    return {
      share,
      lengthM: drive.lengthM,
      turnsS: turnsMs / 1000,
      asideM: Math.max(...measured.map((at) => asideOf(line, at))),
      pieces: drive.edges.map(({ edge, from, to }) => {
        const link = graph.linkOf[edge] as number;
        return {
          traits: traitsOf(sources[link] as RoadLink),
          lengthM: (to - from) * (measures.drivenM[link] as number),
        };
      }),
    };
  };

  /** @param shares of the line at which the way begins, passes and ends. */
  return (line: readonly LatLon[], shares: readonly number[]): Way[] => {
    const wholeM = flatLengthM(line);
    const at = (share: number) => pointAlong(line, share * wholeM).at;
    const stops = shares.map((share) => router.snap(at(share)));
    const [first, last] = [shares[0] ?? 0, shares.at(-1) ?? 1];
    const driven = Array.from({ length: SAMPLES + 1 }, (_, i) =>
      at(first + ((last - first) * i) / SAMPLES),
    );
    const found = stops.filter((stop) => stop !== undefined);
    if (found.length < stops.length) return [];
    return router
      .drive(found, { avoidTolls: false, others: 0, closed: [] })
      .map((drive) => readWay(drive, driven, last - first));
  };
}

const asideOf = (line: readonly LatLon[], at: LatLon): number =>
  findPlaceOnLine(line, at)?.offM ?? Number.POSITIVE_INFINITY;

/** Names each middle by the first middle that is connected with it by sufficiently short steps. */
function namePlaces(middles: readonly LatLon[]): string[] {
  const above = middles.map((_, i) => i);
  const rootOf = (i: number): number => {
    const next = above[i] ?? i;
    return next === i ? i : rootOf(next);
  };
  middles.forEach((one, i) => {
    middles.slice(0, i).forEach((other, j) => {
      if (flatDistanceM(one, other) < PLACE_M) above[rootOf(i)] = rootOf(j);
    });
  });
  return middles.map((_, i) => String(rootOf(i)));
}
