import Type from 'typebox';
import { Day } from './day-schema.ts';
import { LatInNorway, LonInNorway } from './norway-box.ts';

const Text = Type.String({ minLength: 1 });
const TextOrNull = Type.Union([Text, Type.Null()]);

/** `speed-cameras.json`, which is published as it is. */
export const CamerasFile = Type.Object({
  meta: Type.Object({
    date: Day,
    note: Type.Optional(Text),
    counts: Type.Record(Type.String(), Type.Integer()),
  }),
  cameras: Type.Array(
    Type.Object({
      id: Type.String({ pattern: '^\\d+$' }),
      lat: LatInNorway,
      lon: LonInNorway,
      road: TextOrNull,
      name: TextOrNull,
      doubtful: Type.Optional(Text),
    }),
    { minItems: 1 },
  ),
});
