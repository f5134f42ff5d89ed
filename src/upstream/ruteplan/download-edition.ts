/**
 * Editions of the official road network. The publisher announces them in an Atom feed with an entry for each form. An
 * edition is a zip of hundreds of megabytes. Its download continues where an earlier try has ended.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, request } from 'undici';

export interface Edition {
  /** The entry's `updated`. The `updated` of the feed is newer, and says nothing about the edition. */
  readonly updated: string;
  readonly url: string;
}

export interface DownloadedEdition extends Edition {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Time until the headers come: the service is slow to begin with a large file. Milliseconds. */
const HEADERS_MS = 60_000;
/** A download without new data for this time has broken off. Milliseconds. */
const STILL_MS = 60_000;
const MOST_REDIRECTS = 3;
/** The whole country in UTM 33, in the form that is read. */
const WANTED = /0000_Norge_25833.*SpatiaLite/i;
/** The status for a file that is in the state that is known, and for a range that begins beyond its end. */
const UNMET = [304, 416];

/**
 * The newest edition of the whole country.
 *
 * @throws Error with one sentence when the feed can not be read, or has no such entry with a link and a date.
 */
export async function readEdition(feed: string): Promise<Edition> {
  const { body } = await ask(feed, {});
  const text = await body.text();
  const entries = [...text.matchAll(/<entry\b[\s\S]*?<\/entry>/g)].flatMap(([entry]) => {
    const updated = /<updated>\s*([^<\s]+)\s*<\/updated>/.exec(entry)?.[1];
    const links = [...entry.matchAll(/<link\b[^>]*\bhref="([^"]+)"/g)];
    return links.flatMap(([, href = '']) =>
      updated === undefined ? [] : [{ updated, url: href.replaceAll('&amp;', '&') }],
    );
  });
  const edition = entries
    .filter(({ url, updated }) => WANTED.test(url) && URL.canParse(url, feed) && isDate(updated))
    .sort((a, b) => Date.parse(b.updated) - Date.parse(a.updated))[0];
  if (edition === undefined)
    throw new Error(`${feed} has no entry of the whole country with a link and a date.`);
  return { ...edition, url: new URL(edition.url, feed).href };
}

const isDate = (text: string): boolean => !Number.isNaN(Date.parse(text));

export interface DownloadTerms {
  /** Rejects with one sentence if the file is not as it should be. */
  readonly check: (path: string) => Promise<void>;
  /** Gets a few words about how much has arrived. */
  readonly onProgress: (step: string) => void;
}

/**
 * Fetches an edition into a folder, unless it is there already. The file gets its name after it has been checked. One
 * that was refused is fetched again if the publisher has changed it.
 *
 * @throws Error with one sentence. The data that has arrived stays for the next try, unless the check has failed.
 */
export async function downloadEdition(
  edition: Edition,
  folder: string,
  { check, onProgress }: DownloadTerms,
): Promise<DownloadedEdition> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${edition.updated.replace(/[^0-9A-Za-z]+/g, '-')}.zip`);
  const isThere = (await sizeOf(path)) !== undefined;
  const refused = isThere ? await readTag(refusedOf(path)) : undefined;
  if (!isThere || refused !== undefined)
    await fetchChecked(edition.url, path, { check, onProgress, known: refused });
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const sha256 = hash.digest('hex');
  const bytes = (await sizeOf(path)) ?? 0;
  onProgress(`edition of ${edition.updated}: ${toMb(bytes)} MB, SHA-256 ${sha256}`);
  return { ...edition, path, bytes, sha256 };
}

/**
 * Notes that an edition can not be used. Its file stays for as long as the publisher does not change it. A file without
 * a tag, of which this can not be asked, is removed.
 */
export async function refuseEdition({ path }: Pick<DownloadedEdition, 'path'>): Promise<void> {
  if ((await readTag(refusedOf(path))) !== undefined) return;
  if ((await readTag(tagOf(path))) === undefined) await rm(path, { force: true });
  else await rename(tagOf(path), refusedOf(path));
}

/** The file with the tag that the publisher gave a file; it says which state of the file it is. */
const tagOf = (path: string): string => `${path}.tag`;
/** The same of a file that can not be used. */
const refusedOf = (path: string): string => `${path}.refused`;

/** Removes the files of other editions. */
export async function removeOtherEditions(folder: string, { path }: DownloadedEdition) {
  for (const name of await readdir(folder))
    if (join(folder, name) !== path) await rm(join(folder, name), { force: true });
}

/** Replaces the file by the one of the publisher, unless that is in the state that is known. */
async function fetchChecked(url: string, path: string, terms: DownloadTerms & FetchTerms) {
  const part = `${path}.part`;
  if (!(await fetchOn(url, part, terms))) return;
  try {
    await terms.check(part);
  } catch (cause) {
    for (const file of [part, tagOf(part)]) await rm(file, { force: true });
    const { message } = cause as Error;
    throw new Error(`${url} can not be used: ${message}`, { cause });
  }
  if ((await readTag(tagOf(part))) !== undefined) await rename(tagOf(part), tagOf(path));
  await rename(part, path);
  await rm(refusedOf(path), { force: true });
}

interface FetchTerms extends Pick<DownloadTerms, 'onProgress'> {
  /** The tag of the state of the file that is not wanted; absent: any is. */
  readonly known?: string | undefined;
}

/** @returns false: the file is in the state that is known. */
async function fetchOn(url: string, part: string, terms: FetchTerms): Promise<boolean> {
  const { onProgress, known } = terms;
  const { have, condition } = await conditionOf(part, known);
  const reply = await ask(url, condition);
  if (UNMET.includes(reply.statusCode)) {
    await reply.body.dump();
    if (have === 0) return false;
    await rm(part);
    return fetchOn(url, part, terms);
  }
  const isRest = reply.statusCode === 206;
  const from = isRest ? have : 0;
  const ownTag = reply.headers.etag ?? reply.headers['last-modified'];
  if (typeof ownTag === 'string') await writeFile(tagOf(part), ownTag);
  const length = Number(reply.headers['content-length']);
  const whole = Number.isFinite(length) ? from + length : undefined;
  onProgress(describeFetch(from, whole));
  const tell = openTeller(from, whole, onProgress);
  try {
    await writeOn(reply.body, part, { isRest, tell });
  } catch (cause) {
    const { message } = cause as Error;
    const came = toMb((await sizeOf(part)) ?? 0);
    throw new Error(`${url} broke off after ${came} MB (${message}); the next try goes on there.`, {
      cause,
    });
  }
  const came = await sizeOf(part);
  if (whole !== undefined && came !== whole)
    throw new Error(`${url} has ${whole} bytes, and ${came} came; the next try goes on there.`);
  return true;
}

/**
 * Asks for the rest of the data that has arrived, or for a file that is no more in the state that is known. Without a
 * tag it is not known whether the rest belongs to the data.
 *
 * Source: RFC 9110, section 13.1, June 2022.
 */
async function conditionOf(part: string, known: string | undefined) {
  const have = (await sizeOf(part)) ?? 0;
  const tag = await readTag(tagOf(part));
  if (have > 0 && tag !== undefined)
    return { have, condition: { range: `bytes=${have}-`, 'if-range': tag } };
  if (known === undefined) return { have: 0, condition: {} };
  const name = /^(?:W\/)?"/.test(known) ? 'if-none-match' : 'if-modified-since';
  return { have: 0, condition: { [name]: known } };
}

/** Writes each piece to the disk before it takes the next one, so that a lost connection loses no data. */
async function writeOn(
  body: AsyncIterable<Buffer>,
  part: string,
  { isRest, tell }: { readonly isRest: boolean; readonly tell: (bytes: number) => void },
): Promise<void> {
  const file = await open(part, isRest ? 'a' : 'w');
  try {
    for await (const chunk of body) {
      await file.writeFile(chunk);
      tell(chunk.length);
    }
  } finally {
    await file.close();
  }
}

const describeFetch = (from: number, whole: number | undefined): string => {
  const size = whole === undefined ? 'a file of unknown size' : `${toMb(whole)} MB`;
  return from === 0 ? `fetching ${size}` : `fetching ${size}, on from ${toMb(from)} MB`;
};

/** Reports each tenth of the file. */
function openTeller(from: number, whole: number | undefined, onProgress: (step: string) => void) {
  let came = from;
  let told = whole === undefined ? 0 : Math.floor((10 * from) / whole);
  return (bytes: number) => {
    came += bytes;
    if (whole === undefined || Math.floor((10 * came) / whole) === told) return;
    told = Math.floor((10 * came) / whole);
    onProgress(`fetched ${told * 10} %`);
  };
}

/** Gives a successful reply, or one that tells that a condition is not met. Redirects are followed. */
async function ask(
  url: string,
  condition: Readonly<Record<string, string>>,
  redirects = 0,
): Promise<Dispatcher.ResponseData> {
  const terms = { headersTimeout: HEADERS_MS, bodyTimeout: STILL_MS };
  const reply = await request(url, {
    ...terms,
    headers: { 'user-agent': 'veipris', ...condition },
  }).catch((cause: Error) => {
    throw new Error(`${url} can not be reached (${cause.message}).`, { cause });
  });
  const { location } = reply.headers;
  const { statusCode } = reply;
  if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
    await reply.body.dump();
    if (redirects === MOST_REDIRECTS) throw new Error(`${url} is redirected again and again.`);
    return ask(new URL(location, url).href, condition, redirects + 1);
  }
  const isUnmet = Object.keys(condition).length > 0 && UNMET.includes(statusCode);
  if (statusCode !== 200 && statusCode !== 206 && !isUnmet) {
    await reply.body.dump();
    throw new Error(`${url} answers with status ${statusCode}.`);
  }
  return reply;
}

const toMb = (bytes: number): number => Math.round(bytes / 1e5) / 10;

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

const readTag = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(() => undefined);
