/**
 * The routing engine in this process: one actor for ever.
 *
 * The binding keeps an actor per address of its settings and never lets go of it, so a second actor
 * may answer from the tiles of a first one that is gone. Tiles are swapped by starting the process
 * again.
 *
 * Source: valhalla/valhalla src/bindings/nodejs/src/valhalla.cc, 3.6.1.
 */
import { Actor } from '@valhallajs/valhallajs';
import { toFault } from './to-fault.ts';

/** Asks the engine: request and answer as JSON text. Never blocks the event loop. */
type Ask = (request: string) => Promise<string>;

/** Both throw a Fault as `toFault` says. */
export interface Engine {
  /** The places on roads that points are moved to. */
  readonly locate: Ask;
  readonly route: Ask;
}

let opened: { readonly settings: string; readonly engine: Engine } | undefined;

/** Opens the engine; opening it again with the same settings gives the same engine. */
export function openEngine(settings: string): Engine {
  if (opened !== undefined && opened.settings !== settings)
    throw new Error('Expected the settings that the engine was opened with; got others.');
  opened ??= { settings, engine: openActor(settings) };
  return opened.engine;
}

function openActor(settings: string): Engine {
  const actor = new Actor(settings);
  const withFaults =
    (ask: Ask): Ask =>
    async (request) => {
      try {
        return await ask(request);
      } catch (cause) {
        throw toFault(cause);
      }
    };
  return {
    locate: withFaults((request) => actor.locate(request)),
    route: withFaults((request) => actor.route(request)),
  };
}
