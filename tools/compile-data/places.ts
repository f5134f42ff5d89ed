/** Places to look for by name, and postcodes: `places.json` and `postcodes.json`. */
import { median } from '../../measure/numbers.ts';
import { firstThat, groupBy } from '../../src/base/lists.ts';
import type { LatLon } from '../../src/base/point.ts';
import { isInside } from '../../src/geo/area.ts';
import type { Land } from '../../src/geo/land.ts';
import { flatDistanceM, nearestOnLeg } from '../../src/geo/on-line.ts';
import { toVertex } from '../../src/geo/polyline.ts';
import { listNamed, type NamedPlace, type SourceLabel } from './map/labels.ts';
import { fromPosition, type Position } from './map/map-layer.ts';

/** Our kinds for the types of labels, for people who drive there. Other types are left out. */
const KINDS: Readonly<Record<string, string>> = {
  by: 'town',
  tettsted: 'settlement',
  tettbebyggelse: 'settlement',
  bydel: 'district',
  bygdelagBygd: 'hamlet',
  grend: 'hamlet',
  kirke: 'hamlet',
  øyISjø: 'island',
  øygruppeISjø: 'island',
  turisthytte: 'lodge',
  hotell: 'lodge',
  fjell: 'mountain',
  topp: 'mountain',
  gard: 'farm',
  navnegard: 'farm',
  bruk: 'farm',
  seterStøl: 'farm',
};

/** Kinds that are drawn no smaller than a village, but are looked for less often. */
const BEHIND = ['mountain', 'farm'];
const BEHIND_RANK = 6;

/** An airport is looked for as often as a small town, a district of a town and a station as a village. */
const AIRPORT_RANK = 3;
const DISTRICT_RANK = 4;
const STATION_RANK = 5;
const POST_TOWN_RANK = 5;

/** Settlements: their labels may stand across the fjord, but their postcodes do not. */
const SETTLED = ['town', 'settlement', 'hamlet'];
/** A label and a postal town with the same name that are no farther apart are one place. Metres. */
const SAME_WITHIN_M = 12_000;

/** A label stands beside its place. If it is farther than this from a road, the place can not be driven to. Metres. */
const ROAD_WITHIN_M = 5000;
/** Kinds of places to which people walk from the road. */
const WALKED_TO = ['mountain', 'lodge'];
const WALK_WITHIN_M = 10_000;
/** From this distance on the file tells how far away the road is. Metres. */
const AWAY_FROM_M = 1000;
/**
 * A place that can not be driven to is known only by its name. Its road is told if it is no farther than this.
 * Metres.
 */
const FAR_WITHIN_M = 100_000;

/** Labels of these kinds stand beside the place, sometimes across a border. Their road tells the municipality. */
const LABELLED_BESIDE = [...SETTLED, 'island', 'farm'];

/** An airport of the map extract. */
export interface SourceAirport {
  readonly properties: {
    readonly navn: string;
    /** `XXX`: it has none. */
    readonly iataKode: string;
    /** `A`: for ambulances and the armed forces. */
    readonly trafikktype: string;
  };
  readonly geometry: { readonly coordinates: Position };
}

/** A railway station of the map extract. */
export interface SourceStation {
  readonly properties: { readonly navn: string };
  readonly geometry: { readonly coordinates: Position };
}

/** A postcode with the middle of its addresses. */
export interface SourcePostcode extends LatLon {
  readonly code: string;
  readonly town: string;
  readonly municipality: number;
  /** Quality from 1, the best; null: not told. */
  readonly quality: number | null;
  /** The part of a large town. */
  readonly district: string | null;
}

/** A municipality with its sea. */
export interface NamedArea {
  /** The name that is told. */
  readonly name: string;
  /** Its other official names. */
  readonly others: readonly string[];
  readonly rings: readonly (readonly LatLon[])[];
}

type Line = readonly LatLon[];

export interface PlaceSources {
  readonly labels: readonly SourceLabel[];
  readonly airports: readonly SourceAirport[];
  readonly stations: readonly SourceStation[];
  /** See `putPostcodes`. */
  readonly postcodes: readonly SourcePostcode[];
}

/** The ground on which places are put. */
export interface PlaceGround {
  readonly areas: readonly NamedArea[];
  /** Roads on which drivers can stop. */
  readonly roads: readonly Line[];
  /** Motorways and ramps in the open: the road of a terminal is drawn as one of them. */
  readonly motorRoads: readonly Line[];
  readonly land: Land;
  /** The middle of towns whose label stands elsewhere, by name. */
  readonly towns: ReadonlyMap<string, LatLon>;
}

/** Places to look for, each on the nearest road and with its municipality. */
export function compilePlaces(
  { labels, airports, stations, postcodes }: PlaceSources,
  ground: PlaceGround,
) {
  const districts = listDistricts(postcodes);
  const postTowns = listPostTowns(postcodes);
  const isKnown = ({ name, kind }: NamedPlace) =>
    kind === 'district' && districts.some((district) => district.name === name);
  const named = listNamed(labels, KINDS).filter((place) => !isKnown(place));
  const settled = [
    ...named,
    ...airports.flatMap(toAirport),
    ...stations.map(toStation),
    ...districts,
    ...postTowns.filter((town) => !named.some((place) => isSame(place, town))),
  ].flatMap(openGround(ground, postTowns));
  const isElsewhere = (far: Settled) =>
    settled.some(({ put }) => put.isFar !== true && isSame({ name: put.name, at: put }, far));
  const kept = settled.filter((place) => place.put.isFar !== true || !isElsewhere(place));
  // Two labels of a name may stand for one postal town.
  const places = [
    ...new Map(
      kept.map(({ put }) => [JSON.stringify([put.name, put.kind, put.lat, put.lon]), put]),
    ).values(),
  ];
  return {
    meta: {
      source:
        'Kartverket, N1000 Kartdata, place names, airports and railway stations, moved to the nearest road of our network; municipalities worked out by us, their names in `curated/municipality-names.json`; districts of towns from postcodes.json',
      date: '2025-01-01',
      licence: 'CC BY 4.0, https://creativecommons.org/licenses/by/4.0/',
      attribution: '© Kartverket',
      counts: { places: places.length },
    },
    places,
  };
}

/** A place as `places.json` has it. */
interface PutPlace extends LatLon {
  readonly name: string;
  readonly kind: string;
  readonly rank: number;
  readonly area?: string;
  readonly alsoIn?: readonly string[];
  readonly awayM?: number;
  readonly isFar?: true;
}

/** A place, and the facts that are told about it. */
interface Settled {
  readonly name: string;
  readonly at: LatLon;
  readonly put: PutPlace;
}

/** Puts a place on the nearest road, in its municipality; `[]`: there is no suitable road. */
function openGround({ areas, towns, ...ground }: PlaceGround, postTowns: readonly NamedPlace[]) {
  const findRoad = openReach(ground);
  const findCentre = ({ name, kind, at }: NamedPlace): LatLon => {
    if (!SETTLED.includes(kind)) return at;
    const town = kind === 'hamlet' ? undefined : towns.get(name);
    return town ?? postTowns.find((one) => isSame(one, { name, at }))?.at ?? at;
  };
  const findArea = (at: LatLon) => areas.find(({ rings }) => isInside(rings, at));
  return (source: NamedPlace): Settled[] => {
    const { at: _, rank, ...place } = source;
    const at = findCentre(source);
    const road = findRoad(at, place.kind);
    if (road === undefined) return [];
    const isBeside = at === source.at && LABELLED_BESIDE.includes(place.kind);
    const [ofPlace, ofRoad] = [findArea(at), road.isFar ? undefined : findArea(road.point)];
    const put = {
      ...place,
      rank: BEHIND.includes(place.kind) ? BEHIND_RANK : rank,
      ...nameAreas(isBeside ? [ofRoad, ofPlace] : [ofPlace, ofRoad]),
      ...(road.offM >= AWAY_FROM_M && { awayM: Math.round(road.offM / 100) * 100 }),
      ...(road.isFar && { isFar: true as const }),
      lat: road.point.lat,
      lon: road.point.lon,
    };
    return [{ name: source.name, at, put }];
  };
}

/** Finds the road on which drivers stop for a place, or the nearest road that is too far from it. */
function openReach({ roads, motorRoads, land }: Omit<PlaceGround, 'areas' | 'towns'>) {
  // A label at sea stands between two shores. The nearest road is the best guess.
  const seaBetweenM: SeaBetween = (at, point) =>
    land.find(at) === undefined ? 0 : land.seaBetweenM(at, point);
  const findRoad = openRoads(roads, seaBetweenM);
  const findMotorRoad = openRoads(motorRoads, seaBetweenM);
  const findFarRoad = openRoads(roads, acrossSea);
  return (at: LatLon, kind: string): (FoundRoad & { readonly isFar: boolean }) | undefined => {
    const usual = findRoad(at, WALKED_TO.includes(kind) ? WALK_WITHIN_M : ROAD_WITHIN_M);
    const isAway = usual === undefined || usual.offM >= AWAY_FROM_M;
    const reached = (isAway ? findMotorRoad(at, AWAY_FROM_M) : undefined) ?? usual;
    const found = reached ?? findFarRoad(at, FAR_WITHIN_M);
    return found && { ...found, isFar: reached === undefined };
  };
}

/** The name of the first municipality is told. The other names may be used in questions. */
function nameAreas(areas: readonly (NamedArea | undefined)[]): Pick<PutPlace, 'area' | 'alsoIn'> {
  const [area, ...alsoIn] = new Set(
    areas.flatMap((one) => (one === undefined ? [] : [one.name, ...one.others])),
  );
  if (area === undefined) return {};
  return { area, ...(alsoIn.length > 0 && { alsoIn }) };
}

/**
 * Postcodes in use, each at the place of its addresses. The middle of these addresses may lie far out at sea, or on an
 * island without a road. Then the postcode is put where the nearest postcode of its town is.
 *
 * @returns `far` are those without a road near.
 */
export function putPostcodes(
  sources: readonly SourcePostcode[],
  { roads, land }: Pick<PlaceGround, 'roads' | 'land'>,
): { readonly near: readonly SourcePostcode[]; readonly far: readonly SourcePostcode[] } {
  const findRoad = openRoads(roads, land.seaBetweenM);
  const findAnyRoad = openRoads(roads, acrossSea);
  const inUse = sources.filter(isInUse);
  const reached = new Set(inUse.filter((one) => findRoad(one, ROAD_WITHIN_M) !== undefined));
  const far = inUse.filter((one) => findAnyRoad(one, ROAD_WITHIN_M) === undefined);
  const ofTown = groupBy([...reached], ({ town }) => town);
  const put = (source: SourcePostcode): SourcePostcode => {
    const nearest = reached.has(source) ? source : nearestOf(ofTown.get(source.town), source);
    return nearest === undefined ? source : { ...source, lat: nearest.lat, lon: nearest.lon };
  };
  return { near: inUse.filter((one) => !far.includes(one)).map(put), far };
}

/** @param near see `putPostcodes`. */
export function compilePostcodes(near: readonly SourcePostcode[]) {
  const postcodes = near.map(({ code, town, district, lat, lon }) => ({
    code,
    town,
    ...(district !== null && { district }),
    lat,
    lon,
  }));
  return {
    meta: {
      source:
        'Erik Bolstad, Postnummer i Noreg, https://www.erikbolstad.no/geo/noreg/postnummer/; public copy stigtsp/postnummer-koordinatar@ff08a770; codes out of use, and those far from a road, left out',
      date: '2018-01-01',
      licence: 'CC BY 3.0, https://creativecommons.org/licenses/by/3.0/',
      attribution: 'Erik Bolstad',
      counts: { postcodes: postcodes.length },
    },
    postcodes,
  };
}

const isInUse = ({ town }: SourcePostcode) => !town.includes('Ikkje i bruk');

/** An airport that takes passengers; `[]` for others. */
function toAirport({ properties, geometry }: SourceAirport): (NamedPlace & { code?: string })[] {
  const { navn, iataKode, trafikktype } = properties;
  const name = navn.trim();
  if (name === '' || trafikktype === 'A') return [];
  const at = fromPosition(geometry.coordinates);
  const code = iataKode === 'XXX' ? {} : { code: iataKode };
  return [{ name, kind: 'airport', rank: AIRPORT_RANK, ...code, at }];
}

const toStation = ({ properties, geometry }: SourceStation): NamedPlace => ({
  name: properties.navn,
  kind: 'station',
  rank: STATION_RANK,
  at: fromPosition(geometry.coordinates),
});

/** The districts of towns, each at the postcode in the middle of its postcodes. */
function listDistricts(sources: readonly SourcePostcode[]): NamedPlace[] {
  const byName = groupBy(
    sources.filter(({ district }) => district !== null),
    ({ district, municipality }) => `${district} ${municipality}`,
  );
  return [...byName.values()].map((codes) => {
    const { district, lat, lon } = middleOf(codes);
    return { name: String(district), kind: 'district', rank: DISTRICT_RANK, at: { lat, lon } };
  });
}

/** Postal towns, each at the postcode in the middle of its well-placed postcodes. */
function listPostTowns(sources: readonly SourcePostcode[]): NamedPlace[] {
  const byTown = groupBy(
    sources.filter(isPlacedWell),
    ({ town, municipality }) => `${town} ${municipality}`,
  );
  return [...byTown.values()].map((codes) => {
    const { town, lat, lon } = middleOf(codes);
    return { name: town, kind: 'post-town', rank: POST_TOWN_RANK, at: { lat, lon } };
  });
}

const SMALL_WORDS = ['i', 'og', 'på', 'under', 'ved'];

/** The source writes some towns only in capitals: `VANG PÅ HEDMARKEN` is `Vang på Hedmarken`. */
export const withPlainTown = (source: SourcePostcode): SourcePostcode => ({
  ...source,
  town: /^\p{Lu}[\p{Lu} -]+$/u.test(source.town) ? toPlain(source.town) : source.town,
});

const toPlain = (town: string): string =>
  town
    .toLowerCase()
    .replace(/\p{L}+/gu, (word) =>
      SMALL_WORDS.includes(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    );

/** Is a postcode placed by addresses, and not by a guess? Source: the description of the postcodes, "kvalitet". */
const isPlacedWell = ({ quality }: SourcePostcode) => quality !== null && quality <= 3;

const isSame = (one: Pick<NamedPlace, 'name' | 'at'>, other: Pick<NamedPlace, 'name' | 'at'>) =>
  one.name === other.name && flatDistanceM(one.at, other.at) <= SAME_WITHIN_M;

function middleOf(codes: readonly SourcePostcode[]): SourcePostcode {
  const middle = {
    lat: median(codes.map(({ lat }) => lat)),
    lon: median(codes.map(({ lon }) => lon)),
  };
  return nearestOf(codes, middle) as SourcePostcode;
}

const nearestOf = (
  codes: readonly SourcePostcode[] | undefined,
  at: LatLon,
): SourcePostcode | undefined =>
  codes?.toSorted((a, b) => flatDistanceM(a, at) - flatDistanceM(b, at))[0];

interface FoundRoad {
  readonly point: LatLon;
  readonly offM: number;
}

/**
 * If there is more sea between a place and a road, the road is on another shore. Coasts may be drawn this far off.
 * Metres.
 */
const SEA_M = 200;

type SeaBetween = Land['seaBetweenM'];

const acrossSea: SeaBetween = () => 0;

/** Finds the nearest point of roads on the same shore as a place; undefined: none is within reach. */
function openRoads(
  roads: readonly Line[],
  seaBetweenM: SeaBetween,
): (at: LatLon, withinM: number) => FoundRoad | undefined {
  const legs = roads
    .flatMap((line) => line.slice(1).map((b, i) => ({ a: line[i] as LatLon, b })))
    .toSorted((one, other) => one.a.lat - other.a.lat);
  const tallestDeg = legs.reduce((most, { a, b }) => Math.max(most, Math.abs(a.lat - b.lat)), 0);
  const lats = legs.map(({ a }) => a.lat);
  return (at, withinM) => {
    const reachDeg = withinM / 111_000 + tallestDeg;
    let best: FoundRoad | undefined;
    for (
      let i = firstThat(lats.length, (i) => (lats[i] as number) >= at.lat - reachDeg);
      i < legs.length;
      i++
    ) {
      const { a, b } = legs[i] as (typeof legs)[number];
      if (a.lat > at.lat + reachDeg) break;
      const point = nearestOnLeg(a, b, at);
      const offM = flatDistanceM(point, at);
      if (offM >= (best?.offM ?? withinM) || seaBetweenM(at, point) > SEA_M) continue;
      best = { point: toVertex(point), offM };
    }
    return best;
  };
}
