/** Roads that are closed on some days and that the road network lacks: no route leads over them, and a stop may lie on one. */
import { haversineM } from '../geo/on-line.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';
import type { QuotedStop } from './quoted-stops.ts';
import type { RoadSection } from './road-section.ts';

/** Gives the roads that a trip drives to reach its stops, in the form of `sections` of a route; `[]`: none. */
export type ListUndrawn = (
  route: Pick<PlannedRoute, 'durationS'>,
  stops: readonly Pick<QuotedStop, 'asked' | 'movedM'>[],
) => NonNullable<PlannedRoute['sections']>;

/**
 * A stop lies on such a road if the far end of the road, the second one, is no farther off than the road that the stop
 * is moved to.
 *
 * @param nearM a stop this near to the far end lies on the road in any case.
 */
export function openUndrawnRoads(sections: readonly RoadSection[], nearM: number): ListUndrawn {
  const roads = sections.filter(({ rule }) => rule.kind === 'closed');
  return ({ durationS }, stops) =>
    roads.flatMap(({ id, ends: [, end] }) => {
      const stop = stops.findIndex(
        ({ asked, movedM }) => haversineM(asked, end) <= Math.max(nearM, movedM),
      );
      return stop === -1 ? [] : [{ id, atS: stop === 0 ? 0 : durationS }];
    });
}
