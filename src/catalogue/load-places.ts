import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { readChecked } from './read-checked.ts';

const PlacesFile = Type.Object({
  places: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1 }),
      kind: Type.String(),
      area: Type.Optional(Type.String()),
      lat: Type.Number(),
      lon: Type.Number(),
      rank: Type.Integer({ minimum: 1 }),
    }),
  ),
});

/**
 * The bundled places that a trip may begin or end at.
 *
 * @param data the folder of the facts.
 */
export function loadPlaces(data: string): Static<typeof PlacesFile>['places'] {
  return readChecked(join(data, 'places.json'), PlacesFile).content.places;
}
