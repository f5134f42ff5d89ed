import { LRUCache } from 'lru-cache';
import { readJson, readList, readNumber, readRecord, readText } from '../../base/read-loose.ts';
import type { AddressSearch } from '../../places/gazetteer.ts';
import type { FoundPlace } from '../../places/place.ts';
import { brokenFault, downFault } from '../call/call-fault.ts';
import type { UpstreamReply } from '../call/terms.ts';
import { openUpstream, type Upstream } from '../call/upstream.ts';
import type { OpenTerms } from '../descriptor.ts';

/** The settings for asking a register of Kartverket. */
export interface SearchSettings {
  /** Before `/sok` or `/navn`. */
  readonly url: string;
}

export interface SearchService {
  readonly server: Upstream;
  readonly search: AddressSearch;
}

/** The most hits that are asked for: more would be no answer to a question about one place. */
const MOST = 10;

/** Addresses rarely move, so hits are remembered for a day. */
const KNOWN_MS = 24 * 3_600_000;
const MOST_ENTRIES = 5000;

/** Opens the search for addresses. */
export const openAddresses = (name: string, settings: SearchSettings, terms: OpenTerms) =>
  openSearch({ path: '/sok', parse: parseAddresses }, name, settings, terms);

/** Opens the search for place names. */
export const openNames = (name: string, settings: SearchSettings, terms: OpenTerms) =>
  openSearch({ path: '/navn', parse: parseNames }, name, settings, terms);

interface Register {
  readonly path: string;
  readonly parse: (answer: unknown) => readonly FoundPlace[];
}

/**
 * Remembers hits for a day, only in the memory of this process.
 *
 * Source: README.md of this folder.
 */
function openSearch(
  { path, parse: parseHits }: Register,
  name: string,
  { url }: SearchSettings,
  { nowMs, limits }: OpenTerms,
): SearchService {
  const server = openUpstream({ name, baseUrl: url, limits });
  const known = new LRUCache<string, readonly FoundPlace[]>({
    max: MOST_ENTRIES,
    ttl: KNOWN_MS,
    perf: { now: nowMs },
    ttlResolution: 0,
  });
  const search: AddressSearch = {
    async find(text, signal, withinMs) {
      const wanted = text.trim();
      const before = known.get(wanted);
      if (before !== undefined) return before;
      const query = new URLSearchParams({
        sok: wanted,
        treffPerSide: String(MOST),
        utkoordsys: '4258',
      });
      const within = withinMs === undefined ? {} : { deadlineMs: withinMs };
      const reply = await server.get({ path: `${path}?${query}`, signal, ...within });
      const places = parseHits(readReply(name, reply));
      known.set(wanted, places);
      return places;
    },
  };
  return { server, search };
}

/** @throws Fault `upstream_broken` for no JSON object, `upstream_down` if the service fails or we asked too often. */
function readReply(name: string, { status, body }: UpstreamReply): unknown {
  // The register refuses texts that it can not search for. They have no hits.
  if (status === 400) return {};
  if (status === 429 || status >= 500) throw downFault(name, `status ${status}`);
  const parsed = status === 200 ? readRecord(readJson(body)) : undefined;
  if (parsed === undefined) throw brokenFault(name, `status ${status}, no object in JSON`);
  return parsed;
}

/** Rows without a place or a name are left out. */
function parseAddresses(answer: unknown): FoundPlace[] {
  return readList(readRecord(answer)?.adresser).flatMap((row) => {
    const { adressetekst, postnummer, poststed, kommunenavn, representasjonspunkt } =
      readRecord(row) ?? {};
    const point = readRecord(representasjonspunkt);
    const street = readText(adressetekst);
    const at = pointOf(point?.lat, point?.lon);
    if (street === undefined || at === undefined) return [];
    const town = [readText(postnummer), capitalized(readText(poststed))].filter(isText).join(' ');
    const name = town === '' ? street : `${street}, ${town}`;
    return [{ name, kind: 'address', ...areaOf(readText(kommunenavn)), ...at }];
  });
}

function parseNames(answer: unknown): FoundPlace[] {
  return readList(readRecord(answer)?.navn).flatMap((row) => {
    const { skrivemåte, kommuner, representasjonspunkt } = readRecord(row) ?? {};
    const point = readRecord(representasjonspunkt);
    const name = readText(skrivemåte);
    const at = pointOf(point?.nord, point?.øst);
    if (name === undefined || at === undefined) return [];
    const area = readText(readRecord(readList(kommuner)[0])?.kommunenavn);
    return [{ name, kind: 'name', ...areaOf(area), ...at }];
  });
}

function pointOf(lat: unknown, lon: unknown): { lat: number; lon: number } | undefined {
  const [north, east] = [readNumber(lat), readNumber(lon)];
  return north === undefined || east === undefined ? undefined : { lat: north, lon: east };
}

const areaOf = (area: string | undefined) => {
  const name = capitalized(area);
  return name === undefined ? {} : { area: name };
};

const isText = (text: string | undefined) => text !== undefined && text !== '';

/** The register writes towns and municipalities in capitals: `MO I RANA` is Mo i Rana. */
const capitalized = (text: string | undefined) =>
  text
    ?.toLowerCase()
    .replace(
      /(^|[\s-])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
    .replace(/ (I|På|Ved|Og) /g, (word) => word.toLowerCase());
