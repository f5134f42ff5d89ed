import { groupBy } from '../base/lists.ts';
import type { LatLon } from '../base/point.ts';
import { findPlaceOnLine, flatDistanceM, flatLengthM, M_PER_DEG } from '../geo/on-line.ts';
import type { FerryConnection } from '../pricing/ferry/law.ts';
import type { FerryCrossing } from '../pricing/ferry/terms.ts';
import type { Quay, SailedLine } from '../trip/ports.ts';

/** The end of a ferry line may lie this far from its quay on a generalised road network. */
const END_LIMIT_M = 1600;
/**
 * A line must pass this near to a quay at which travellers change ferries. The network joins ferry lines at sea, up to
 * 11 km before their common quay (Træna-Lovund, with a change at Onøy).
 */
const CHANGE_LIMIT_M = 12_000;

/** Two quays of one connection, in the order of a ride. */
interface Ride {
  readonly connection: FerryConnection;
  readonly from: Quay;
  readonly to: Quay;
}

interface Weighed<T> {
  readonly found: T;
  /** Metres by which the quays miss the line. */
  readonly missM: number;
}

/**
 * Makes the function that tells which connections a ferry line consists of.
 *
 * Both ends are chosen together: the two quays of one connection that lie nearest to the ends. If no connection serves
 * both ends, two connections that meet at a quay beside the line are chosen. Among connections with the same quays, a
 * connection that still sails comes first, then the connection with the fewest calls, then the lower id.
 */
export function buildCrossingMatcher(
  connections: readonly FerryConnection[],
  quays: readonly Quay[],
): (sailed: SailedLine) => readonly FerryCrossing[] {
  const rides = listRides(connections, new Map(quays.map((quay) => [quay.id, quay])));
  const byRow = groupBy(rides, ({ from }) => rowOf(from.at));
  const ridesNear = (start: LatLon): Ride[] =>
    [-1, 0, 1].flatMap((step) => byRow.get(rowOf(start) + step) ?? []);
  const changes = quays.filter(({ connectionIds }) => connectionIds.length > 1);
  return (sailed) => {
    const [start, end] = endsOf(sailed.line);
    const ride = findRide(ridesNear(start), start, end);
    if (ride !== undefined) return [toCrossing(ride.found, sailed, 1)];
    return findTwoRides(rides, changes, sailed) ?? listUnknown(quays, sailed);
  };
}

/** The belt of latitude that a place lies in. Quays near the place lie in this belt or in one of the next belts. */
const rowOf = ({ lat }: LatLon): number => Math.floor((lat * M_PER_DEG) / END_LIMIT_M);

/** Every ordered pair of quays of every connection, in the order of preference. */
function listRides(
  connections: readonly FerryConnection[],
  quays: ReadonlyMap<string, Quay>,
): Ride[] {
  const preferred = connections.toSorted(
    (a, b) =>
      Number(a.endedOn !== undefined) - Number(b.endedOn !== undefined) ||
      a.quayIds.length - b.quayIds.length ||
      Number(a.id) - Number(b.id),
  );
  return preferred.flatMap((connection) => {
    const calls = connection.quayIds.flatMap((id) => quays.get(id) ?? []);
    return calls.flatMap((from) =>
      calls.flatMap((to) => (from.id === to.id ? [] : [{ connection, from, to }])),
    );
  });
}

function findRide(rides: readonly Ride[], start: LatLon, end: LatLon): Weighed<Ride> | undefined {
  let best: Weighed<Ride> | undefined;
  for (const ride of rides) {
    const startM = flatDistanceM(ride.from.at, start);
    if (startM > END_LIMIT_M) continue;
    const endM = flatDistanceM(ride.to.at, end);
    if (endM > END_LIMIT_M) continue;
    if (best === undefined || startM + endM < best.missM)
      best = { found: ride, missM: startM + endM };
  }
  return best;
}

type Change = Weighed<FerryCrossing[]>;

/** Two rides that meet at a quay of both, beside the line and between its ends. */
function findTwoRides(
  rides: readonly Ride[],
  changes: readonly Quay[],
  sailed: SailedLine,
): FerryCrossing[] | undefined {
  const [start, end] = endsOf(sailed.line);
  const ends = {
    begun: rides.filter(({ from }) => isAt(from, start)),
    ended: rides.filter(({ to }) => isAt(to, end)),
  };
  if (ends.begun.length === 0 || ends.ended.length === 0) return undefined;
  const found = changes.flatMap((quay): Change[] => changeAt(quay, ends, sailed) ?? []);
  return found.toSorted((a, b) => a.missM - b.missM)[0]?.found;
}

/** Is a quay at the end of a line? The latitude is compared first, since nearly all quays are elsewhere. */
const isAt = ({ at }: Quay, end: LatLon): boolean =>
  Math.abs(at.lat - end.lat) * M_PER_DEG <= END_LIMIT_M && flatDistanceM(at, end) <= END_LIMIT_M;

/** The crossings with a change at the quay; undefined: travellers do not change connections there. */
function changeAt(
  quay: Quay,
  { begun, ended }: { readonly begun: readonly Ride[]; readonly ended: readonly Ride[] },
  sailed: SailedLine,
): Change[] | undefined {
  const [start, end] = endsOf(sailed.line);
  const arriving = begun.filter(({ to }) => to.id === quay.id);
  const leaving = ended.filter(({ from }) => from.id === quay.id);
  const first = findRide(arriving, start, quay.at);
  const second = findRide(leaving, quay.at, end);
  if (first === undefined || second === undefined) return undefined;
  if (first.found.connection === second.found.connection) return undefined;
  const place = findPlaceOnLine(sailed.line, quay.at);
  if (place === undefined || place.offM > CHANGE_LIMIT_M) return undefined;
  const wholeM = flatLengthM(sailed.line);
  const share = wholeM === 0 ? 0.5 : place.alongM / wholeM;
  const found = [
    toCrossing(first.found, sailed, share),
    toCrossing(second.found, sailed, 1 - share),
  ];
  return [{ found, missM: first.missM + second.missM + place.offM }];
}

function toCrossing(ride: Ride, { lengthM, durationS }: SailedLine, share: number): FerryCrossing {
  return {
    connection: ride.connection,
    fromQuay: { id: ride.from.id, name: ride.from.name },
    toQuay: { id: ride.to.id, name: ride.to.name },
    lengthM: lengthM * share,
    durationS: durationS * share,
  };
}

/**
 * A crossing that no connection serves, with the quays nearest to its ends if there are any; `[]`: the line stays in
 * the harbour of one quay. A line that leads farther, and to no other quay, ends at sea.
 */
function listUnknown(quays: readonly Quay[], sailed: SailedLine): FerryCrossing[] {
  const [start, end] = endsOf(sailed.line);
  const fromQuay = findNearestQuay(quays, start);
  const nearEnd = findNearestQuay(quays, end);
  const isSame = fromQuay !== undefined && fromQuay === nearEnd;
  if (isSame && flatDistanceM(start, end) <= END_LIMIT_M) return [];
  const toQuay = isSame ? undefined : nearEnd;
  const crossing = {
    ...(fromQuay === undefined ? {} : { fromQuay: { id: fromQuay.id, name: fromQuay.name } }),
    ...(toQuay === undefined ? {} : { toQuay: { id: toQuay.id, name: toQuay.name } }),
    ...(sailed.name === undefined ? {} : { plannedName: sailed.name }),
    lengthM: sailed.lengthM,
    durationS: sailed.durationS,
  };
  return [crossing];
}

function findNearestQuay(quays: readonly Quay[], at: LatLon): Quay | undefined {
  let best: Weighed<Quay> | undefined;
  for (const quay of quays) {
    const missM = flatDistanceM(quay.at, at);
    if (quay.usableByCars && missM <= (best?.missM ?? END_LIMIT_M)) best = { found: quay, missM };
  }
  return best?.found;
}

function endsOf(line: readonly LatLon[]): [LatLon, LatLon] {
  const start = line[0];
  const end = line.at(-1);
  if (start === undefined || end === undefined)
    throw new Error('Expected a ferry line of at least two points, got none.');
  return [start, end];
}
