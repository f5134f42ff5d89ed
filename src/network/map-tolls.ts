/** The tolls of a map of one's own that no station takes, as sections of road. Their names are kept in their ids. */
import { pointAt, type RoadNetwork } from '../routing/network.ts';
import { isUnknownToll, type RoadSection } from '../trip/road-section.ts';

const ID = /^osm (?<way>-?\d+) (?<name>.*)$/s;

/** The id of the section. @param name of the road; '' where it has none. */
export const nameMapToll = (wayId: number, name: string): string => `osm ${wayId} ${name}`;

/** @param sections the known ones: a road whose toll is one of them needs no other. */
export function listMapTolls(
  { sections: { first, section, ids }, graph: { links } }: RoadNetwork,
  sections: readonly RoadSection[],
): RoadSection[] {
  const known = new Set(sections.filter(isUnknownToll).map(({ id }) => id));
  const placeOf = new Map<number, number>();
  const told = new Set<number>();
  for (let link = 0; link < first.length - 1; link++) {
    if (first[link] === first[link + 1]) continue;
    const own = [...section.subarray(first[link], first[link + 1])];
    const isKnown = own.some((one) => known.has(ids[one] as string));
    for (const one of own) {
      placeOf.set(one, links.firstPoint[link] as number);
      if (isKnown) told.add(one);
    }
  }
  return ids.flatMap((id, one) => {
    const { way, name } = ID.exec(id)?.groups ?? {};
    const point = placeOf.get(one);
    if (way === undefined || point === undefined || told.has(one)) return [];
    const at = pointAt(links, point);
    return {
      id,
      name: `${name || 'A road'} (way ${way} of the map)`,
      line: 'road',
      ends: [at, at],
      rule: { kind: 'map-toll' },
    } satisfies RoadSection;
  });
}
