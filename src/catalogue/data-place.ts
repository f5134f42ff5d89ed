import { join } from 'node:path';

/** The files that the road database renews; all others come with the project. */
export const RENEWED_FILES = [
  'toll-stations.json',
  'ferry-quays.json',
  'speed-cameras.json',
] as const;

/**
 * Where the facts are: a folder that holds them all, or the bundled folder and beside it one with
 * the renewed files.
 */
export type DataPlace = string | { readonly bundled: string; readonly renewed: string };

/** The folder of all that is never renewed. */
export const bundledOf = (place: DataPlace): string =>
  typeof place === 'string' ? place : place.bundled;

/** Path of a file of facts, such as `toll-stations.json`. */
export function pathOf(place: DataPlace, file: string): string {
  if (typeof place === 'string') return join(place, file);
  const isRenewed = RENEWED_FILES.some((name) => name === file);
  return join(isRenewed ? place.renewed : place.bundled, file);
}
