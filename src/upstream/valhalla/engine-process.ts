/**
 * A process with one routing engine: the first message is its settings, each other one a question.
 * It ends when the process that asks lets go of it; a signal that is meant for all of them does not
 * end it, because calls may be in flight.
 */
import { Actor } from '@valhallajs/valhallajs';
import { askRoutes, type RoutesQuestion } from './ask-routes.ts';

/** A question, by the number that its answer comes back with. */
export type EngineQuestion = { readonly id: number } & EngineAsk;

export type EngineAsk =
  | { readonly kind: 'locate' | 'route'; readonly request: string }
  | { readonly kind: 'routes'; readonly question: RoutesQuestion };

/** The first message of the asking process. */
export interface EngineSettings {
  readonly settings: string;
}

export type EngineAnswer =
  | { readonly id: number; readonly answer: string }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code?: number } };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

// Not `process.exit`: that waits for the threads, and one of them may never be done. There is nothing
// to lose here, and nobody hears an answer any more.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

let actor: Actor | undefined;

process.on('message', (message: EngineSettings | EngineQuestion) => {
  if ('settings' in message) actor = new Actor(message.settings);
  else void answer(message);
});

async function answer(question: EngineQuestion): Promise<void> {
  const { id } = question;
  try {
    if (actor === undefined) throw new Error('Expected the settings first, got a question.');
    send({ id, answer: await ask(actor, question) });
  } catch (cause) {
    const { message, code } = cause as { readonly message: string; readonly code?: number };
    send({ id, failure: { message, ...(code !== undefined && { code }) } });
  }
}

function ask(engine: Actor, question: EngineQuestion): Promise<string> {
  if (question.kind !== 'routes') return engine[question.kind](question.request);
  const { locate, route } = engine;
  const asked = { locate: locate.bind(engine), route: route.bind(engine) };
  return askRoutes(asked as Parameters<typeof askRoutes>[0], question.question);
}

/** Nobody hears an answer when the other process is gone. */
function send(message: EngineAnswer): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
