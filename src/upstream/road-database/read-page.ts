import { Fault } from '../../base/fault.ts';
import { readRecord, readText } from '../../base/read-loose.ts';

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
  const { objekter: objects, metadata } = readRecord(parseJson(body)) ?? {};
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

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw broken('an answer that is not JSON');
  }
}

/** An answer of the road database that cannot be used. */
export const broken = (what: string) =>
  new Fault('upstream_broken', `The road database gave ${what}.`);
