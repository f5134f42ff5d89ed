import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The answer that a connection is busy with, as `node:http` itself tells: it has no public word for
 * it. `undefined`: there is none.
 */
export function answerOn(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as { readonly _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
}
