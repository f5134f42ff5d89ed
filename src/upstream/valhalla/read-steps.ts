import type { FerryStretch } from '../../trip/ports.ts';
import type { WayFacts } from './way-facts.ts';

/** A leg of an answer with steps, as far as we read it. */
export interface RawLegWithSteps {
  /** `duration` has one entry per leg between two points of the geometry. */
  readonly annotation: { readonly duration: readonly number[] };
  readonly steps: readonly RawStep[];
}

interface RawStep {
  readonly mode: string;
  readonly distance: number;
  readonly intersections: readonly RawIntersection[];
}

interface RawIntersection {
  /** Index of the point, inside its leg. */
  readonly geometry_index: number;
  /** Absent where nothing is turned at. */
  readonly turn_duration?: number;
}

/** Turning, boarding and ferries as the steps of an answer name them. */
export function readSteps(legs: readonly RawLegWithSteps[], points: number): WayFacts {
  const waits = new Float64Array(points);
  const ferries: FerryStretch[] = [];
  let sailedM = 0;
  let offset = 0;
  for (const { annotation, steps } of legs) {
    const lastIndex = offset + annotation.duration.length;
    steps.forEach(({ mode, distance: stepM, intersections }, s) => {
      for (const { geometry_index, turn_duration = 0 } of intersections) {
        const at = offset + geometry_index;
        waits[at] = (waits[at] ?? 0) + turn_duration;
      }
      if (mode !== 'ferry') return;
      sailedM += stepM;
      const fromIndex = offset + (intersections[0]?.geometry_index ?? 0);
      const next = steps[s + 1]?.intersections[0]?.geometry_index;
      addStretch(ferries, fromIndex, next === undefined ? lastIndex : offset + next);
    });
    offset = lastIndex;
  }
  return {
    legsS: joinLists(legs.map(({ annotation }) => annotation.duration)),
    waits,
    ferries,
    sailedM,
  };
}

/** Nearly always there is one, which is as good as a copy of it. */
const joinLists = ([first = [], ...others]: readonly (readonly number[])[]): readonly number[] =>
  others.length === 0 ? first : first.concat(...others);

/** Ferry steps that follow each other without road between are one stretch. */
function addStretch(ferries: FerryStretch[], fromIndex: number, toIndex: number): void {
  if (toIndex <= fromIndex) return;
  const last = ferries.at(-1);
  if (last?.toIndex === fromIndex) ferries[ferries.length - 1] = { ...last, toIndex };
  else ferries.push({ fromIndex, toIndex });
}
