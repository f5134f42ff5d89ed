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

/**
 * Opens an engine: the first in this process, and with other settings than its own one in a process
 * of its own.
 */
export function openEngine(settings: string): Engine {
  own ??= { settings, engine: withFaults({ ...openActor(settings), close: () => undefined }) };
  return own.settings === settings ? own.engine : withFaults(openEngineProcess(settings));
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
