/**
 * The national road database (NVDB, API les V4): toll stations, ferry quays, speed cameras, roads closed in winter,
 * ferry connections, and the carriageways of the roads that the stations stand on.
 */
import type { Day } from '../../base/day.ts';
import { Fault } from '../../base/fault.ts';
import { readJson, readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { type CarriagewayPiece, roundPosition } from '../../geo/road-link.ts';
import { retryAfterOf } from '../call/call-fault.ts';
import type { UpstreamLimits, UpstreamReply } from '../call/terms.ts';
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

/** One page of a list. */
interface Page {
  readonly objects: readonly unknown[];
  /** The length of its text in characters. */
  readonly length: number;
  /** The start of the next page; absent: this is the last page. */
  readonly nextStart?: string;
}

/**
 * Reads a page.
 *
 * The next page is asked for by its `start`, never by its address: an address could lead anywhere. If only the address
 * is given, `start` is read from it.
 *
 * @param origin of the road database, such as `https://nvdbapiles.atlas.vegvesen.no`.
 * @throws Fault `upstream_broken` when the text is no page, or the next page has another origin.
 */
function readPage(body: string, origin: string): Page {
  const { length } = body;
  const { objekter: objects, metadata } = readRecord(parseBody(body)) ?? {};
  if (!Array.isArray(objects)) throw broken('an answer without a list of objects');
  const next = readRecord(readRecord(metadata)?.neste);
  if (next === undefined || objects.length === 0) return { objects, length };
  const nextStart = readText(next.start) ?? readStart(readText(next.href), origin);
  if (nextStart === undefined) throw broken('a next page without a start');
  return { objects, length, nextStart };
}

function readStart(href: string | undefined, origin: string): string | undefined {
  if (href === undefined || !URL.canParse(href, origin)) return undefined;
  const url = new URL(href, origin);
  if (url.origin !== origin) throw broken('a next page on another host');
  return url.searchParams.get('start') || undefined;
}

/** @throws Fault `upstream_broken` when the text is not JSON. */
function parseBody(body: string): unknown {
  const content = readJson(body);
  if (content === undefined) throw broken('an answer that is not JSON');
  return content;
}

/** The fault of an answer of the road database that can not be used. */
const broken = (what: string) => new Fault('upstream_broken', `The road database gave ${what}.`);

/** More pages than any of our types of objects will ever have. */
const MOST_PAGES = 500;

/**
 * The most characters of all pages of a list, which are held in memory several times. Our largest list, the stations of
 * 2026, has less than a million characters when the fake of the tests writes it. The road database writes more for each
 * object.
 */
const MOST_CHARACTERS = 100_000_000;

/**
 * All objects of a list, page by page, until a page is empty or names no next page.
 *
 * @param ask gives the page that begins at `start`; absent: the first page.
 * @throws Fault `upstream_broken` when the pages repeat, or are too many or too long; errors of `ask`.
 * @internal Outside this file only its tests use it.
 */
export async function readAllPages(
  ask: (start?: string) => Promise<Page>,
): Promise<readonly unknown[]> {
  const objects: unknown[] = [];
  let characters = 0;
  const seen = new Set<string>();
  let page = await ask();
  for (;;) {
    characters += page.length;
    if (characters > MOST_CHARACTERS) throw broken('more text than any list has');
    for (const object of page.objects) objects.push(object);
    const { nextStart } = page;
    if (nextStart === undefined || page.objects.length === 0) return objects;
    if (seen.has(nextStart)) throw broken('pages that lead round in a circle');
    if (seen.size >= MOST_PAGES) throw broken('pages without end');
    seen.add(nextStart);
    page = await ask(nextStart);
  }
}

/**
 * Checks that a reply is a successful answer.
 *
 * Source: NVDB API les V4, OpenAPI document, November 2026: 400, 401, 403, 404 and 500 with a
 * problem object; 429 with `Retry-After`.
 *
 * @throws Fault `upstream_down` when the road database is busy or failing, `upstream_broken` when it refuses our
 * question.
 */
function checkReply(reply: Pick<UpstreamReply, 'status' | 'headers'>, nowMs: number): void {
  const { status } = reply;
  if (status === 200) return;
  const wait = retryAfterOf(reply, nowMs);
  if (status === 429) throw new Fault('upstream_down', 'The road database is busy (429).', wait);
  if (status >= 500)
    throw new Fault('upstream_down', `The road database is failing (${status}).`, wait);
  if (status === 401 || status === 403)
    throw new Fault(
      'upstream_broken',
      `The road database refused us (${status}); see ROAD_DATABASE_CONTACT.`,
    );
  throw broken(`the status ${status}`);
}

/**
 * The pieces of carriageway in an answer of the road network: a list of segments, or a page of such a list. Segments of
 * other levels, ended segments and segments that name no road are left out.
 *
 * Source: NVDB API les V4, segments of the road network, `superstedfesting`, November 2026.
 *
 * @throws Fault `upstream_broken` for anything else.
 */
function parseCarriageways(body: string): readonly CarriagewayPiece[] {
  return listSegments(body).flatMap((value) => {
    const segment = readRecord(value) ?? {};
    const level = readText(segment.topologinivå)?.toUpperCase() ?? '';
    if (!level.startsWith('KJØREBANE')) return [];
    if (readText(readRecord(segment.metadata)?.sluttdato) !== undefined) return [];
    const road = readRecord(segment.superstedfesting) ?? {};
    const own = readStretch(segment);
    const above = readStretch(road);
    if (own === undefined || above === undefined || own.from === own.to) return [];
    const isReversed = readText(road.retning)?.toUpperCase() === 'MOT';
    return [{ ...own, road: above, isReversed }];
  });
}

/** The positions of a stretch on a link sequence, the smaller position first. */
function readStretch(raw: Readonly<Record<string, unknown>>) {
  const linkId = readNumber(raw.veglenkesekvensid);
  const [start, end] = [readNumber(raw.startposisjon), readNumber(raw.sluttposisjon)];
  if (linkId === undefined || start === undefined || end === undefined) return undefined;
  const [from, to] = [Math.min(start, end), Math.max(start, end)].map(roundPosition);
  return from === undefined || to === undefined ? undefined : { linkId, from, to };
}

function listSegments(body: string): readonly unknown[] {
  const content = parseBody(body);
  const list = Array.isArray(content) ? content : readRecord(content)?.objekter;
  if (!Array.isArray(list)) throw broken('an answer without a list of segments');
  return list;
}
