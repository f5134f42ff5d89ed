/** A drive into Oslo for each row, and those given in their places. */
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

/** Towns from south to north, about which drives begin and end. */
const TOWNS = [
  [58.147, 7.996],
  [58.97, 5.733],
  [59.413, 5.268],
  [59.744, 10.205],
  [59.914, 10.752],
  [60.391, 5.322],
  [60.795, 11.068],
  [61.115, 10.466],
  [62.472, 6.155],
  [63.43, 10.395],
  [64.467, 11.495],
  [67.28, 14.405],
] as const;

/** Drives of a seeded year, most of them within a town and its neighbours, the same in each run: a line at a time. */
export function* drawnRows(count: number): Generator<string> {
  let seed = 20_261_123;
  const draw = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const near = ([lat, lon]: readonly [number, number]) =>
    `"${(lat + (draw() - 0.5) * 0.2).toFixed(5)},${(lon + (draw() - 0.5) * 0.4).toFixed(5)}"`;
  const two = (value: number) => String(value).padStart(2, '0');
  yield 'id,from,to,startTime,fuel\n';
  for (let i = 1; i <= count; i++) {
    const at = Math.floor(draw() * TOWNS.length);
    const to = draw() < 0.8 ? at : Math.min(TOWNS.length - 1, at + 1);
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(draw() * 320))).toISOString();
    const time = `${two(5 + Math.floor(draw() * 17))}:${two(Math.floor(draw() * 60))}`;
    const fuel = draw() < 0.5 ? 'electric' : 'diesel';
    yield `${i},${near(TOWNS[at] ?? TOWNS[0])},${near(TOWNS[to] ?? TOWNS[0])},${day.slice(0, 10)}T${time}:00+01:00,${fuel}\n`;
  }
}
