import { listRoadNames } from '../compile/road-names.ts';
import type { OsmTags } from '../osm-pbf.ts';

/**
 * The tags of a way without its toll, where our gates say it better; undefined where nothing
 * changes. The engine shuns `toll=yes` as it shuns a station, and the map marks whole roads so, in
 * both directions. On roads without number it is left: those are private, and no other source knows them.
 */
export function withoutToll(tags: OsmTags): OsmTags | undefined {
  const { toll, ...rest } = tags;
  if (toll === undefined || toll === 'no') return undefined;
  const isPublic = listRoadNames(tags).length > 0 || (tags.highway ?? '').endsWith('_link');
  return isPublic ? rest : undefined;
}
