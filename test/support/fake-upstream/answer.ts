import type { ServerResponse } from 'node:http';

/** An answer of a fake. */
export interface FakeAnswer {
  /** Absent: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; absent: empty. */
  readonly body?: string | Uint8Array;
}

/** The answer with a value as JSON. */
export const json = (value: unknown, status = 200): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/json;charset=UTF-8' },
  body: JSON.stringify(value),
});

/** Sends an answer without any fault. */
export function send(
  reply: ServerResponse,
  { status = 200, headers = {}, body = '' }: FakeAnswer,
): void {
  reply.writeHead(status, headers).end(body);
}
