/** Reads a table of points: columns by their names, and days and clocks as loggers and spreadsheets write them. */
import { isDay } from '../base/day.ts';
import { HOUR_MS } from '../base/duration.ts';
import { formatOsloInstant, fromOsloWallClock } from '../base/oslo-time.ts';
import { demandNamedTimes, MOST_HEARD } from './demand-named-times.ts';
import { NAMES, type Points, refuse, toDegrees } from './written-point.ts';

/** The names of two columns that have a moment together. */
const DAY_AND_CLOCK = {
  day: ['dato', 'date', 'dag', 'day'],
  clock: ['klokkeslett', 'klokken', 'klokke', 'kl', 'tid', 'time', 'clock'],
};

/** The most characters of a line of CSV. */
const MOST_LINE_CHARS = 4000;

/**
 * Finds columns by their names. A `;` or a tab parts the cells if the header has one. A comma within a cell is decimal.
 */
export function* readCsv(text: string): Points {
  const lines = linesOf(text);
  const first: string = lines.next().value ?? '';
  // Excel is told of its separator by a line of its own.
  const isTold = /^"?sep=/i.test(first);
  const header = isTold ? (lines.next().value ?? '') : first;
  const separator = [';', '\t'].find((one) => header.includes(one)) ?? ',';
  const cellsOf = (line: string) =>
    splitCells(line, separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cellsOf(header);
  const [lat, lon] = [findColumn(names, NAMES.lat), findColumn(names, NAMES.lon)];
  if (lat === -1 || lon === -1)
    return refuse('is no GPX, GeoJSON or JSON, and no CSV with columns lat and lon');
  const timeOf = openTimes(
    names,
    firstOf(text, MOST_HEARD)
      .slice(isTold ? 2 : 1)
      .map(cellsOf),
    function* () {
      let skipped = 0;
      for (const line of linesOf(text)) if (++skipped > (isTold ? 2 : 1)) yield cellsOf(line);
    },
  );
  const toPoint = (cell: string | undefined) => toDegrees(cell?.replace(',', '.'));
  let no = isTold ? 2 : 1;
  for (const line of lines) {
    no += 1;
    const cells = cellsOf(line);
    yield cells.every((cell) => cell === '')
      ? undefined
      : {
          name: `line ${no}`,
          lat: toPoint(cells[lat]),
          lon: toPoint(cells[lon]),
          time: timeOf(cells),
        };
  }
}

/**
 * The cells of a line. What parts them may stand in quotes within a cell. A quote without another is a character. Lines
 * are split one by one: csv-parse would hold the thread for the whole of a large file.
 */
function splitCells(line: string, separator: string): string[] {
  const parts = line.split('"');
  if (parts.length % 2 === 0) return line.split(separator);
  // No line has a line break of its own.
  const mark = (part: string, i: number) => (i % 2 ? part : part.replaceAll(separator, '\n'));
  return parts.map(mark).join('"').split('\n');
}

const findColumn = (names: readonly string[], known: readonly string[]): number =>
  names.findIndex((name) => known.includes(name.toLowerCase()));

function firstOf(text: string, most: number): string[] {
  const some: string[] = [];
  for (const line of linesOf(text)) if (some.push(line) === most) break;
  return some;
}

/**
 * Finds the moment of a line.
 *
 * @param heard the first lines behind the header, whatever they are.
 * @param listAll all lines behind it.
 */
function openTimes(
  names: readonly string[],
  heard: readonly (readonly string[])[],
  listAll: () => Iterable<readonly string[]>,
): (cells: readonly string[]) => unknown {
  const [day, clock] = [
    findColumn(names, DAY_AND_CLOCK.day),
    findColumn(names, DAY_AND_CLOCK.clock),
  ];
  const at = findColumn(names, NAMES.at);
  demandTimesIn(day !== -1 && clock !== -1 ? [day, clock] : [at], names, heard);
  if (day !== -1 && clock !== -1) {
    const partsOf = (cells: readonly string[]) => [cells[day], cells[clock]];
    const toInstant = openWallClock(heard.map(partsOf), beginsLater(listAll(), partsOf));
    return (cells) => toInstant(cells[day], cells[clock]);
  }
  if (at !== -1) {
    const zone = names[at]?.toLowerCase() === 'utc' ? 'Z' : '';
    const partsOf = (cells: readonly string[]) => {
      const [, date, time = ''] = NORWEGIAN.exec(cells[at] ?? '') ?? [];
      return date === undefined ? [] : [date, HAS_ZONE.test(time) ? time : `${time}${zone}`];
    };
    const toInstant = openWallClock(heard.map(partsOf), beginsLater(listAll(), partsOf));
    return (cells) => {
      const [date, time] = partsOf(cells);
      return date === undefined ? cells[at] : toInstant(date, time);
    };
  }
  return () => undefined;
}

/** No other column may hold times where those of `known` names are empty. */
function demandTimesIn(
  known: readonly number[],
  names: readonly string[],
  heard: readonly (readonly string[])[],
): void {
  if (heard.some((cells) => known.some((i) => cells[i]))) return;
  const count = Math.max(names.length, ...heard.map((cells) => cells.length));
  const columns = Array.from({ length: count }, (_, i) => ({
    name: names[i] ?? '',
    values: heard.map((cells) => cells[i]),
  }));
  demandNamedTimes(
    columns.filter((_, i) => !known.includes(i)),
    'call their column at, or those of a day and a clock dato and klokkeslett',
  );
}

/** A day and a clock in one cell, as Excel writes them in Norway. */
const NORWEGIAN = /^(\d\d?\.\d\d?\.\d{4}),? +(\d\S{3,30})$/;

const HAS_ZONE = /(?:Z|[+-]\d\d:\d\d)$/;
const CLOCK = /^(\d\d?)[:.](\d\d)(?:[:.](\d\d)(?:[.,]\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

type DayAndClock = readonly (string | undefined)[];

/**
 * Reads a day, `2026-11-20` or `20.11.2026`, and a clock, which is Norwegian where no offset stands behind it. In the
 * hour that autumn has twice, a clock that runs back is in the second hour. In a table that begins with its newest line
 * the second hour comes first, and ends where the clock leaps ahead.
 *
 * @param isLater the table begins in the second hour.
 */
function openWallClock(
  heard: readonly DayAndClock[],
  isLater: boolean,
): (...written: DayAndClock) => unknown {
  const isNewestFirst = runsBack(heard);
  let beforeMs = isNewestFirst || isLater ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return (day = '', clock = '') => {
    if (day === '' && clock === '') return undefined;
    const read = readClock(day, clock);
    if (read === undefined) return UNREADABLE;
    const { minute, second, offset } = read;
    if (offset !== undefined) return `${minute}:${second}${offset}`;
    const firstMs = fromOsloWallClock(minute);
    const laterMs = firstMs + HOUR_MS;
    const isLater = isNewestFirst ? laterMs <= beforeMs : firstMs < beforeMs;
    const isAgain = isLater && formatOsloInstant(laterMs).startsWith(minute);
    beforeMs = isAgain ? laterMs : firstMs;
    return formatOsloInstant(beforeMs).replace(':00+', `:${second}+`);
  };
}

/**
 * Does a table begin in the second hour of those that autumn has twice? It does if its clock never runs back in the hour
 * and goes on behind it without a gap: from the first hour an hour would be missing. Without a gap is by no longer step
 * than the table has in the hour.
 */
function beginsLater(
  lines: Iterable<readonly string[]>,
  partsOf: (cells: readonly string[]) => DayAndClock,
): boolean {
  let [beforeMs, longestMs] = [Number.NaN, 0];
  for (const cells of lines) {
    const [day = '', clock = ''] = partsOf(cells);
    const { minute, second, offset } = readClock(day, clock) ?? {};
    if (minute === undefined || offset !== undefined) return false;
    const firstMs = fromOsloWallClock(minute) + 1000 * Number(second);
    const stepMs = firstMs - beforeMs;
    if (!formatOsloInstant(firstMs + HOUR_MS).startsWith(minute))
      return stepMs >= HOUR_MS && stepMs - HOUR_MS <= longestMs;
    if (stepMs < 0) return false;
    longestMs = Math.max(longestMs, stepMs || 0);
    beforeMs = firstMs;
  }
  return false;
}

/**
 * Does the first clock that differs from that of the first line run back, by less than half an hour? A clock that is put
 * back in autumn runs back by more, unless the table has a gap there. Own choice.
 */
function runsBack(heard: readonly DayAndClock[]): boolean {
  const clocks = heard.flatMap(([day = '', clock = '']) => {
    const { minute } = readClock(day, clock) ?? {};
    return minute === undefined ? [] : fromOsloWallClock(minute);
  });
  const [first = 0] = clocks;
  const other = clocks.find((ms) => ms !== first) ?? first;
  return other < first && other > first - HOUR_MS / 2;
}

function readClock(day: string, clock: string) {
  if (day.length > 20 || clock.length > 40) return undefined;
  const [, d = '', m = '', y] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(day) ?? [];
  const date = y === undefined ? day : `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  const [, h = '', min = '', second = '00', offset] = CLOCK.exec(clock) ?? [];
  if (!isDay(date) || h === '' || Number(h) > 23 || Number(min) > 59) return undefined;
  return { minute: `${date}T${h.padStart(2, '0')}:${min}`, second, offset };
}

const UNREADABLE = 'no time';

function* linesOf(text: string): Generator<string, undefined> {
  for (let [start, no] = [0, 1]; start < text.length; no++) {
    const at = text.indexOf('\n', start);
    const end = at === -1 ? text.length : at;
    if (end - start > MOST_LINE_CHARS)
      refuse(
        `has more than ${MOST_LINE_CHARS} characters in line ${no}, and is no GPX, GeoJSON or JSON`,
      );
    yield text.slice(start, end);
    start = end + 1;
  }
}
