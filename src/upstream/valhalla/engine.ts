/**
 * The routing engine: in processes of their own, or one actor in this process for ever.
 *
 * The binding keeps an actor per address of its settings and never lets go of it, so a second actor
 * may answer from the tiles of a first one that is gone. Other tiles get a process of their own,
 * which ends with them.
 *
 * Source: valhalla/valhalla src/bindings/nodejs/src/valhalla.cc, 3.6.1.
 */
import type { Timer } from '../../trip/ports.ts';
import { type Asked, askRoutes, type RoutesQuestion } from './ask-routes.ts';
import { openEnginePool } from './open-engine-pool.ts';
import type { EngineProcess } from './open-engine-process.ts';
import { toFault } from './to-fault.ts';

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
