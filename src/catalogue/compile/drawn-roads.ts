import Type from 'typebox';
import { readChecked } from '../read-checked.ts';
import type { StationRoad } from './station-source.ts';

/** What the stations need of `curated/added-roads.json`. */
const AddedRoadsFile = Type.Object({
  roads: Type.Array(
    Type.Object({
      road: Type.String(),
      ramp: Type.Optional(Type.Boolean()),
      line: Type.Array(Type.Tuple([Type.Number(), Type.Number()])),
    }),
  ),
});

/** The roads that we drew for the stations on them; ramps are left out, as they run on no road. */
export function readDrawnRoads(path: string): StationRoad[] {
  return readChecked(path, AddedRoadsFile)
    .content.roads.filter(({ ramp }) => ramp !== true)
    .map(({ road, line }) => ({ road, line: line.map(([lat, lon]) => ({ lat, lon })) }));
}
