/**
 * The pieces of all links, in a static R-tree (V. Agafonkin, flatbush) in millionths of a degree: each lies between two
 * points of a link, and is named by the first.
 */
import Flatbush from 'flatbush';
import { memoize } from '../base/memoize.ts';
import type { LinkTable } from './graph.ts';
import { firstFrom } from './rows.ts';

/** Names the form of the index: a later version of Flatbush may not read the index of today's. */
export const nameIndexForm = (): string => {
  const [magic, versionAndType] = new Uint8Array(new Flatbush(1, 16, Int32Array).data);
  return `${magic}.${versionAndType}`;
};

/** This many pieces of a link in a row share one box in the index. */
const RUN = 8;

/** The index over the pieces of the links, which can be kept in a file; a piece is named by its first point. */
export function indexPieces(links: LinkTable): Uint8Array {
  const runs = listRuns(links);
  if (runs.length === 0) return new Uint8Array();
  const tree = new Flatbush(runs.length, 16, Int32Array);
  for (const first of runs) {
    let [west, south, east, north] = [1e9, 1e9, -1e9, -1e9];
    for (let point = first; point <= endOfRun(links, first); point++) {
      const [lat, lon] = [links.points[2 * point] as number, links.points[2 * point + 1] as number];
      [west, east] = [Math.min(west, lon), Math.max(east, lon)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
    tree.add(west, south, east, north);
  }
  tree.finish();
  return new Uint8Array(tree.data);
}

/** The first points of runs of pieces. */
export const listRuns = memoize(({ from, firstPoint }: LinkTable): Int32Array => {
  const begin = (link: number) => firstPoint[link] as number;
  let count = 0;
  for (let link = 0; link < from.length; link++)
    count += Math.ceil((begin(link + 1) - begin(link) - 1) / RUN);
  const runs = new Int32Array(count);
  let run = 0;
  for (let link = 0; link < from.length; link++)
    for (let point = begin(link); point + 1 < begin(link + 1); point += RUN) runs[run++] = point;
  return runs;
});

/** The last point of a run. */
export const endOfRun = (
  links: LinkTable,
  first: number,
  link: number = linkAt(links, first),
): number => Math.min(first + RUN, (links.firstPoint[link + 1] as number) - 1);

/** The link that a point belongs to. */
export const linkAt = ({ firstPoint }: LinkTable, point: number): number =>
  firstFrom(firstPoint, point + 1) - 1;
