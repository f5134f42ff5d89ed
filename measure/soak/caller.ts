import { Agent, request } from 'undici';
import { KEY_RANDOM_BYTES, mintKey } from '../../src/account/key-text.ts';
import { type Reply, readAnswer } from '../read-answer.ts';
import type { MixedCall } from './mix.ts';

/** Makes calls of a mix to one server. */
export interface Caller {
  /** @throws what undici throws when there is no answer. */
  ask(call: MixedCall): Promise<Reply>;
  close(): Promise<void>;
}

/** Well-formed, and nobody has it. */
const BAD_KEY = mintKey(new Uint8Array(KEY_RANDOM_BYTES).fill(255));
/**
 * More than calls are ever open: what waited here for a connection the server would not see, and it could not refuse
 * what it does not see.
 */
const MOST_CONNECTIONS = 8192;
/** A server may offer more; what a peak has opened would be counted among its files for as long. */
const IDLE_MS = 5000;
/** Longer than the deadline of a call with a body, 60 s. */
const BODY_PATIENCE_MS = 65_000;

/** A loopback server only: what is sent here is meant for no other. */
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
