/**
 * The routing engine: in processes of their own, or one actor in this process for ever.
 *
 * The binding keeps an actor per address of its settings and never lets go of it, so a second actor
 * may answer from the tiles of a first one that is gone. Other tiles get a process of their own,
 * which ends with them.
 *
 * Source: valhalla/valhalla src/bindings/nodejs/src/valhalla.cc, 3.6.1.
 */

import { availableParallelism } from 'node:os';
import { Fault } from '../../base/fault.ts';
import type { Timer } from '../../trip/ports.ts';
import { type Asked, askRoutes, type RoutesQuestion } from './ask-routes.ts';
import { type EngineProcess, openEngineProcess } from './open-engine-process.ts';

/** All questions throw a Fault as `toFault` says, and none of them blocks the event loop. */
export interface Engine {
  /** The places on roads that points are moved to; request and answer as JSON text. */
  locate(request: string): Promise<string>;
  /** Request and answer as JSON text. */
  route(request: string): Promise<string>;
  /** The routes of a trip, as JSON text. */
  routes(question: RoutesQuestion): Promise<string>;
  /** Nobody will ask again; calls in flight fail. The engine of this process stays. */
  close(): void;
}

let own: { readonly settings: string; readonly engine: Engine } | undefined;

/** Engines in processes of their own, by their settings, and how many use them. */
const others = new Map<string, { readonly engine: Engine; users: number }>();

/**
 * Opens an engine. All who open the same settings share one.
 *
 * @param processes how many processes of its own it has; 0: this one, but for settings other than
 * those that it was opened with first.
 */
export function openEngine(settings: string, processes = 0): Engine {
  if (processes > 0) return shareOther(settings, processes);
  own ??= { settings, engine: withFaults(openActor(settings), () => undefined) };
  return own.settings === settings ? own.engine : shareOther(settings, 1);
}

function shareOther(settings: string, processes: number): Engine {
  const shared = others.get(settings) ?? { engine: openProcesses(settings, processes), users: 0 };
  others.set(settings, shared);
  shared.users++;
  let isOpen = true;
  return {
    ...shared.engine,
    close() {
      if (!isOpen) return;
      isOpen = false;
      shared.users--;
      if (shared.users > 0) return;
      others.delete(settings);
      shared.engine.close();
    },
  };
}

/** The watch over an engine is no reason to go on. */
const IDLE_TIMER: Timer = {
  start(delayMs, ring) {
    const timeout = setTimeout(ring, delayMs).unref();
    return () => clearTimeout(timeout);
  },
};

type Questions = Omit<Engine, 'close'>;

function openActor(settings: string): Questions {
  const actor = loadActor(settings);
  // Each question tells of it.
  actor.catch(() => undefined);
  const asked: Asked = {
    locate: async (request) => (await actor).locate(request),
    route: async (request) => (await actor).route(request),
  };
  return { ...asked, routes: (question) => askRoutes(asked, question) };
}

/** Only the process that the engine runs in loads it: its libraries take some 20 MB. */
async function loadActor(settings: string) {
  const { Actor } = await import('@valhallajs/valhallajs');
  return new Actor(settings);
}

function openProcesses(settings: string, processes: number): Engine {
  const { ask, close }: EngineProcess = openEnginePool(settings, processes, IDLE_TIMER);
  return withFaults(
    {
      locate: (request) => ask({ kind: 'locate', request }),
      route: (request) => ask({ kind: 'route', request }),
      routes: (question) => ask({ kind: 'routes', question }),
    },
    close,
  );
}

function withFaults({ locate, route, routes }: Questions, close: () => void): Engine {
  return { locate: toFaults(locate), route: toFaults(route), routes: toFaults(routes), close };
}

/** The same question, whose failure is ours. */
const toFaults =
  <Asks>(ask: (asks: Asks) => Promise<string>) =>
  async (asks: Asks): Promise<string> => {
    try {
      return await ask(asks);
    } catch (cause) {
      throw toFault(cause);
    }
  };

/**
 * What the engine says when there is no route. Version 3.6.1 gives a text only; later ones give
 * the code too.
 *
 * Source: valhalla.github.io/valhalla/api/turn-by-turn/api-reference, "Internal error codes".
 */
const NO_ROUTE = [
  { code: 442, text: 'No path could be found' },
  { code: 171, text: 'No suitable edges near location' },
  { code: 170, text: 'Locations are in unconnected regions' },
  { code: 154, text: 'exceeds the max distance limit' },
];

/** The engine's failure as ours; anything it does not say of the trip itself is a defect. @internal Its tests ask it by itself. */
export function toFault(cause: unknown): Fault {
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return NO_ROUTE.some((row) => row.code === code || message.includes(row.text))
    ? new Fault('route_not_possible', undefined, { message, cause })
    : new Fault('upstream_broken', 'The routing engine failed.', { message, cause });
}

/** Engines in so many processes of their own: a question goes to the one with the least to do. */
function openEnginePool(settings: string, processes: number, timer: Timer): EngineProcess {
  const threads = Math.max(1, Math.ceil(availableParallelism() / processes));
  const all = Array.from({ length: processes }, () =>
    openEngineProcess(settings, { threads, timer }),
  );
  const leastBusy = (): EngineProcess =>
    all.reduce((least, one) => (one.inFlight() < least.inFlight() ? one : least));
  return {
    ask: (question) => leastBusy().ask(question),
    inFlight: () => all.reduce((sum, one) => sum + one.inFlight(), 0),
    close() {
      for (const one of all) one.close();
    },
  };
}
