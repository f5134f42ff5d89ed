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

/**
 * Asks the engine for a route: request and answer as JSON text. Never blocks the event loop.
 *
 * @throws Fault as `toFault` says.
 */
export type Engine = (request: string) => Promise<string>;

let opened: { readonly settings: string; readonly actor: Actor } | undefined;

/** Opens the engine; opening it again with the same settings gives the same engine. */
export function openEngine(settings: string): Engine {
  if (opened !== undefined && opened.settings !== settings)
    throw new Error('Expected the settings that the engine was opened with; got others.');
  opened ??= { settings, actor: new Actor(settings) };
  const { actor } = opened;
  return async (request) => {
    try {
      return await actor.route(request);
    } catch (cause) {
      throw toFault(cause);
    }
  };
}
