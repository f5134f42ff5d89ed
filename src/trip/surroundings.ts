/** What lies around stops: land and water, toll stations, closed gates, places. */
import type { Day } from '../base/day.ts';
import { memoizeKeys, memoizeLast } from '../base/memoize.ts';
import type { LatLon } from '../base/point.ts';
import { type Area, isInside, outsideM } from '../geo/area.ts';
import { type CrossedWater, type Land, type LandRing, openLand } from '../geo/land.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM } from '../geo/on-line.ts';
import { toUtm33 } from '../geo/utm33.ts';
import { buildStationIndex } from '../passages/passage.ts';
import type { TollSite } from '../passages/toll-site.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { closedOn, type RoadSection } from './road-section.ts';

export const BETWEEN_KINDS = ['station', 'sea', 'lake', 'river', 'gate', 'border'] as const;

/** A thing between a stop and the road that it is put on. */
export interface Between {
  readonly kind: (typeof BETWEEN_KINDS)[number];
  /** Name of the station, of the lake or river, or of the road that the gate closes; absent: the sea, the border, or not known. */
  readonly name?: string;
}

/** A move of a stop to a road, as part of a trip. */
interface Move {
  readonly day: Day;
  /**
   * The direction in which the move would be driven: from the stop at the start, to the stop at the end, and both ways
   * at a stop on the way.
   */
  readonly driven: 'from' | 'to' | 'both';
}

export interface Surroundings {
  /** What lies between a stop and a place on a road; `[]`: nothing. */
  listBetween(stop: LatLon, at: LatLon, move: Move): readonly Between[];
  /** How many metres farther a stop is moved rather than to this place; 0: nothing lies between. */
  worthM(stop: LatLon, at: LatLon): number;
  /** Why the stop must not be moved to this place, as the end of a sentence; undefined: it may be moved. */
  whyApart(stop: LatLon, at: LatLon): string | undefined;
  /** The place that a road leads past; undefined: none is near. */
  namePlace(at: LatLon): string | undefined;
}

export interface SurroundingsTerms {
  readonly land: Land;
  /** The country with its waters. */
  readonly norway: Area;
  readonly stations: readonly TollPoint[];
  readonly sections: readonly RoadSection[];
  readonly places: readonly NamedPlace[];
  /** Quays at which cars board. */
  readonly quays: readonly LatLon[];
  readonly limits: SurroundingsLimits;
}

type TollPoint = Pick<TollSite, 'name' | 'at' | 'chargedBearingDeg'> & Pick<TollStation, 'periods'>;

/** The first minute of a day and the last. */
const ENDS_OF_DAY = [0, 1439];

/** Metres. */
export interface SurroundingsLimits {
  /** A coast may be drawn this far off: less sea than this does not count. */
  readonly coastOffM: number;
  /** A shore of a lake or river may be drawn this far off: less water than this does not count. */
  readonly shoreOffM: number;
  /** A stop in the sea is not moved over more sea than this, nor a stop in a lake over more of it than `lakeM`. */
  readonly soundM: number;
  readonly lakeM: number;
  /** The border may be drawn this far off: a stop that lies abroad by less may lie inside. */
  readonly borderOffM: number;
  /** A quay that is drawn in the sea lies no farther than this from its island. */
  readonly quayM: number;
  /** A stop is moved this much farther rather than past a station, or over a lake or river. */
  readonly stationWorthM: number;
  /** A place farther away than this is not named. */
  readonly placeM: number;
}

type NamedPlace = LatLon & { readonly name: string };

/** Each name once. */
const listNamed = (kind: Between['kind'], things: readonly { readonly name: string }[]) =>
  [...new Set(things.map(({ name }) => name))].map((name): Between => ({ kind, name }));

export function openSurroundings(terms: SurroundingsTerms): Surroundings {
  const { norway, stations, sections, places, limits } = terms;
  const gatesOn = openGates(sections);
  const { seaM, listWaters, whyInLake } = openWaters(terms);
  const whyInSea = openSea(terms);
  const country = openLand(norway.map(toRing));
  // The border is long, so the distance to it is worked out only for places outside.
  const isAbroad = (place: LatLon): boolean =>
    country.find(place) === undefined && outsideM(norway, place) > limits.borderOffM;
  const stationsNear = openNear(stations, ({ at }) => at);
  const placesNear = openNear(places, (place) => place);
  const stationsBetween = (stop: LatLon, at: LatLon) => {
    const isBetween = between(stop, at);
    const reachM = flatDistanceM(stop, at);
    return stationsNear(stop, 1.25 * reachM).filter((station) => isBetween(station.at));
  };

  return {
    listBetween(stop, at, { day, driven }) {
      const bearingDeg = flatBearingDeg(stop, at) + (driven === 'to' ? 180 : 0);
      const isCharged = ({ chargedBearingDeg = bearingDeg, ...station }: TollPoint) =>
        ENDS_OF_DAY.some((minuteOfDay) => isCollecting(station, { day, minuteOfDay })) &&
        (driven === 'both' || angleBetweenDeg(chargedBearingDeg, bearingDeg) <= 90);
      const isBetween = between(stop, at);
      const gates = gatesOn(day).filter((gate) => isBetween(gate.at));
      return [
        ...listNamed('station', stationsBetween(stop, at).filter(isCharged)),
        ...(seaM(stop, at) > 0 ? [{ kind: 'sea' } as const] : []),
        ...listWaters(stop, at),
        ...listNamed('gate', gates),
        ...(isAbroad(stop) && !isAbroad(at) ? [{ kind: 'border' } as const] : []),
      ];
    },
    worthM(stop, at) {
      if (seaM(stop, at) > 0) return Number.POSITIVE_INFINITY;
      const isFree = [stationsBetween, listWaters].every((list) => list(stop, at).length === 0);
      return isFree ? 0 : limits.stationWorthM;
    },
    whyApart(stop, at) {
      const acrossM = seaM(stop, at);
      const [over] =
        acrossM > 0 ? ['the sea'] : listWaters(stop, at).map(({ kind }) => `a ${kind}`);
      if (over === undefined) return undefined;
      if (!isInside(norway, stop)) return `lies abroad, across ${over} from the nearest road`;
      return acrossM > 0 ? whyInSea(stop, at, acrossM) : whyInLake(stop, at);
    },
    namePlace: (at) => findNearest(placesNear(at, limits.placeM), at, limits.placeM),
  };
}

/** A ring as `Land` has it: its last point is the first one. */
const toRing = (ring: readonly LatLon[]): LandRing =>
  [...ring, ...ring.slice(0, 1)].map(({ lat, lon }) => [lon, lat] as const);

/** Why a stop of the country is not moved over `acrossM` of sea, as the end of a sentence; undefined: it is moved. */
function openSea({ land, quays, limits }: SurroundingsTerms) {
  const { coastOffM, soundM, quayM } = limits;
  const quaysNear = openNear(quays, (quay) => quay);
  /** A quay is ashore, wherever the coast is drawn. */
  const isAtQuay = (stop: LatLon): boolean =>
    quaysNear(stop, coastOffM).some((quay) => flatDistanceM(quay, stop) <= coastOffM);
  return (stop: LatLon, at: LatLon, acrossM: number): string | undefined => {
    const own = land.find(stop);
    if (own === undefined)
      return acrossM > soundM && !isAtQuay(stop)
        ? 'lies in the sea, or on an island without a known road'
        : undefined;
    const there = land.find(at);
    // A road that is drawn in the sea, as at a quay, may be on the same island.
    const isOwn = there === own || (there === undefined && acrossM <= quayM);
    return acrossM <= coastOffM || isOwn ? undefined : 'lies on an island without a known road';
  };
}

/** The water between a stop and a place: metres of sea, and the lakes and rivers. */
function openWaters({ land, limits }: SurroundingsTerms) {
  const { coastOffM, shoreOffM, lakeM } = limits;
  const areIslands = (a: LatLon, b: LatLon): boolean => {
    const [one, other] = [land.find(a), land.find(b)];
    return one !== undefined && other !== undefined && one !== other;
  };
  /** A sound between two drawn islands counts, however narrow it is. */
  const measureSea = memoizeLast((stop: LatLon, at: LatLon): number => {
    const betweenM = land.seaBetweenM(stop, at);
    return betweenM > coastOffM || (betweenM > 0 && areIslands(stop, at)) ? betweenM : 0;
  });
  const measureWaters = memoizeLast((stop: LatLon, at: LatLon): readonly CrossedWater[] =>
    land.listWaters(stop, at).filter(({ lengthM }) => lengthM > shoreOffM),
  );
  const listCrossed = (stop: LatLon, at: LatLon): readonly CrossedWater[] =>
    flatDistanceM(stop, at) <= shoreOffM ? [] : measureWaters(stop, at);
  return {
    seaM: (stop: LatLon, at: LatLon): number =>
      flatDistanceM(stop, at) <= coastOffM ? 0 : measureSea(stop, at),
    listWaters: (stop: LatLon, at: LatLon): readonly Between[] =>
      listCrossed(stop, at).map(({ lengthM: _, ...water }) => water),
    /**
     * Why a stop of the country is not moved out of a lake, as the end of a sentence; undefined: it is moved. A stop on
     * a shore is moved to the other shore, too.
     */
    whyInLake(stop: LatLon, at: LatLon): string | undefined {
      const isWide = listCrossed(stop, at).some(
        ({ kind, lengthM }) => kind === 'lake' && lengthM > lakeM,
      );
      return isWide && land.isInWater(stop)
        ? 'lies in a lake, or on an island without a known road'
        : undefined;
    },
  };
}

/**
 * Tells whether a place lies between two others: beside the line between them, by no more than a quarter of its length.
 */
function between(a: LatLon, b: LatLon): (place: LatLon) => boolean {
  const lonScale = Math.cos((a.lat * Math.PI) / 180);
  const [dx, dy] = [(b.lon - a.lon) * lonScale, b.lat - a.lat];
  const length2 = dx * dx + dy * dy;
  return ({ lat, lon }) => {
    const [x, y] = [(lon - a.lon) * lonScale, lat - a.lat];
    const along = x * dx + y * dy;
    return along > 0 && along < length2 && 4 * Math.abs(x * dy - y * dx) <= length2;
  };
}

/** The gates that are closed on a day: the ends of the roads. */
function openGates(sections: readonly RoadSection[]) {
  const roads = sections.filter(({ line }) => line === 'road');
  return memoizeKeys((day: Day) =>
    closedOn(roads, day).flatMap(({ name, ends }) => ends.map((at) => ({ name, at }))),
  );
}

/** Gives the things that may lie within a distance of a place, in their order. */
function openNear<Thing>(things: readonly Thing[], placeOf: (thing: Thing) => LatLon) {
  const index = buildStationIndex(things.map((thing) => toUtm33(placeOf(thing))));
  return (at: LatLon, withinM: number): Thing[] => {
    const [x, y] = toUtm33(at);
    const box = { minX: x, minY: y, maxX: x, maxY: y };
    return index.listInBox(box, MOST_STRETCHED * withinM).map((i) => things[i] as Thing);
  };
}

/** In Norway a way in UTM 33 is at most this many times as long as on the ground. */
const MOST_STRETCHED = 1.01;

function findNearest(places: readonly NamedPlace[], at: LatLon, withinM: number) {
  let [nearest, nearestM]: [string | undefined, number] = [undefined, withinM];
  for (const place of places) {
    const offM = flatDistanceM(place, at);
    if (offM < nearestM) [nearest, nearestM] = [place.name.trim(), offM];
  }
  return nearest;
}
