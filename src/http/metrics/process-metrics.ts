import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * What the process tells of itself: event-loop lag, memory, processor time, open files, garbage
 * collection. Once per process: looking takes a timer of its own.
 */
export function openProcessMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
