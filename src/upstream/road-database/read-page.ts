import { Fault } from '../../base/fault.ts';
import { readJson, readRecord, readText } from '../../base/read-loose.ts';
import { retryAfterOf } from '../call/call-fault.ts';
import type { UpstreamReply } from '../call/terms.ts';

/** One page of a list. */
export interface Page {
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
export function readPage(body: string, origin: string): Page {
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
export function parseBody(body: string): unknown {
  const content = readJson(body);
  if (content === undefined) throw broken('an answer that is not JSON');
  return content;
}

/** The fault of an answer of the road database that can not be used. */
export const broken = (what: string) =>
  new Fault('upstream_broken', `The road database gave ${what}.`);

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
export function checkReply(reply: Pick<UpstreamReply, 'status' | 'headers'>, nowMs: number): void {
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
