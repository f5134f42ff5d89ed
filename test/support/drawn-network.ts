import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { formatLink, type RoadLink } from '../../src/network/link.ts';
import type { StationToPlace } from '../../src/network/placement/place.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { writeManifest } from '../../tools/compile-data/check-data.ts';
import { drawn, metresAt } from './drawn.ts';
import { type AtEnd, tempHome } from './temp-home.ts';

/** A drawing laid out near 60 N, 10 E: points, lines, links and stations by their letters. */
export function drawnNetwork(art: string, cellM = 100) {
  const map = drawn(art, cellM);
  const metres = (name: string) => map.at(name) as [eastM: number, northM: number];
  const at = (name: string): LatLon => metresAt(...metres(name));
  const line = (names: string): LatLon[] => [...names].map(at);
  return {
    at,
    metres,
    line,
    /** A link named as `roadName` does, `E6` or `K`; `~` before it makes it a ferry. */
    link: (name: string, points: string, facts: Partial<RoadLink> = {}): RoadLink => {
      const [, sea, category, number] = /^(~?)([ERFKP])(\d*)$/.exec(name) ?? [];
      if (category === undefined) throw new Error(`Expected a road name: ${name}`);
      return {
        kind: sea === '~' ? 'ferry' : 'road',
        category: category as RoadLink['category'],
        ...(number === '' ? {} : { number: Number(number) }),
        line: line(points),
        ...facts,
      };
    },
    /** A station at the letter that is its id. */
    station: (id: string, road: string, facts: Partial<StationToPlace> = {}): StationToPlace => ({
      id,
      name: `Station ${id}`,
      project: 'town',
      kind: 'autopass',
      road,
      at: at(id),
      onRamp: false,
      charged: 'both',
      ...facts,
    }),
  };
}

/** A folder like `data/` with these links and the bundled settings, and an empty home beside it. */
export async function dataWith(links: readonly RoadLink[], atEnd: AtEnd = onTestFinished) {
  const root = tempHome(atEnd);
  const data = join(root, 'data');
  await mkdir(join(data, 'curated'), { recursive: true });
  for (const file of ['speeds.json', 'placing.json'])
    await cp(join(DATA_DIR, 'road-network', file), join(data, 'road-network', file));
  await writeFile(join(data, 'curated/station-places.json'), '{"places":[]}');
  await writeFile(join(data, 'road-network/links.ndjson'), `${links.map(formatLink).join('\n')}\n`);
  await writeFile(
    join(data, 'road-network/links-meta.json'),
    JSON.stringify({ meta: { counts: { links: links.length } } }),
  );
  writeManifest(data);
  return { data, home: join(root, 'home') };
}
