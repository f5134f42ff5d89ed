import { Fault } from '../../base/fault.ts';
import { readJson, readRecord, readText } from '../../base/read-loose.ts';
import { retryAfterOf } from '../call/call-fault.ts';
import type { UpstreamReply } from '../call/terms.ts';

/** One page of a list. */
export interface Page {
  readonly objects: readonly unknown[];
  /** How long its text was, in characters. */
  readonly length: number;
  /** Where the next one begins; absent: this is the last. */
  readonly nextStart?: string;
}

/**
 * Reads a page.
 *
 * The next page is asked for by its `start` and never by its address: the road database would
 * otherwise send us anywhere. An address without `start` is read for it.
 *
 * @param origin of the road database, such as `https://nvdbapiles.atlas.vegvesen.no`.
 * @throws Fault `upstream_broken` when the text is no page, or the next one lies elsewhere.
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

/** @throws Fault `upstream_broken` for what is no JSON. */
export function parseBody(body: string): unknown {
  const content = readJson(body);
  if (content === undefined) throw broken('an answer that is not JSON');
  return content;
}

/** An answer of the road database that cannot be used. */
export const broken = (what: string) =>
  new Fault('upstream_broken', `The road database gave ${what}.`);

/** More than any type of object of ours will ever fill. */
const MOST_PAGES = 500;

/**
 * Characters of all pages of a list, which are held in memory several times over. The largest list of
 * ours has less than a million as the fake of the tests writes the stations of 2026; the road database
 * itself writes more of each object.
 */
const MOST_CHARACTERS = 100_000_000;

/**
 * All objects of a list, page by page, until a page is empty or names no next one.
 *
 * @param ask gives the page that begins at `start`; absent: the first.
 * @throws Fault `upstream_broken` when the pages lead round in a circle, are too many or too much; what
 * `ask` throws.
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
 * Lets an answer pass that is one.
 *
 * Source: NVDB API les V4, OpenAPI document, November 2026: 400, 401, 403, 404 and 500 with a
 * problem object; 429 with `Retry-After`.
 *
 * @throws Fault `upstream_down` where the road database is busy or failing, `upstream_broken` where
 * it refuses our question.
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
