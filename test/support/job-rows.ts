import { DATA_DIR } from '../../src/service/machine.ts';
import { readEdited } from '../../tools/compile-data/check-data.ts';

/** Rows with a drive into Oslo each, except for the given rows in their places. */
export const jobRows = (count: number, instead: Readonly<Record<number, string>> = {}): string =>
  [
    'id,from,to,startTime',
    ...Array.from(
      { length: count },
      (_, i) =>
        instead[i + 1] ?? `${i + 1},"59.9125,10.6360","59.9139,10.7522",2026-11-20T08:00:00+01:00`,
    ),
    '',
  ].join('\n');

/** Forty towns inland, or with little sea around them. */
const TOWNS = new Set(
  `Kristiansand Sandnes Stavanger Halden Skien Fredrikstad Tønsberg Sarpsborg Haugesund Mysen Notodden Askim Kongsberg Ski
  Drammen Sandvika Oslo Lillestrøm Odda Jessheim Hønefoss Kongsvinger Bergen Hamar Gjøvik Elverum Lillehammer Førde Ålesund
  Åndalsnes Trondheim Stjørdal Levanger Verdal Steinkjer Mosjøen Fauske Narvik Tromsø Kirkenes`.split(
    /\s+/,
  ),
);

/** The centres of these towns from south to north. */
function readTowns() {
  const { towns } = readEdited(DATA_DIR, 'curated/town-centres.json');
  return towns.filter(({ name }) => TOWNS.has(name)).toSorted((a, b) => a.lat - b.lat);
}

/**
 * Drives of a year, a line at a time. A seed makes them the same in each run. Four fifths are within a town, the others
 * go to the next town.
 */
export function* drawnRows(count: number): Generator<string> {
  let seed = 20_261_123;
  const draw = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const towns = readTowns();
  // A point within some 1 100 m of the centre of a town, north or south and east or west.
  const near = (no: number) => {
    const { lat = 0, lon = 0 } = towns[Math.min(no, towns.length - 1)] ?? {};
    return `"${(lat + (draw() - 0.5) * 0.02).toFixed(5)},${(lon + (draw() - 0.5) * 0.04).toFixed(5)}"`;
  };
  const two = (value: number) => String(value).padStart(2, '0');
  yield 'id,from,to,startTime,fuel\n';
  for (let i = 1; i <= count; i++) {
    const at = Math.floor(draw() * towns.length);
    const to = draw() < 0.8 ? at : at + 1;
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(draw() * 320))).toISOString();
    const time = `${two(5 + Math.floor(draw() * 17))}:${two(Math.floor(draw() * 60))}`;
    const fuel = draw() < 0.5 ? 'electric' : 'diesel';
    yield `${i},${near(at)},${near(to)},${day.slice(0, 10)}T${time}:00+01:00,${fuel}\n`;
  }
}
