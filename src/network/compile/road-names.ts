import type { RoadCategory, RoadLink } from '../link.ts';

/** Category and number of a road. */
export type RoadName = Required<Pick<RoadLink, 'category' | 'number'>>;

/**
 * How Norwegian roads are written: `E 18`, and the number alone or with a prefix on all others; two
 * roads on one way stand with a semicolon.
 *
 * Source: wiki.openstreetmap.org/wiki/No:Map_Features, "Vegnummer"; wiki.openstreetmap.org/wiki/Key:ref.
 */
const REF = /^(?<prefix>E|Rv|R|Fv|F|Kv|K|Pv|P)?[.\s]*(?<number>\d{1,5})$/i;

/**
 * The names that a road answers to, whose numbers stand with semicolons; `[]` where it has none. National and county roads share
 * their numbers and change places, so that a number without E stands for both.
 */
export function listRoadNames(refs: string): RoadName[] {
  const names = refs.split(';').flatMap((text) => {
    const { prefix = '', number = '' } = REF.exec(text.trim())?.groups ?? {};
    return number === '' ? [] : toNames(prefix, Number(number));
  });
  return [...new Map(names.map((name) => [`${name.category}${name.number}`, name])).values()];
}

function toNames(prefix: string, number: number): RoadName[] {
  if (number === 0) return [];
  const letter = prefix.slice(0, 1).toUpperCase();
  const categories: readonly RoadCategory[] =
    letter === 'E' || letter === 'K' || letter === 'P' ? [letter] : ['R', 'F'];
  return categories.map((category) => ({ category, number }));
}
