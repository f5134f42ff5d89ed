import { flatLengthM } from '../../../src/geo/on-line.ts';
import { decodePolyline } from '../../../src/geo/polyline.ts';
import type { RoadCategory, RoadLink } from '../../../src/network/link.ts';
import type { AddedRoads } from '../all-files.ts';
import {
  type AddedFerries,
  addFerries,
  type ConnectionToDraw,
  type FerryLimits,
} from './add-ferries.ts';
import { addQuayRoads } from './add-quay-roads.ts';
import { callAtPassedQuays, type PassingLimits } from './call-at-passed-quays.ts';
import { correctFerries, type FerryCorrections } from './correct-ferries.ts';
import { cutFalseRoads, type FalseRoad } from './cut-false-roads.ts';
import { cutFerries } from './cut-ferries.ts';
import { drawAddedRoads } from './draw-added-roads.ts';
import { type Joined, type JoinLimits, joinEnds } from './join-ends.ts';
import { type JoinedQuays, joinQuays } from './join-quays.ts';
import { type GeoLine, openCoast } from './leg-index.ts';
import { markBuiltUp } from './mark-built-up.ts';
import { passUnder, type TunnelRules } from './pass-under.ts';
import { setCrossingTimes } from './set-crossing-times.ts';
import { widenHairpins } from './widen-hairpins.ts';

export interface NetworkSources {
  readonly links: readonly SourceLink[];
  /** Rings of all built-up areas, including holes. */
  readonly builtUpAreas: readonly GeoLine[];
  readonly connections: readonly ConnectionToDraw[];
  readonly coast: readonly GeoLine[];
  readonly joinLimits: JoinLimits;
  readonly ferryLimits: Omit<FerryLimits, 'harbourM'> & Pick<PassingLimits, 'passM'>;
  readonly falseRoads: readonly FalseRoad[];
  readonly ferryCorrections: FerryCorrections;
  readonly tunnels: TunnelRules;
  readonly addedRoads: Omit<AddedRoads, 'meta'>;
}

export interface CompiledNetwork {
  readonly links: readonly RoadLink[];
  readonly report: {
    readonly planned: number;
    /** Number of roads that we drew. */
    readonly addedRoads: number;
    /** Number of junctions at which roads that were drawn side by side were bent apart. */
    readonly widenedHairpins: number;
    readonly joined: Joined['joined'];
    readonly joinedQuays: JoinedQuays['joined'];
    readonly openFerryEnds: number;
    readonly addedFerries: AddedFerries['added'];
    /** Names of the quays without a road, which got a piece of their own. */
    readonly roadlessQuays: readonly string[];
    readonly timedFerryLines: number;
    readonly roadKm: number;
    readonly ferryKm: number;
  };
}

/** The road network in our form, from the N1000 extract and the ferry connections. */
export function compileLinks(sources: NetworkSources): CompiledNetwork {
  const existing = sources.links.map(parseSourceLink).filter((link) => link !== undefined);
  const sailed = correctFerries(existing, sources.ferryCorrections);
  const drivable = cutFalseRoads(sailed, sources.falseRoads);
  const joined = joinEnds(drivable, sources.joinLimits);
  const runsOverWater = openCoast(sources.coast);
  const { connections, ferryLimits } = sources;
  const calls = connections.flatMap((connection) => connection.calls);
  const endM = sources.joinLimits.ferryM;
  const { passM, roadM } = ferryLimits;
  const called = callAtPassedQuays(joined.links, connections, { ownM: roadM, passM });
  const landed = joinQuays(called.links, calls, { endM, roadM }, runsOverWater);
  const complete = addFerries(
    landed.links,
    connections,
    { ...ferryLimits, harbourM: endM },
    runsOverWater,
  );
  const paved = addQuayRoads(complete.links, calls, { endM, roadM }, runsOverWater);
  const timed = setCrossingTimes(cutFerries(paved.links), connections, ferryLimits.quayM);
  // This comes after the joining of ends: otherwise ends near a tunnel would be extended to it.
  const passed = passUnder(timed, sources.tunnels);
  const drawn = drawAddedRoads(passed.links, sources.addedRoads);
  const bent = widenHairpins(drawn);
  const links = markBuiltUp(bent.links, sources.builtUpAreas);
  return {
    links,
    report: {
      planned: sources.links.length - existing.length,
      addedRoads: sources.addedRoads.roads.length,
      widenedHairpins: bent.widened,
      joined: joined.joined,
      joinedQuays: landed.joined,
      openFerryEnds: joined.openFerryEnds.length,
      addedFerries: complete.added,
      roadlessQuays: paved.roadless,
      timedFerryLines: links.filter(({ crossingMin }) => crossingMin !== undefined).length,
      roadKm: km(links, 'road'),
      ferryKm: km(links, 'ferry'),
    },
  };
}

const km = (links: readonly RoadLink[], kind: RoadLink['kind']) =>
  Math.round(
    links
      .filter((link) => link.kind === kind)
      .reduce((sum, { line }) => sum + flatLengthM(line), 0) / 1000,
  );

/** One row of the N1000 road-link extract, with the short forms of its Norwegian attributes. */
export interface SourceLink {
  readonly type: 'enkelBilveg' | 'bilferje';
  readonly kat: RoadCategory;
  readonly nr?: number;
  /** `V` existing, `P` planned; absent on ferries. */
  readonly fase?: 'V' | 'P';
  /** `T` on the ground, `U` tunnel, `L` bridge; absent on ferries. */
  readonly medium?: 'T' | 'U' | 'L';
  readonly motor?: 'motorveg' | 'motortrafikkveg' | 'IkkeMotorveg';
  readonly geom: string;
}

/**
 * Reads one row of the extract; `undefined` for planned roads: with them routes would lead through tunnels that do not
 * exist.
 *
 * @internal Outside this file only its tests use it.
 */
export function parseSourceLink(row: SourceLink): RoadLink | undefined {
  if (row.fase === 'P') return undefined;
  return {
    kind: row.type === 'bilferje' ? 'ferry' : 'road',
    category: row.kat,
    ...(row.nr === undefined ? {} : { number: Number(row.nr) }),
    ...(row.motor === 'motorveg' ? { motor: 'motorway' } : {}),
    ...(row.motor === 'motortrafikkveg' ? { motor: 'motor-traffic-road' } : {}),
    ...(row.medium === 'U' ? { tunnel: true } : {}),
    ...(row.medium === 'L' ? { bridge: true } : {}),
    line: decodePolyline(row.geom),
  };
}
