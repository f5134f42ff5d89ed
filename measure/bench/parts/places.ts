/** The search for places during typing: the beginnings of names, and names with a wrong letter. */
import { atOnce } from '../../../src/base/steps.ts';
import { buildPlaceSearch } from '../../../src/places/place-search.ts';
import { quantile, timed } from '../../numbers.ts';
import { figures, type Table } from '../../page.ts';
import type { Bench } from '../bench.ts';
import { seeded } from '../measure.ts';

const QUESTIONS = 400;
/** The number of questions that are timed together: a single one is shorter than the resolution of processor time. */
const TIMES = 5;

/** The names of the list, drawn by seed, over the whole list. Processor time, so that other programs do not count. */
export async function benchPlaces({ facts: { places } }: Bench): Promise<Table> {
  const find = atOnce(buildPlaceSearch(places));
  const random = seeded(1);
  const names = Array.from(
    { length: QUESTIONS },
    () => places[Math.floor(random() * places.length)]?.name ?? '',
  ).filter((name) => name.length >= 5 && !/\d/.test(name));
  const wrongAt = (name: string) => 1 + Math.floor(random() * (name.length - 1));
  const typed: Readonly<Record<string, readonly string[]>> = {
    'its first letter': names.map((name) => name.slice(0, 1)),
    'its first three': names.map((name) => name.slice(0, 3)),
    'the whole name': names,
    'with a letter left out': names.map((name) => {
      const at = wrongAt(name);
      return name.slice(0, at) + name.slice(at + 1);
    }),
    'with a wrong letter': names.map((name) => {
      const at = wrongAt(name);
      return `${name.slice(0, at)}q${name.slice(at + 1)}`;
    }),
    'no name at all': names.map((name) => `xq${name}`),
  };
  for (const name of names) find(name);
  const rowOf = async (what: string, texts: readonly string[]) => {
    const ms: number[] = [];
    for (const text of texts) {
      const [, allMs] = await timed(() => {
        for (let time = 0; time < TIMES; time++) find(text);
      });
      ms.push(allMs / TIMES);
    }
    return [what, ...[0.5, 0.95, 1].map((share) => figures(quantile(ms, share)))];
  };
  const rows: string[][] = [];
  for (const [what, texts] of Object.entries(typed)) rows.push(await rowOf(what, texts));
  return {
    title: 'Places',
    about: `${names.length} names drawn from the ${places.length} of the list, in process; processor time of one search in ms.`,
    head: ['typed', 'median', '95 %', 'most'],
    rows,
  };
}
