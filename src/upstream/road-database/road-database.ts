/**
 * The national road database (NVDB, API les V4): toll stations, ferry quays, speed cameras, roads closed in winter,
 * ferry connections, and the carriageways of the roads that the stations stand on.
 */
import type { CarriagewayPiece } from '../../geo/road-link.ts';
import type { UpstreamLimits } from '../call/terms.ts';
import { openUpstream, type Upstream } from '../call/upstream.ts';
import { type ClosureRow, parseClosure } from './parse-closure.ts';
import { type FerryRow, parseFerry } from './parse-ferry.ts';
import {
  type CameraRow,
  type ParsedObjects,
  type ParseObject,
  parseCamera,
  parseObjects,
  parseQuay,
  type QuayRow,
} from './parse-objects.ts';
import { parseStation, type StationRow } from './parse-station.ts';
import { parseCarriageways } from './read-links.ts';
import { checkReply, readAllPages, readPage } from './read-page.ts';

export interface RoadDatabase {
  /**
   * All objects in force of the five types.
   *
   * @throws Fault as `checkReply` and the outgoing call say; nothing is read by halves.
   */
  readAll(terms: ReadTerms): Promise<RoadDatabaseRows>;
  /**
   * The pieces of carriageway that belong to a link sequence; `[]` where it has none.
   *
   * @throws Fault as `readAll`.
   */
  readCarriageways(
    linkId: number,
    terms: Pick<ReadTerms, 'signal'>,
  ): Promise<readonly CarriagewayPiece[]>;
  close(): Promise<void>;
}

interface ReadTerms {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly signal?: AbortSignal;
}

export interface RoadDatabaseRows {
  readonly stations: readonly StationRow[];
  readonly quays: readonly QuayRow[];
  readonly cameras: readonly CameraRow[];
  /** Roads closed in winter, and passes. */
  readonly closures: readonly ClosureRow[];
  /** Ferry connections, also those that have ended. */
  readonly ferries: readonly FerryRow[];
  readonly unreadable: readonly Unreadable[];
}

/** An object that cannot be read. */
interface Unreadable {
  /** One sentence without full stop. */
  readonly line: string;
  /** Id of the toll station that it is; absent: it is another object, or it can not be told. */
  readonly station?: number;
  /** Id of the closed road that it is, 0 for one without; absent: it is another object. */
  readonly closure?: number;
  /** Id of the ferry connection that it is, as above. */
  readonly ferry?: number;
}

export interface RoadDatabaseSettings {
  /** Before `/vegobjekter`. */
  readonly url: string;
  /** Whom the road authority can write to. */
  readonly contact: string;
}

/** Pages are large and rare, so they may take longer than what callers wait for. */
const LIMITS = { attemptMs: 30_000, deadlineMs: 100_000, retryPauseMs: 500, inFlight: 4 };

/** Larger pages are lowered silently. Source: caps of 800 and 1000 have been seen. */
const PAGE_SIZE = 500;
/** Closed roads and ferry connections have long lines. Source: change log of the road database, 25.0.7, which lowers their pages to 120. */
const LINES_PAGE_SIZE = 100;

/** What we ask for; parameters of one word only, because the spelling of others differs. */
const INCLUDED = 'egenskaper,lokasjon,geometri,metadata';

const TYPE = { station: 45, quay: 64, closure: 107, camera: 162, ferry: 770 } as const;

/** What lies over roads and ferry lines, and has long lines itself. */
const isOverlay = (type: number) => type === TYPE.closure || type === TYPE.ferry;

/**
 * @param settings as `Config` has them.
 * @param limits where they differ from the usual ones.
 */
export function openRoadDatabase(
  { url, contact }: RoadDatabaseSettings,
  limits: Partial<UpstreamLimits> = {},
): RoadDatabase {
  const upstream = openUpstream({
    name: 'road database',
    baseUrl: url,
    headers: { accept: 'application/json', 'x-client': 'veipris', 'x-kontaktperson': contact },
    limits: { ...LIMITS, ...limits },
  });
  const read = <Row>(type: number, parse: ParseObject<Row>, terms: ReadTerms) =>
    readType({ upstream, origin: new URL(url).origin, type, parse }, terms);
  return {
    async readAll(terms) {
      const stations = await read(TYPE.station, parseStation, terms);
      const quays = await read(TYPE.quay, parseQuay, terms);
      const cameras = await read(TYPE.camera, parseCamera, terms);
      const closures = await read(TYPE.closure, parseClosure, terms);
      const ferries = await read(TYPE.ferry, parseFerry, terms);
      return {
        stations: stations.rows,
        quays: quays.rows,
        cameras: cameras.rows,
        closures: closures.rows,
        ferries: ferries.rows,
        unreadable: [
          ...stations.unreadable.map(({ id, line }) => ({
            line,
            ...(id !== undefined && { station: id }),
          })),
          ...closures.unreadable.map(({ id, line }) => ({ line, closure: id ?? 0 })),
          ...ferries.unreadable.map(({ id, line }) => ({ line, ferry: id ?? 0 })),
          ...[...quays.unreadable, ...cameras.unreadable].map(({ line }) => ({ line })),
        ],
      };
    },
    async readCarriageways(linkId, terms) {
      const path = `/vegnett/api/v4/veglenkesekvenser/segmentert?superid=${linkId}`;
      const reply = await upstream.get({ path, signal: terms.signal });
      if (reply.status === 404) return [];
      checkReply(reply, Date.now());
      return parseCarriageways(reply.body);
    },
    close: () => upstream.close(),
  };
}

interface TypeToRead<Row> {
  readonly upstream: Upstream;
  readonly origin: string;
  readonly type: number;
  readonly parse: ParseObject<Row>;
}

/** The list has two addresses; the short one is asked where the full one is not known. */
async function readType<Row>(
  { upstream, origin, type, parse }: TypeToRead<Row>,
  { today, signal }: ReadTerms,
): Promise<ParsedObjects<Row>> {
  let list = `/vegobjekter/api/v4/vegobjekter/${type}`;
  const size = isOverlay(type) ? LINES_PAGE_SIZE : PAGE_SIZE;
  const objects = await readAllPages(async (start) => {
    const from = start === undefined ? '' : `&start=${encodeURIComponent(start)}`;
    const query = `?inkluder=${INCLUDED}&antall=${size}${from}`;
    let reply = await upstream.get({ path: list + query, signal });
    if (reply.status === 404 && start === undefined) {
      list = `/vegobjekter/${type}`;
      reply = await upstream.get({ path: list + query, signal });
      // Overlays price nothing: where the type is not known they stay as they are, and the renewal says so.
      if (reply.status === 404 && isOverlay(type)) return { objects: [], length: 0 };
    }
    checkReply(reply, Date.now());
    return readPage(reply.body, origin);
  });
  // That a ferry connection has ended is told by its row.
  return parseObjects(objects, parse, type === TYPE.ferry ? '' : today);
}
