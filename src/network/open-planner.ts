import type { RoutePlanner } from '../trip/ports.ts';
import { type KernelTerms, openKernelPlanner, readyMetric } from './kernel-planner.ts';
import type { OpenNetwork } from './opened-network.ts';

/** A stop farther from a drivable road has no route. Source: docs/interface.md. */
const MAX_MOVED_M = 10_000;

/**
 * The planner of our own kernel on the network in force.
 *
 * @param days whose closed roads it keeps to, when ferries sail, and where stops are not moved to; absent: it knows of none.
 */
export async function openPlannerOn(
  { source, prepared }: Pick<OpenNetwork, 'source' | 'prepared'>,
  days: Pick<KernelTerms, 'sections' | 'services' | 'worthM' | 'metric'> = {},
): Promise<RoutePlanner> {
  const metric = days.metric ?? (await readyMetric(prepared));
  return openKernelPlanner(prepared, { source, maxMovedM: MAX_MOVED_M, ...days, metric });
}
