import { readJson, readRecord } from '../../base/read-loose.ts';
import type { UpstreamReply } from '../call/terms.ts';

/** What a reply of the register tells. */
export type RegisterAnswer =
  | { readonly kind: 'vehicle' }
  /** Not known, or shielded: the register does not say which. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'key-refused' }
  | { readonly kind: 'quota-used-up' }
  | { readonly kind: 'down' }
  /** Nothing of the above; `what` is for our log. */
  | { readonly kind: 'broken'; readonly what: string };

/**
 * Reads a reply of the register. The same fact comes in many forms: as a status, as a code word in
 * a JSON body, as a bare code word, as nothing at all.
 *
 * Source: README.md of this folder, the fault table.
 */
export function readAnswer({ status, body }: UpstreamReply): RegisterAnswer {
  const isSuccess = status >= 200 && status < 300;
  const { list, complaint, isJson } = parseRecord(body);
  if (isSuccess && !complaint && list?.some(isVehicle)) return { kind: 'vehicle' };
  const kind = kindOfWords(body) ?? kindOfStatus(status);
  if (kind !== undefined) return { kind };
  const isEmpty = body.trim() === '' || (list?.length === 0 && !complaint);
  if (isSuccess && isEmpty) return { kind: 'unknown' };
  return {
    kind: 'broken',
    what: `status ${status}, ${isJson ? 'no list of vehicles' : 'no JSON'}`,
  };
}

const UNKNOWN_WORDS = [
  'OPPLYSNINGER_IKKE_TILGJENGELIGE',
  'OPPLYSNINGER_UTILGJENGELIG',
  'KJENNEMERKE_UKJENT',
  'UGYLDIG_KJENNEMERKE',
  'KJENNEMERKE_UGYLDIG',
  'INGEN_AKTIVE_GODKJENNINGER',
];

const DOWN_WORD = 'TJENESTE_IKKE_TILGJENGELIG';

/** 400: it has another idea of plates than we have, and knows none like this. */
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

interface ParsedRecord {
  readonly isJson: boolean;
  /** Absent: there is none. */
  readonly list?: readonly unknown[];
  /** What the register writes instead of a vehicle; absent, null and empty mean nothing. */
  readonly complaint?: unknown;
}

function parseRecord(text: string): ParsedRecord {
  const content = readJson(text);
  const { kjoretoydataListe: list, feilmelding: complaint } = readRecord(content) ?? {};
  return { isJson: content !== undefined, complaint, ...(Array.isArray(list) && { list }) };
}

const isVehicle = (value: unknown) => readRecord(value) !== undefined;
