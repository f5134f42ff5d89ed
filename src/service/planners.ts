/** The embedded engine: our own kernel, or Valhalla on a map of one's own. */
import type { LatLon } from '../base/point.ts';
import { type KernelTerms, openKernelPlanner, readyMetric } from '../network/kernel-planner.ts';
import type { OpenNetwork, TileEngine } from '../network/opened-network.ts';
import type { RoutePlanner } from '../trip/ports.ts';

/** A stop farther from a drivable road has no route. Source: docs/interface.md. */
const MAX_MOVED_M = 10_000;

/** A planner on a network of ours. */
export interface EmbeddedPlanner {
  readonly planner: RoutePlanner;
  /** Asks it something trivial; throws when it fails. */
  check(): Promise<void>;
  /** Called when no question needs it any more. */
  close(): void;
}

/**
 * @param processes of the engine for tiles; 0: it runs in this one.
 * @param days whose closed roads our kernel keeps to, when ferries sail, and where stops are not moved to; absent: it knows of none.
 */
export async function openPlannerOn(
  { engine, gates }: OpenNetwork,
  processes: number,
  days: Pick<KernelTerms, 'sections' | 'services' | 'worthM'> = {},
): Promise<EmbeddedPlanner> {
  if (engine.kind === 'tiles') return openTilePlanner(engine, gates[0]?.at, processes);
  const metric = await readyMetric(engine);
  const terms = { source: engine.source, maxMovedM: MAX_MOVED_M, metric, ...days };
  const planner = openKernelPlanner(engine, terms);
  return { planner, check: async () => undefined, close: () => undefined };
}

/**
 * Opens Valhalla on a map of one's own, and asks it once, so that the first trip does not wait for it.
 * It is loaded only then.
 *
 * @param at a place on a road of the network; absent: nothing is asked.
 */
async function openTilePlanner(
  { settings, lengthFactor, boardingS }: TileEngine,
  at: LatLon | undefined,
  processes: number,
): Promise<EmbeddedPlanner> {
  const { openEngine } = await import('../upstream/valhalla/engine.ts');
  const { openPlanner } = await import('../upstream/valhalla/planner.ts');
  const { formatLocate } = await import('../upstream/valhalla/format-request.ts');
  const engine = openEngine(settings, processes);
  const check = async () => {
    if (at !== undefined) await engine.locate(formatLocate([at]));
  };
  // Each process of the engine is asked once, so that no trip waits for its start.
  await Promise.all(Array.from({ length: Math.max(1, processes) }, check));
  const planner = openPlanner(engine, {
    source: 'veipris-valhalla',
    lengthFactor,
    boardingS,
    maxMovedM: MAX_MOVED_M,
  });
  return { planner, check, close: engine.close };
}
