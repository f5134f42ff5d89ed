import Type from 'typebox';

/** What of `speed-cameras.json` is needed; the rest is published as it is. */
export const CamerasFile = Type.Object({
  meta: Type.Object({ date: Type.String() }),
  cameras: Type.Array(Type.Object({ id: Type.String(), lat: Type.Number(), lon: Type.Number() })),
});
