import { availableParallelism } from 'node:os';
import type { Config } from './config.ts';
import { type Door, OPEN_DOOR, openDoor } from './load/admit-calls.ts';

/** Engine and server share the cores; more calls at once would only make each of them slower. */
const CALLS_PER_CORE = 2;

/** The door before the embedded engine, as the operator wants it or as the machine can bear. */
export function openEngineDoor({ callsAtOnce }: Pick<Config, 'callsAtOnce'>): Door {
  const most = callsAtOnce ?? CALLS_PER_CORE * availableParallelism();
  return most === 0 ? OPEN_DOOR : openDoor(most, () => performance.now());
}
