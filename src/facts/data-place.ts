import { join } from 'node:path';

/** The files that the road database renews; all others come with the project. */
export const RENEWED_FILES = [
  'toll-stations.json',
  'ferry-quays.json',
  'speed-cameras.json',
] as const;

/**
 * Where the facts are: a folder that holds them all, or the bundled folder and beside it one with
 * the renewed files, and a file with rows of the operator.
 */
export type DataPlace =
  | string
  | {
      readonly bundled: string;
      /** Absent: nothing is renewed. */
      readonly renewed?: string;
      /** Path of a file that need not be there; absent: none is looked for. */
      readonly ownTariffs?: string;
    };

/** The folder of all that is never renewed. */
export const bundledOf = (place: DataPlace): string =>
  typeof place === 'string' ? place : place.bundled;

/** Path of a file of facts, such as `toll-stations.json`. */
export function pathOf(place: DataPlace, file: string): string {
  return join(folderOf(place, file), file);
}

/** The folder that a file of facts is in. */
export function folderOf(place: DataPlace, file: string): string {
  if (typeof place === 'string') return place;
  const isRenewed = RENEWED_FILES.some((name) => name === file);
  return (isRenewed ? place.renewed : undefined) ?? place.bundled;
}

/** Path of the rows of the operator; `undefined` where none are looked for. */
export const ownTariffsOf = (place: DataPlace): string | undefined =>
  typeof place === 'string' ? undefined : place.ownTariffs;
