import { distancesAlongM } from '../geo/on-line.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';

/** A part of a route that is driven or sailed without a change. */
export interface Stretch {
  readonly kind: 'road' | 'ferry';
  /** First and last point on the route's line; a stretch begins where the one before it ends. */
  readonly fromIndex: number;
  readonly toIndex: number;
  readonly lengthM: number;
  readonly durationS: number;
  /** The planner's name of the ferry; absent: it has none. */
  readonly name?: string;
}

/**
 * A route cut where it changes between road and ferry, in travel order. The lengths add up to that
 * of the route: a ferry is as long as its line, the roads share the rest.
 */
export function listStretches(route: PlannedRoute): Stretch[] {
  const alongM = route.rows?.alongM ?? distancesAlongM(route.line);
  const cuts = listCuts(route).map((cut) => ({ ...cut, lineM: between(alongM, cut) }));
  const sumOf = (kind: Stretch['kind']) =>
    cuts.reduce((sumM, cut) => (cut.kind === kind ? sumM + cut.lineM : sumM), 0);
  // A planner knows the bends of a road that its line has lost, so a road is longer than its line.
  const roadFactor = Math.max(0, route.lengthM - sumOf('ferry')) / (sumOf('road') || 1);
  return cuts.map(({ lineM, ...cut }) => ({
    ...cut,
    lengthM: cut.kind === 'road' ? lineM * roadFactor : lineM,
    durationS: between(route.secondsAt, cut),
  }));
}

type Cut = Pick<Stretch, 'kind' | 'fromIndex' | 'toIndex' | 'name'>;

function listCuts({ secondsAt, ferries }: PlannedRoute): Cut[] {
  const cuts: Cut[] = [];
  let fromIndex = 0;
  const goTo = (kind: Stretch['kind'], toIndex: number, name?: string) => {
    if (toIndex > fromIndex)
      cuts.push({ kind, fromIndex, toIndex, ...(name !== undefined && { name }) });
    fromIndex = Math.max(fromIndex, toIndex);
  };
  for (const ferry of ferries) {
    goTo('road', ferry.fromIndex);
    goTo('ferry', ferry.toIndex, ferry.name);
  }
  goTo('road', secondsAt.length - 1);
  return cuts;
}

const between = (values: ArrayLike<number>, { fromIndex, toIndex }: Cut): number =>
  (values[toIndex] ?? 0) - (values[fromIndex] ?? 0);
