/** Reads the tags of a way for cars, by `data/road-network/osm-profile.json`. */
import type { OsmProfile, RuteplanRules } from '../../facts/schema/road-network.ts';
import { listRoadNames } from '../compile/placing-road.ts';
import type { OsmTags, PbfWay } from './read-elements.ts';

/** A road that cars drive. */
export interface Roadway {
  /** Numbers with their letters, `E6;R150`; '' where it has none. */
  readonly ref: string;
  readonly street: string;
  readonly isRamp: boolean;
  readonly isMotorway: boolean;
  readonly isTunnel: boolean;
  /** Driven only at the start or the end of a trip. */
  readonly isDestination: boolean;
  /** Cars pay for it, as a road through the country or as a local one. */
  readonly toll: 'none' | 'main' | 'local';
  /** In the order of the nodes, against it, or both. */
  readonly driven: 'forward' | 'backward' | 'both';
  /** Limits in the order of the nodes and against it. */
  readonly kmh: readonly [along: number, against: number];
  /** The driving time is the time at the limit multiplied by this. */
  readonly factor: number;
}

/** The tags for motor vehicles, the most specific first. */
const MOTOR_KEYS = ['motorcar', 'motor_vehicle'] as const;
const VEHICLE_KEYS = [...MOTOR_KEYS, 'vehicle'] as const;
/** The tags that say whether cars may drive, the most specific first. */
const ACCESS_KEYS = [...VEHICLE_KEYS, 'access'] as const;

export type CarProfile = ReturnType<typeof openCarProfile>;

/** @param factors by functional class, as on the official network. */
export function openCarProfile(profile: OsmProfile, { factors }: Pick<RuteplanRules, 'factors'>) {
  const factorOf = new Map(factors.map((row) => [row.class, row.factor]));
  const rowOf = new Map(profile.roads.map((row) => [row.highway, row]));
  const services = new Set(profile.destinationServices);
  const highways = new Set(profile.destinationHighways);
  const openBarriers = new Set(profile.openBarriers);
  const freeTolls = new Set(profile.freeTolls);
  const readAccess = openAccess(profile);
  const readLimits = openLimits(profile);
  const readDriven = (tags: OsmTags) => drivenIn(tags, (way) => readAccess(tags, way) === 'closed');
  return {
    /** The direction in which cars drive; undefined: none is allowed, or it changes. */
    readDriven,
    /** Does a ferry take cars? Undefined: the map does not say. On ferries, `access=yes` refers to passengers. */
    takesCars({ access = '', ...tags }: OsmTags): boolean | undefined {
      const said = readAccess(tags) ?? (readAccess({ access }) === 'closed' ? 'closed' : undefined);
      return said && said !== 'closed';
    },
    /** Does a barrier at a node close its road, or make it a destination as a private gate does? Undefined: neither. */
    readBar(tags: OsmTags): 'destination' | 'closed' | undefined {
      if (tags.barrier === undefined) return undefined;
      const parts = tags.barrier.split(';').map((part) => part.trim());
      const isOpen = parts.every((part) => openBarriers.has(part)) && tags.locked !== 'yes';
      const said = readAccess(tags) ?? (isOpen ? 'open' : 'closed');
      return said === 'open' ? undefined : said;
    },
    /** Is a node a toll gantry, a toll booth, or a gate where cars pay a toll? */
    isTollPoint(tags: OsmTags): boolean {
      const isStation = tags.highway === 'toll_gantry' || tags.barrier === 'toll_booth';
      if (!isStation && tags.barrier === undefined) return false;
      return !freeTolls.has(readToll(tags) ?? (isStation ? 'yes' : 'no'));
    },
    /** Opens a quick test for a block: may a way be a road or a ferry? It does not read the tags of the way as texts. */
    openWayFilter: (texts: readonly string[]) => openWayFilter(texts, rowOf),
    /** The road that a way stands for, or in a few words why it is no road for cars. */
    readRoadway(tags: OsmTags): Roadway | string {
      const { highway = '', tunnel = 'no', name: street = '', service = '' } = tags;
      const row = rowOf.get(highway);
      if (row === undefined || tags.area === 'yes') return 'no road';
      if (row.onlyTagged && !MOTOR_KEYS.some((key) => tags[key])) return 'no road';
      const access = {
        forward: readAccess(tags, ':forward'),
        backward: readAccess(tags, ':backward'),
      };
      if (access.forward === 'closed' && access.backward === 'closed') return 'closed to cars';
      const driven = readDriven(tags);
      if (driven === undefined) return 'driven in no fixed direction';
      return {
        ref: nameRoads(tags),
        street,
        isRamp: highway.endsWith('_link'),
        isMotorway: highway === 'motorway',
        isTunnel: !NO_TUNNEL.includes(tunnel),
        isDestination:
          services.has(service) ||
          highways.has(highway) ||
          (driven === 'both' ? WAYS : [driven]).every((way) => access[way] === 'destination'),
        toll: freeTolls.has(readToll(tags) ?? 'no')
          ? 'none'
          : row.class < profile.localClass
            ? 'main'
            : 'local',
        driven,
        kmh: readLimits(tags, row.kmh),
        factor: factorOf.get(row.class) ?? 1,
      };
    },
  };
}

/** The toll of cars; undefined: the map does not say. Source: wiki.openstreetmap.org/wiki/Key:toll. */
const readToll = (tags: OsmTags): string | undefined =>
  [...MOTOR_KEYS.map((key) => tags[`toll:${key}`]), tags.toll].find(Boolean);

const WAYS = ['forward', 'backward'] as const;

const NO_TUNNEL = ['no', 'building_passage'];

const TIMED =
  /^(motorcar|motor_vehicle|vehicle|access|oneway|maxspeed)(:(motorcar|motor_vehicle|forward|backward))?:conditional$/;

/** Do tags hold at certain times only? Source: wiki.openstreetmap.org/wiki/Conditional_restrictions. */
export const isTimed = (tags: OsmTags): boolean => Object.keys(tags).some((key) => TIMED.test(key));

/** A line over water. A way that is a road, too, is a road. */
export const isFerry = ({ route, highway }: OsmTags): boolean =>
  route === 'ferry' && highway === undefined;

/**
 * Reads the access of cars, in one direction or whatever the direction. The most open of several values counts;
 * undefined: no tag tells the access. A tag of one direction counts before the same tag of both.
 */
function openAccess(profile: OsmProfile) {
  const [closed, destination] = [new Set(profile.closed), new Set(profile.destination)];
  return (tags: OsmTags, suffix: '' | ':forward' | ':backward' = '') => {
    const said = ACCESS_KEYS.map((key) => tags[`${key}${suffix}`] || tags[key]).find(Boolean);
    if (said === undefined) return undefined;
    const values = said.split(';').map((value) => value.trim());
    const open = values.filter((value) => value !== '' && !closed.has(value));
    if (open.length === 0) return 'closed';
    return open.every((value) => destination.has(value)) ? 'destination' : 'open';
  };
}

/** A figure, in km/h unless it says mph, or the figure of a zone such as `NO:zone30`. */
const FIGURE = /^(?:NO:(?:zone:?)?)?(\d+(?:\.\d+)?)\s*(mph)?/;
const KMH_PER_MPH = 1.609_344;
const ZONE_KEYS = ['maxspeed:type', 'source:maxspeed', 'zone:maxspeed', 'zone:traffic'] as const;

/**
 * Reads the limits in the order of the nodes and against it. A way without a limit has the limit of its zone, or else
 * the usual one.
 */
function openLimits({ zones, mostKmh }: OsmProfile) {
  const zoneOf = new Map(zones.map(({ zone, kmh }) => [zone, kmh]));
  const readLimit = (text: string | undefined): number | undefined => {
    const [, figure, mph] = FIGURE.exec(text ?? '') ?? [];
    if (figure === undefined) return zoneOf.get((text ?? '').replace(/^NO:/, ''));
    const kmh = Number(figure) * (mph === undefined ? 1 : KMH_PER_MPH);
    return kmh > 0 && kmh <= mostKmh ? kmh : undefined;
  };
  return (tags: OsmTags, usualKmh: number): Roadway['kmh'] => {
    const implied =
      ZONE_KEYS.map((key) => tags[key])
        .map((text) => (text?.startsWith('NO:') ? readLimit(text) : undefined))
        .find((kmh) => kmh !== undefined) ?? usualKmh;
    const limit = (way: 'forward' | 'backward') =>
      readLimit(tags[`maxspeed:${way}`]) ?? readLimit(tags.maxspeed) ?? implied;
    return [limit('forward'), limit('backward')];
  };
}

function drivenIn(
  { junction = '', highway, ...tags }: OsmTags,
  isClosed: (way: ':forward' | ':backward') => boolean,
): Roadway['driven'] | undefined {
  const oneway =
    VEHICLE_KEYS.map((key) => tags[`oneway:${key}`]).find(Boolean) ?? tags.oneway ?? '';
  if (oneway === 'reversible') return undefined;
  const isRound = ['roundabout', 'circular'].includes(junction);
  const isImplied = (isRound || highway === 'motorway') && oneway !== 'no';
  const isAgainst = ['-1', 'reverse'].includes(oneway);
  const isWith = ['yes', 'true', '1'].includes(oneway) || isImplied;
  const forward = !isAgainst && !isClosed(':forward');
  const backward = (isAgainst || !isWith) && !isClosed(':backward');
  if (forward) return backward ? 'both' : 'forward';
  return backward ? 'backward' : undefined;
}

/** Names roads by their `ref`. Numbers of national and county roads look the same: the rank of the way decides. */
function nameRoads({ ref = '', int_ref = '', highway = '' }: OsmTags): string {
  const ranked = /^(motorway|trunk)/.test(highway) ? 'R' : 'F';
  const names = `${ref};${int_ref}`.split(';').flatMap((text) => {
    const letter = /^\s*([RF])/i.exec(text)?.[1]?.toUpperCase() ?? ranked;
    const found = listRoadNames(text);
    return found.length > 1 ? found.filter(({ category }) => category === letter) : found;
  });
  return [...new Set(names.map(({ category, number }) => `${category}${number}`))].join(';');
}

function openWayFilter(
  texts: readonly string[],
  roads: ReadonlyMap<string, OsmProfile['roads'][number]>,
) {
  const indicesOf = (isWanted: (text: string) => boolean) =>
    new Set(texts.flatMap((text, i) => (isWanted(text) ? [i] : [])));
  const highway = indicesOf((text) => text === 'highway');
  const route = indicesOf((text) => text === 'route');
  const classes = indicesOf((text) => roads.has(text));
  const onlyTagged = indicesOf((text) => roads.get(text)?.onlyTagged === true);
  const motor = indicesOf((text) => MOTOR_KEYS.some((key) => key === text));
  const ferry = indicesOf((text) => text === 'ferry');
  return ({ keys, values }: PbfWay): boolean =>
    keys.some((key, i) => {
      const value = values[i] ?? -1;
      if (route.has(key) && ferry.has(value)) return true;
      if (!highway.has(key) || !classes.has(value)) return false;
      return !onlyTagged.has(value) || keys.some((other) => motor.has(other));
    });
}
