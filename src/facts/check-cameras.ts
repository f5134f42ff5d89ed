import { CamerasFile } from './camera-schema.ts';
import { checkCount, checkOnce } from './check-records.ts';
import { type DataPlace, pathOf } from './data-place.ts';
import { readChecked } from './read-checked.ts';

const FILE = 'speed-cameras.json';

/**
 * Checks `speed-cameras.json`, which is published as it is.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export function checkCameras(place: DataPlace): void {
  const { meta, cameras } = readChecked(pathOf(place, FILE), CamerasFile).content;
  checkCount(FILE, meta, { cameras });
  checkOnce(
    FILE,
    'the id',
    cameras.map(({ id }) => id),
  );
}
