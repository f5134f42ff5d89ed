import { LRUCache } from 'lru-cache';
import { Fault } from '../../base/fault.ts';
import { openSingleFlight } from '../../base/memoize.ts';
import { nextOsloMidnightMs } from '../../base/oslo-time.ts';
import { readJson, readList, readRecord } from '../../base/read-loose.ts';
import type { VehicleRegister } from '../../vehicle/vehicle.ts';
import { brokenFault, downFault, retryAfterOf } from '../call/call-fault.ts';
import type { UpstreamLimits, UpstreamReply } from '../call/terms.ts';
import { openUpstream, type Upstream } from '../call/upstream.ts';
import type { OpenTerms } from '../descriptor.ts';
import { mayBeOf } from './read-vehicle-record.ts';

/** The settings for asking the vehicle register. */
export interface VehicleRegisterSettings {
  /** Before `?kjennemerke=`. */
  readonly url: string;
  readonly key: string;
}

/** The register with its memory of answers, and the service behind it. */
export interface VehicleService {
  readonly server: Upstream;
  readonly register: VehicleRegister;
}

/** A record has some ten thousand bytes. The register asks for at most one further try. */
const LIMITS: Partial<UpstreamLimits> = { retries: 1, bodyBytes: 4 * 1024 * 1024 };

/** Opens the register (Autosys). It is asked once per plate. */
export function openService(
  name: string,
  { url, key }: VehicleRegisterSettings,
  { log, clock, nowMs, limits }: OpenTerms,
): VehicleService {
  const server = openUpstream({
    name,
    baseUrl: url,
    headers: { 'svv-authorization': formatKey(key) },
    limits: { ...LIMITS, ...limits },
    isTransient,
  });
  const register: VehicleRegister = {
    async findVehicle(plate, signal) {
      const path = `?kjennemerke=${encodeURIComponent(plate)}`;
      const reply = await server.get({ path, signal });
      const answer = demandPlate(readAnswer(reply), plate);
      if (answer.kind === 'vehicle') return reply.body;
      if (answer.kind === 'unknown') return undefined;
      if (answer.kind === 'key-refused')
        log.error(
          { alarm: 'vehicle_register_key', status: reply.status },
          'the vehicle register refuses our key: check VEHICLE_REGISTER_KEY',
        );
      throw toFault(answer, reply, clock.now());
    },
  };
  return { server, register: rememberVehicles(register, nowMs) };
}

/** Does a reply say that the register is failing at the moment? */
const isTransient = (reply: UpstreamReply): boolean => readAnswer(reply).kind === 'down';

type Trouble = Exclude<RegisterAnswer, { kind: 'vehicle' | 'unknown' }>;

/** The fault for callers. It tells nothing about our key and its quota, and has no text of the register. */
function toFault(answer: Trouble, reply: UpstreamReply, nowMs: number): Fault {
  const what = `${answer.kind}, ${'what' in answer ? answer.what : `status ${reply.status}`}`;
  const wait = retryAfterOf(reply, nowMs);
  switch (answer.kind) {
    case 'broken':
      return brokenFault(NAME, what);
    case 'key-refused':
      return new Fault('upstream_broken', REFUSED, { message: `${NAME}: ${what}` });
    case 'quota-used-up': {
      const midnightS = Math.ceil((nextOsloMidnightMs(nowMs) - nowMs) / 1000);
      const says = 'takes no more questions for now';
      return downFault(NAME, what, { says, retryAfterS: midnightS, ...wait });
    }
    case 'down':
      return downFault(NAME, what, { says: 'is down', ...wait });
  }
}

const NAME = 'vehicle register';
const REFUSED = 'The vehicle register does not answer us; we have been told.';

/** The value of `SVV-Authorization` for a key that is set with or without its prefix. */
function formatKey(setting: string): string {
  return `Apikey ${setting.trim().replace(/^apikey\s+/i, '')}`;
}

/** The meaning of a reply of the register. */
type RegisterAnswer =
  | { readonly kind: 'vehicle'; readonly records: readonly unknown[] }
  /** The plate is not known, or its record is protected. The register does not say which. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'key-refused' }
  | { readonly kind: 'quota-used-up' }
  | { readonly kind: 'down' }
  /** Anything else; `what` is for our log. */
  | { readonly kind: 'broken'; readonly what: string };

/**
 * Reads a reply of the register. The same fact comes in many forms: as a status, as a code word in a JSON body, as a
 * bare code word, or as an empty reply.
 *
 * Source: README.md of this folder, the fault table.
 */
function readAnswer({ status, body }: UpstreamReply): RegisterAnswer {
  const isSuccess = status >= 200 && status < 300;
  const content = readJson(body);
  // The register may write a complaint instead of a vehicle. `null` and an empty complaint have no meaning.
  const { kjoretoydataListe: list, feilmelding: complaint } = readRecord(content) ?? {};
  const records = readList(list).filter((value) => readRecord(value) !== undefined);
  if (isSuccess && !complaint && records.length > 0) return { kind: 'vehicle', records };
  const kind = kindOfWords(body) ?? kindOfStatus(status);
  if (kind !== undefined) return { kind };
  const isEmpty = body.trim() === '' || (Array.isArray(list) && list.length === 0 && !complaint);
  if (isSuccess && isEmpty) return { kind: 'unknown' };
  const lack = content === undefined ? 'no JSON' : 'no list of vehicles';
  return { kind: 'broken', what: `status ${status}, ${lack}` };
}

/** The same answer, unless all of its records are those of other plates. */
const demandPlate = (answer: RegisterAnswer, plate: string): RegisterAnswer =>
  answer.kind === 'vehicle' && !answer.records.some((record) => mayBeOf(record, plate))
    ? { kind: 'broken', what: 'a record of another plate' }
    : answer;

const UNKNOWN_WORDS = [
  'OPPLYSNINGER_IKKE_TILGJENGELIGE',
  'OPPLYSNINGER_UTILGJENGELIG',
  'KJENNEMERKE_UKJENT',
  'UGYLDIG_KJENNEMERKE',
  'KJENNEMERKE_UGYLDIG',
  'INGEN_AKTIVE_GODKJENNINGER',
];

const DOWN_WORD = 'TJENESTE_IKKE_TILGJENGELIG';

/** The meaning of a status. 400: the register does not accept the form of the plate, so it knows no such plate. */
const KINDS: Readonly<Record<number, 'unknown' | 'key-refused' | 'quota-used-up'>> = {
  204: 'unknown',
  400: 'unknown',
  401: 'key-refused',
  403: 'key-refused',
  404: 'unknown',
  422: 'quota-used-up',
  429: 'quota-used-up',
};

const kindOfWords = (body: string) => {
  if (UNKNOWN_WORDS.some((word) => body.includes(word))) return 'unknown';
  return body.includes(DOWN_WORD) ? 'down' : undefined;
};

const kindOfStatus = (status: number) => KINDS[status] ?? (status >= 500 ? 'down' : undefined);

/** The data of a vehicle changes rarely. It is still kept only as long as it is useful for callers. */
const KNOWN_MS = 3_600_000;
/** Unknown plates are remembered more briefly: a vehicle may be registered at any minute. */
const UNKNOWN_MS = 600_000;

const MOST_ENTRIES = 5000;
/** The most characters of all records together. A record has some ten thousand. */
const MOST_CHARACTERS = 20_000_000;

/**
 * Remembers the answers of the register for at most an hour, only in the memory of this process. Callers who want the
 * same plate at the same time share one question. Faults are not remembered.
 *
 * @param nowMs a clock that never goes back.
 */
export function rememberVehicles(register: VehicleRegister, nowMs: () => number): VehicleRegister {
  const cache = new LRUCache<string, { readonly record: string | undefined }>({
    max: MOST_ENTRIES,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ record = '' }, plate) => plate.length + record.length,
    perf: { now: nowMs },
    ttlResolution: 0,
  });
  const askOnce = openSingleFlight<string | undefined>();
  return {
    ...register,
    async findVehicle(plate, signal) {
      const known = cache.get(plate);
      if (known !== undefined) return known.record;
      const ask = async (stop: AbortSignal) => {
        const record = await register.findVehicle(plate, stop);
        cache.set(plate, { record }, { ttl: record === undefined ? UNKNOWN_MS : KNOWN_MS });
        return record;
      };
      return askOnce(plate, ask, signal);
    },
  };
}
