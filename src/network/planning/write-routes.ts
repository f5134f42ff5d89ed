/** Writes drives as routes: their lines, passages, sections, and the waits for their ferries. */
import { openLazyMember } from '../../base/memoize.ts';
import type { LatLon } from '../../base/point.ts';
import { distancesAlongM } from '../../geo/on-line.ts';
import { toStep } from '../../geo/polyline.ts';
import {
  type Boarding,
  type LineRows,
  type PlannedRoute,
  type RoadStretch,
  readPoints,
  type StopOnRoad,
} from '../../passages/planned-route.ts';
import type { Drive, DrivenBoarding } from '../../routing/drive.ts';
import { type LinkTable, turnBetween } from '../../routing/graph.ts';
import type { FerryTable, RoadNetwork } from '../../routing/network.ts';
import { linkAt } from '../../routing/pieces.ts';
import {
  type FerryService,
  type FerryWait,
  knowsDepartures,
  waitAnyTime,
  waitAt,
} from '../../trip/ferry-service.ts';
import { nameRoad } from '../link.ts';

interface QuayWait extends FerryWait {
  /** Name of the connection; absent: no connection is known there. */
  readonly name?: string;
  readonly isEstimated: boolean;
}

/** Gives the wait for a ride at a moment, Unix milliseconds. */
export function openWaits(
  { connectionIds, quayIds, waitMs }: FerryTable,
  services: readonly FerryService[],
) {
  const byId = new Map(services.map((service) => [service.id, service]));
  return (ride: number, atMs: number): QuayWait => {
    const service = byId.get(connectionIds[ride] ?? '');
    const meanMin = (waitMs[ride] ?? 0) / 60_000;
    if (service === undefined) return { ...waitAnyTime(2 * meanMin), isEstimated: true };
    const quay = { fromQuayId: quayIds[ride] ?? '', headwayMin: 2 * meanMin };
    const isEstimated = !knowsDepartures(service, quay.fromQuayId);
    return { ...waitAt(service, quay, atMs), name: service.name, isEstimated };
  };
}

/** @param roads the name of each link as a number by `codeRoad`; absent: routes have no road names. */
export function openRouteWriter(
  network: RoadNetwork,
  waitAtQuay = openWaits(network.ferries, []),
  roads?: ArrayLike<number>,
) {
  const { gates, sections, ferries } = network;
  const { links } = network.graph;
  const toBoarding = ({ ride, atMs, waitMs }: DrivenBoarding, startMs: number): Boarding => {
    const { name, isEstimated, untilFirst, isDoubtful } = waitAtQuay(ride, startMs + atMs);
    return {
      ...(name !== undefined && { name }),
      waitS: waitMs / 1000,
      boardingS: ferries.boardingMs / 1000,
      isEstimated,
      ...(untilFirst && { untilFirst }),
      ...(isDoubtful && { isDoubtful }),
    };
  };

  return (
    drive: Drive,
    id: string,
    { stops, startMs }: { readonly stops: readonly StopOnRoad[]; readonly startMs: number },
  ): PlannedRoute => {
    const rows = { degrees: toDegrees(drive, links.points), alongM: drive.alongM };
    const secondsAt = toSeconds(drive.leftAtMs);
    const route: Omit<PlannedRoute, 'line'> & { readonly rows: LineRows } = {
      id,
      rows,
      secondsAt,
      lengthM: drive.lengthM,
      durationS: drive.durationMs / 1000,
      rangeS: [drive.rangeMs[0] / 1000, drive.rangeMs[1] / 1000],
      ferries: drive.sailed.map(({ from, to }) => {
        const boarded = drive.boardings.find(({ point }) => point === from);
        return {
          fromIndex: from,
          toIndex: to,
          ...(boarded && { boarding: toBoarding(boarded, startMs) }),
        };
      }),
      stops,
      ...privateMetres(network, drive),
      ...(roads && { roads: listRoads(drive.points, links, roads) }),
      passages: drive.passages.map(({ station, point, rangeMs: [earlyMs, lateMs] }) => ({
        stationId: gates.stationIds[station] as string,
        alongM: drive.alongM[point] as number,
        atS: secondsAt[point] as number,
        rangeS: [earlyMs / 1000, lateMs / 1000],
      })),
      ...(drive.sections.length > 0 && {
        sections: drive.sections.map(({ section, atMs, waitMs }) => ({
          id: sections.ids[section] as string,
          atS: atMs / 1000,
          ...(waitMs > 0 && { waitS: waitMs / 1000 }),
        })),
      }),
    };
    return withLine(route);
  };
}

/**
 * Private roads that a drive turns into and leaves again, which it does only where other ways have a toll or a closed
 * road. One with a station of ours, or with a section, has known terms. Those that lead to a stop are what was asked for.
 */
function privateMetres(
  { graph, turnChoice, privateEntryMs, gates, sections, measures }: RoadNetwork,
  { edges }: Drive,
): Pick<PlannedRoute, 'privateM'> {
  const enters = (from: number | undefined, to: number | undefined) =>
    from !== undefined &&
    to !== undefined &&
    (turnChoice[turnBetween(graph, from, to)] ?? 0) >= privateEntryMs;
  const back = (edge: number) => graph.opposite[edge] ?? -1;
  let [privateM, sinceM] = [0, Number.NaN];
  edges.forEach(({ edge, from, to, fromStop }, i) => {
    const before = fromStop ? undefined : edges[i - 1]?.edge;
    const link = graph.linkOf[edge] as number;
    // A vehicle that drives the other way would enter the private road where this one leaves it.
    if (before !== undefined && sinceM > 0 && enters(back(edge), back(before))) {
      privateM += sinceM;
      sinceM = Number.NaN;
    }
    if (enters(before, edge)) sinceM = 0;
    const isKnown =
      gates.first[edge] !== gates.first[edge + 1] ||
      sections.first[link] !== sections.first[link + 1];
    if (isKnown || fromStop) sinceM = Number.NaN;
    sinceM += (to - from) * (measures.drivenM[link] as number);
  });
  return privateM > 0 ? { privateM } : {};
}

/** The names of the roads of a line. A node between two roads belongs to the road that leads to it. */
function listRoads(
  points: Int32Array,
  links: LinkTable,
  roads: ArrayLike<number>,
): readonly RoadStretch[] {
  const { firstPoint } = links;
  const stretches: RoadStretch[] = [];
  const end = (toIndex: number, code: number) => {
    const name = nameRoad(code);
    stretches.push({ toIndex, numbers: name === undefined ? [] : [name] });
  };
  let [link, code] = [-1, -1];
  for (let i = 0; i < points.length; i++) {
    const point = points[i] as number;
    const isOnLink =
      link !== -1 &&
      point >= (firstPoint[link] as number) &&
      point < (firstPoint[link + 1] as number);
    // A place between two points lies on the link of the previous point, or of the first point.
    if (point === -1 || isOnLink) continue;
    link = linkAt(links, point);
    const next = roads[link] as number;
    if (code !== -1 && next !== code) end(i - 1, code);
    code = next;
  }
  if (code !== -1) end(points.length - 1, code);
  return stretches;
}

/** @param known the points of all links, latitude and longitude. */
function toDegrees({ points, between }: Drive, known: ArrayLike<number>): Int32Array {
  const degrees = new Int32Array(2 * points.length);
  let next = 0;
  for (let i = 0; i < points.length; i++) {
    const point = points[i] as number;
    if (point >= 0) {
      degrees[2 * i] = known[2 * point] as number;
      degrees[2 * i + 1] = known[2 * point + 1] as number;
      continue;
    }
    const { lat, lon } = between[next++] as LatLon;
    degrees[2 * i] = toStep(lat);
    degrees[2 * i + 1] = toStep(lon);
  }
  return degrees;
}

/** An answer has many thousands of points, so the list is made with its final length. */
function toSeconds(ms: Float64Array): number[] {
  const seconds = new Array<number>(ms.length);
  for (let i = 0; i < ms.length; i++) seconds[i] = (ms[i] as number) / 1000;
  return seconds;
}

const withLine = openLazyMember('line', ({ rows }: { readonly rows: LineRows }) => {
  const line = readPoints(rows, 0, rows.alongM.length);
  distancesAlongM.note(line, Array.from(rows.alongM));
  return line;
});

export type WriteRoute = ReturnType<typeof openRouteWriter>;

/** The same drive gives the same route, except for the facts about its ferries at the hour. */
export function shareRoutes(
  write: WriteRoute,
  waitAtQuay: ReturnType<typeof openWaits>,
): WriteRoute {
  const known = new Map<Drive, Map<string, PlannedRoute>>();
  return (drive, id, terms) => {
    const said = drive.boardings.map(({ ride, atMs }) => {
      const { untilFirst, isDoubtful } = waitAtQuay(ride, terms.startMs + atMs);
      return `${untilFirst} ${isDoubtful}`;
    });
    const key = [id, ...said].join();
    const ofDrive = known.get(drive) ?? new Map<string, PlannedRoute>();
    known.set(drive, ofDrive);
    const found = ofDrive.get(key) ?? write(drive, id, terms);
    ofDrive.set(key, found);
    return found;
  };
}
