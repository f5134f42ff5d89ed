import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { checkCount, checkOnce } from './check-records.ts';
import { LatInNorway, LonInNorway } from './norway-box.ts';
import { readChecked } from './read-checked.ts';

const Text = Type.String({ minLength: 1 });

const PlacesFile = Type.Object({
  meta: Type.Object({ counts: Type.Record(Type.String(), Type.Integer()) }),
  places: Type.Array(
    Type.Object({
      name: Text,
      kind: Text,
      area: Type.Optional(Text),
      lat: LatInNorway,
      lon: LonInNorway,
      rank: Type.Integer({ minimum: 1, maximum: 5 }),
    }),
    { minItems: 1 },
  ),
});

const FILE = 'places.json';

/**
 * The bundled places that a trip may begin or end at.
 *
 * @param data the folder of the facts.
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export function loadPlaces(data: string): Static<typeof PlacesFile>['places'] {
  const { meta, places } = readChecked(join(data, FILE), PlacesFile).content;
  checkCount(FILE, meta, { places });
  checkOnce(
    FILE,
    'the place',
    places.map(({ name, kind, area, lat, lon }) => `${name} (${kind}, ${area}) at ${lat},${lon}`),
  );
  return places;
}
