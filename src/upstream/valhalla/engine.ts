/**
 * The routing engine: one actor in this process for ever.
 *
 * The binding keeps an actor per address of its settings and never lets go of it, so a second actor
 * may answer from the tiles of a first one that is gone. Other tiles get a process of their own,
 * which ends with them.
 *
 * Source: valhalla/valhalla src/bindings/nodejs/src/valhalla.cc, 3.6.1.
 */
import { Actor } from '@valhallajs/valhallajs';
import { openEngineProcess } from './open-engine-process.ts';
import { toFault } from './to-fault.ts';

/** Asks the engine: request and answer as JSON text. Never blocks the event loop. */
type Ask = (request: string) => Promise<string>;

/** Both questions throw a Fault as `toFault` says. */
export interface Engine {
  /** The places on roads that points are moved to. */
  readonly locate: Ask;
  readonly route: Ask;
  /** Nobody will ask again; calls in flight fail. The engine of this process stays. */
  close(): void;
}

let own: { readonly settings: string; readonly engine: Engine } | undefined;

/** Engines in processes of their own, by their settings, and how many use them. */
const others = new Map<string, { readonly engine: Engine; users: number }>();

/**
 * Opens an engine: the first in this process, and with other settings than its own one in a process
 * of its own. All who open the same settings share one.
 */
export function openEngine(settings: string): Engine {
  own ??= { settings, engine: withFaults({ ...openActor(settings), close: () => undefined }) };
  return own.settings === settings ? own.engine : shareOther(settings);
}

function shareOther(settings: string): Engine {
  const shared = others.get(settings) ?? {
    engine: withFaults(openEngineProcess(settings)),
    users: 0,
  };
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

function openActor(settings: string): Pick<Engine, 'locate' | 'route'> {
  const actor = new Actor(settings);
  return {
    locate: (request) => actor.locate(request),
    route: (request) => actor.route(request),
  };
}

function withFaults({ locate, route, close }: Engine): Engine {
  const toFaults =
    (ask: Ask): Ask =>
    async (request) => {
      try {
        return await ask(request);
      } catch (cause) {
        throw toFault(cause);
      }
    };
  return { locate: toFaults(locate), route: toFaults(route), close };
}
