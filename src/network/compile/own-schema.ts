/** The shapes of what a build of an own road network leaves behind. */
import Type from 'typebox';
import { strict, Text } from '../../facts/schema/values.ts';

/** `own.json`: the map that the road network in force is built from. */
export const OwnMapFile = strict({
  path: Text,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Absent: a map of OpenStreetMap. */
  form: Type.Optional(Type.Literal('ruteplan')),
  /** When the publisher says that it was made; absent: not known. */
  edition: Type.Optional(Text),
});

/** `placement.json`, which a build writes beside the network; see `Placement`. */
export const PlacementFile = strict({
  placed: Type.Array(
    strict({
      id: Text,
      link: Type.Integer({ minimum: 0 }),
      alongM: Type.Number(),
      offM: Type.Number(),
      forward: Type.Boolean(),
      backward: Type.Boolean(),
      by: Type.Enum([
        'link-position',
        'road-number',
        'ramp',
        'street-nearby',
        'nearest-road',
        'gantry',
        'override',
      ]),
    }),
  ),
  unplaced: Type.Array(strict({ id: Text, why: Text, roadInNetwork: Type.Boolean() })),
});
