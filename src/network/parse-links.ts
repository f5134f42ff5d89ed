import { parseLink, type RoadLink } from './link.ts';

/** The links of `links.ndjson`. @throws Error that names the line that is wrong. */
export const parseLinks = (text: string): RoadLink[] =>
  text
    .trimEnd()
    .split('\n')
    .map((row, i) => parseLink(row, `links.ndjson line ${i + 1}`));
