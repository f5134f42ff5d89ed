/** Decisions by hand: what no record may lack, and what none may say. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { memoizeKeys } from '../../src/base/memoize.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { ALL_FILES, type FileName } from '../../tools/compile-data/all-files.ts';
import { readEdited } from '../../tools/compile-data/check-data.ts';
import { tempHome } from '../support/temp-home.ts';

type Path = readonly (string | number)[];

type CuratedName = Extract<FileName, `curated/${string}`>;

const FILES = Object.keys(ALL_FILES).filter((name): name is CuratedName =>
  name.startsWith('curated/'),
);

const contentOf = memoizeKeys((file: CuratedName): unknown =>
  JSON.parse(readFileSync(join(DATA_DIR, file), 'utf8')),
);

let data = '';
beforeEach(async () => {
  data = tempHome();
  mkdirSync(join(data, 'curated'));
});

/** What is said of a file with this content; `undefined` when nothing is. */
function problemOf(file: CuratedName, content: unknown): string | undefined {
  writeFileSync(join(data, file), JSON.stringify(content));
  try {
    readEdited(data, file);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Every value in a file, one of those that have the same place in different records. */
function listValues(file: CuratedName): { path: Path; value: unknown }[] {
  const found = new Map<string, { path: Path; value: unknown }>();
  const walk = (value: unknown, path: Path) => {
    const pattern = path.map((step) => (typeof step === 'number' ? '*' : step)).join('/');
    if (!found.has(pattern) || value === null) found.set(pattern, { path, value });
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value))
      walk(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(contentOf(file), []);
  return [...found.values()];
}

/** The content with something else at a place; `undefined` takes it away. */
function withAt(content: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const inner = withAt((content as Record<string | number, unknown>)[step], rest, value);
  return Array.isArray(content)
    ? content.map((one, i) => (i === step ? inner : one))
    : { ...(content as object), [step]: inner };
}

/** The places of a file whose damage nobody notices. */
const unnoticed = (file: CuratedName, places: readonly { path: Path; value: unknown }[]) =>
  places.flatMap(({ path, value }) => {
    const problem = problemOf(file, withAt(contentOf(file), path, value));
    return problem?.startsWith(basename(file)) && !problem.includes('\n') ? [] : [path.join('/')];
  });

const nameOf = (path: Path) => String(path.findLast((step) => typeof step === 'string'));

describe.each(FILES)('%s is refused', (file) => {
  const values = listValues(file);

  test('with a reason or a source that is missing or blank', () => {
    const reasons = values.filter(({ path }) =>
      /^(?:why|reason|source|about|what|\w+Why)$/.test(nameOf(path)),
    );
    expect(reasons.length).toBeGreaterThan(0);
    const damaged = reasons.flatMap(({ path }) =>
      [undefined, '', ' '].map((value) => ({ path, value })),
    );
    expect(unnoticed(file, damaged)).toEqual([]);
  });

  test('with a member that no record has', () => {
    const records = values.filter(
      ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    );
    const damaged = records.map(({ path, value }) => ({
      path,
      value: { ...(value as object), wy: 'mistyped' },
    }));
    expect(unnoticed(file, damaged)).toEqual([]);
  });

  test('with plain numbers, or none, in the place of a list or a record', () => {
    const held = values.filter(({ value }) => typeof value === 'object' && value !== null);
    const damaged = held.flatMap(({ path }) =>
      [[1, 2, 3], [[]], 1, {}].map((value) => ({ path, value })),
    );
    expect(unnoticed(file, damaged)).toEqual([]);
  });

  test('with a value of another kind, and a number that cannot be', () => {
    const damaged = values.flatMap(({ path, value }) => {
      if (typeof value === 'number')
        return [-1e6, 1e6, String(value)].map((other) => ({ path, value: other }));
      return typeof value === 'string' || typeof value === 'boolean' ? [{ path, value: 7 }] : [];
    });
    expect(unnoticed(file, damaged)).toEqual([]);
  });

  test('with a day that is none, or of another age', () => {
    const days = values.filter(
      ({ path, value }) =>
        /^(?:date|day|from|until|previousFrom)$/.test(nameOf(path)) &&
        /^\d{4}-/.test(String(value)),
    );
    expect(days.map(({ path }) => path.join('/'))).toContain('meta/date');
    const damaged = days.flatMap(({ path }) =>
      ['2026-02-30', '2026-13-01', '9999-99-99', '1926-11-20', '2126-11-20', '20.11.2026'].map(
        (value) => ({ path, value }),
      ),
    );
    expect(unnoticed(file, damaged)).toEqual([]);
  });
});

/** Records that a schema of each member alone would let pass. */
const CONTRADICTIONS: readonly (readonly [
  what: string,
  file: CuratedName,
  path: Path,
  change: (value: never) => unknown,
  line: string,
])[] = [
  [
    'a station that is decided on twice',
    'curated/toll-stations-directions.json',
    ['directions'],
    (rows: readonly object[]) => [...rows, rows[0]],
    'directions: must not have the same id twice',
  ],
  [
    'a place that is decided on twice',
    'curated/station-places.json',
    ['places'],
    (rows: readonly object[]) => [...rows, rows[0]],
    'places: must not have the same id twice',
  ],
  [
    'a passage key that two rows give',
    'curated/toll-stations-keys.json',
    ['keys'],
    (rows: readonly object[]) => [...rows, rows[0]],
    'keys: must not have the same key twice',
  ],
  [
    'a quay that lands twice',
    'curated/road-network.json',
    ['landings'],
    (rows: readonly object[]) => [...rows, rows[0]],
    'landings: must not have the same quay twice',
  ],
  [
    'one way without a direction',
    'curated/toll-stations-directions.json',
    ['directions', 1],
    (row: object) => ({ ...row, towardsDeg: undefined }),
    'must have a direction when it is charged one way, and only then',
  ],
  [
    'both ways with a direction',
    'curated/toll-stations-directions.json',
    ['directions', 0],
    (row: object) => ({ ...row, towardsDeg: 90 }),
    'must have a direction when it is charged one way, and only then',
  ],
  [
    'a ring without an inside',
    'curated/toll-stations-rings.json',
    ['rings', 0],
    (row: object) => ({ ...row, inside: undefined }),
    'must have either places inside or a direction',
  ],
  [
    'a ring with an inside and a direction',
    'curated/toll-stations-rings.json',
    ['rings', 0],
    (row: object) => ({ ...row, towardsDeg: 90 }),
    'must have either places inside or a direction',
  ],
  [
    'fares that end before they begin',
    'curated/ferries.json',
    ['fareDates', 0],
    (row: object) => ({ ...row, from: '2023-01-02' }),
    'must begin before it ends',
  ],
  [
    'a zone table of no day',
    'curated/ferries.json',
    ['zonePeriods', 0],
    (row: { from: string }) => ({ ...row, until: row.from }),
    'must begin before it ends',
  ],
  [
    'a ferry class that there is not',
    'curated/ferries.json',
    ['zeroEmission', 1, 'classes'],
    () => ['AP10'],
    'zeroEmission 1 classes',
  ],
  [
    'a town with its numbers exchanged',
    'curated/town-centres.json',
    ['towns', 0],
    ({ lat, lon }: { lat: number; lon: number }) => ({ name: 'Oslo', lat: lon, lon: lat }),
    'towns 0 (Oslo) lat',
  ],
  [
    'a drawn road with its numbers exchanged',
    'curated/added-roads.json',
    ['roads', 0, 'line', 0],
    ([lat, lon]: readonly number[]) => [lon, lat],
    'roads 0 (Fritjof Nansens vei) line 0 0',
  ],
  [
    'a direction of 360 degrees',
    'curated/toll-stations-rings.json',
    ['rings', 3, 'towardsDeg'],
    () => 360,
    'towardsDeg',
  ],
];

test.each(CONTRADICTIONS)('%s is refused', (_what, file, path, change, line) => {
  const content = contentOf(file);
  const value = path.reduce<unknown>(
    (at, step) => (at as Record<string | number, unknown>)[step],
    content,
  );
  const problem = problemOf(file, withAt(content, path, change(value as never)));
  expect(problem).toMatch(/^[^\n]+$/);
  expect(problem).toContain(basename(file));
  expect(problem).toContain(line);
});

test.each(FILES)('%s is read as it is', (file) => {
  expect(problemOf(file, contentOf(file))).toBeUndefined();
});
