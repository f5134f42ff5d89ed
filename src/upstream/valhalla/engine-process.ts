/**
 * A process with one routing engine: the first message is its settings, each other one a question.
 * It ends when the process that asks lets go of it; a signal that is meant for all of them does not
 * end it, because calls may be in flight.
 */
import { Actor } from '@valhallajs/valhallajs';

/** A question, by the number that its answer comes back with. */
export interface EngineQuestion {
  readonly id: number;
  readonly kind: 'locate' | 'route';
  readonly request: string;
}

/** The first message of the asking process. */
export interface EngineSettings {
  readonly settings: string;
}

export type EngineAnswer =
  | { readonly id: number; readonly answer: string }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code?: number } };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

let actor: Actor | undefined;

process.on('message', (message: EngineSettings | EngineQuestion) => {
  if ('settings' in message) actor = new Actor(message.settings);
  else void answer(message);
});

async function answer({ id, kind, request }: EngineQuestion): Promise<void> {
  try {
    if (actor === undefined) throw new Error('Expected the settings first, got a question.');
    send({ id, answer: await actor[kind](request) });
  } catch (cause) {
    const { message, code } = cause as { readonly message: string; readonly code?: number };
    send({ id, failure: { message, ...(code !== undefined && { code }) } });
  }
}

/** Nobody hears an answer when the other process is gone. */
function send(message: EngineAnswer): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
