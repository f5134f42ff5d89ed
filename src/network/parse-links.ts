import { parseLink, type RoadLink } from './link.ts';

/**
 * The links of `links.ndjson`.
 *
 * @param count how many there must be: a file that was cut at the end of a line looks whole.
 * @throws Error that names the line that is wrong, or both counts.
 */
export function parseLinks(text: string, count: number): RoadLink[] {
  const links = text
    .trimEnd()
    .split('\n')
    .map((row, i) => parseLink(row, `links.ndjson line ${i + 1}`));
  if (links.length === count) return links;
  throw new Error(
    `links.ndjson has ${links.length} links and links-meta.json counts ${count}: one of them is not of the same compilation, or cut short.`,
  );
}
