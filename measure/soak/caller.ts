import { Agent, request } from 'undici';
import { KEY_RANDOM_BYTES, mintKey } from '../../src/account/key-text.ts';
import { type Reply, readAnswer } from '../read-answer.ts';
import type { MixedCall } from './mix.ts';

/** Makes calls of a mix to one server. */
export interface Caller {
  /** @throws errors of undici when there is no answer. */
  ask(call: MixedCall): Promise<Reply>;
  close(): Promise<void>;
}

/** A valid text of a key that no account has. */
const BAD_KEY = mintKey(new Uint8Array(KEY_RANDOM_BYTES).fill(255));
/**
 * More connections than calls are ever open. A call that waits here for a connection is not seen by the server, which
 * then can not refuse it.
 */
const MOST_CONNECTIONS = 8192;
/** Idle connections are closed after this time. Otherwise connections of a peak would count as open files longer. */
const IDLE_MS = 5000;
/** Longer than the deadline of a call with a body, 60 s. */
const BODY_PATIENCE_MS = 65_000;

/** Opens a caller. @throws Error for any server but one on this machine: the calls are meant for no other. */
export function openCaller(address: string, key: string): Caller {
  if (new URL(address).hostname !== '127.0.0.1') throw new Error('Only this machine is asked.');
  const dispatcher = new Agent({
    connections: MOST_CONNECTIONS,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  return {
    async ask({ path, kind, body: sent }) {
      const authorization = `Bearer ${kind.hasBadKey === true ? BAD_KEY : key}`;
      const reply = await request(address + path, {
        dispatcher,
        headers: {
          authorization,
          ...(sent !== undefined && { 'content-type': 'application/json' }),
        },
        ...(sent !== undefined && { method: 'POST' as const, body: sent }),
        bodyTimeout: 20_000,
        headersTimeout: sent === undefined ? 20_000 : BODY_PATIENCE_MS,
      });
      return readAnswer(reply);
    },
    close: () => dispatcher.close(),
  };
}
