/**
 * The national road database (NVDB, API les V4): toll stations, ferry quays, speed cameras, roads closed in winter,
 * ferry connections, and the carriageways of the roads that the stations stand on.
 */
import type { Day } from '../../base/day.ts';
import type { CarriagewayPiece } from '../../geo/road-link.ts';
import type { UpstreamLimits } from '../call/terms.ts';
import { openUpstream, type Upstream } from '../call/upstream.ts';
import {
  type CameraRow,
  type ParsedObjects,
  type ParseObject,
  parseCamera,
  parseObjects,
  parseQuay,
  type QuayRow,
  type UnreadableObject,
} from './parse-objects.ts';
import { type ClosureRow, type FerryRow, parseClosure, parseFerry } from './parse-overlays.ts';
import { parseStation, type StationRow } from './parse-station.ts';
import { parseCarriageways } from './read-links.ts';
import { checkReply, readAllPages, readPage } from './read-page.ts';

export type RoadDatabase = ReturnType<typeof openRoadDatabase>;

export interface RoadDatabaseRows {
  readonly stations: readonly StationRow[];
  readonly quays: readonly QuayRow[];
  readonly cameras: readonly CameraRow[];
  /** Roads closed in winter, and passes. */
  readonly closures: readonly ClosureRow[];
  /** Ferry connections, including those that have ended. */
  readonly ferries: readonly FerryRow[];
  /** Objects that exist but can not be read, by the list that they belong to. */
  readonly unreadable: Readonly<Record<ObjectKind, readonly UnreadableObject[]>>;
}

type ObjectKind = Exclude<keyof RoadDatabaseRows, 'unreadable'>;

export interface RoadDatabaseSettings {
  /** Before `/vegobjekter`. */
  readonly url: string;
  /** The address that the road authority can write to. */
  readonly contact: string;
}

/** Pages are large, and asked for rarely. No caller waits for them, so they may take longer than other calls. */
const LIMITS = { attemptMs: 30_000, deadlineMs: 100_000, retryPauseMs: 500, inFlight: 4 };

/** The road database silently reduces larger pages. Source: caps of 800 and 1000 have been seen. */
const PAGE_SIZE = 500;
/**
 * Closed roads and ferry connections have long lines.
 *
 * Source: change log of the road database, 25.0.7, which reduces their pages to 120.
 */
const LINES_PAGE_SIZE = 100;

/** The parts that we ask for. They are single words, because the spelling of other parameters varies. */
const INCLUDED = 'egenskaper,lokasjon,geometri,metadata';

interface ObjectType<Row> {
  readonly type: number;
  readonly parse: ParseObject<Row>;
  /** The objects lie over roads and ferry lines, and have long lines themselves. */
  readonly isOverlay?: boolean;
}

/** The types of objects in the order in which they are read. */
const OBJECTS = {
  stations: { type: 45, parse: parseStation },
  quays: { type: 64, parse: parseQuay },
  cameras: { type: 162, parse: parseCamera },
  closures: { type: 107, parse: parseClosure, isOverlay: true },
  ferries: { type: 770, parse: parseFerry, isOverlay: true },
} as const satisfies { [Kind in ObjectKind]: ObjectType<RoadDatabaseRows[Kind][number]> };

/**
 * @param settings those of `Config`.
 * @param limits that differ from the usual ones.
 */
export function openRoadDatabase(
  { url, contact }: RoadDatabaseSettings,
  limits: Partial<UpstreamLimits> = {},
) {
  const upstream = openUpstream({
    name: 'road database',
    baseUrl: url,
    headers: { accept: 'application/json', 'x-client': 'veipris', 'x-kontaktperson': contact },
    limits: { ...LIMITS, ...limits },
  });
  const { origin } = new URL(url);
  return {
    /**
     * All objects in force of the five types.
     *
     * @throws Fault of `checkReply` or of the outgoing call. There are no partial results.
     */
    async readAll(today: Day): Promise<RoadDatabaseRows> {
      const found: [kind: string, read: ParsedObjects<unknown>][] = [];
      for (const [kind, objects] of Object.entries(OBJECTS))
        found.push([kind, await readObjects({ upstream, origin, ...objects }, today)]);
      return {
        ...Object.fromEntries(found.map(([kind, { rows }]) => [kind, rows])),
        unreadable: Object.fromEntries(found.map(([kind, { unreadable }]) => [kind, unreadable])),
      } as unknown as RoadDatabaseRows;
    },
    /**
     * The pieces of carriageway that belong to a link sequence; `[]`: it has none.
     *
     * @param signal aborted: the reply is no longer waited for.
     * @throws Fault as `readAll`.
     */
    async readCarriageways(
      linkId: number,
      signal?: AbortSignal,
    ): Promise<readonly CarriagewayPiece[]> {
      const path = `/vegnett/api/v4/veglenkesekvenser/segmentert?superid=${linkId}`;
      const reply = await upstream.get({ path, signal });
      if (reply.status === 404) return [];
      checkReply(reply, Date.now());
      return parseCarriageways(reply.body);
    },
    close: () => upstream.close(),
  };
}

interface ObjectsToRead extends ObjectType<unknown> {
  readonly upstream: Upstream;
  readonly origin: string;
}

/** Reads the objects of a type. The list has two addresses: the short one is used if the full one is not known. */
async function readObjects(
  { upstream, origin, type, parse, isOverlay = false }: ObjectsToRead,
  today: Day,
): Promise<ParsedObjects<unknown>> {
  let list = `/vegobjekter/api/v4/vegobjekter/${type}`;
  const size = isOverlay ? LINES_PAGE_SIZE : PAGE_SIZE;
  const objects = await readAllPages(async (start) => {
    const from = start === undefined ? '' : `&start=${encodeURIComponent(start)}`;
    const query = `?inkluder=${INCLUDED}&antall=${size}${from}`;
    let reply = await upstream.get({ path: list + query });
    if (reply.status === 404 && start === undefined) {
      list = `/vegobjekter/${type}`;
      reply = await upstream.get({ path: list + query });
      // Overlays have no prices. If their type is not known they stay as they are, and the renewal says so.
      if (reply.status === 404 && isOverlay) return { objects: [], length: 0 };
    }
    checkReply(reply, Date.now());
    return readPage(reply.body, origin);
  });
  // Ended ferry connections are kept: their rows tell the end.
  return parseObjects(objects, parse, type === OBJECTS.ferries.type ? '' : today);
}
