/** Turn restrictions on random towns, beside a search through all ways that knows nothing of links and copies. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { pointAt } from '../../../src/routing/network.ts';
import { compileMap, drawnMap } from '../../support/drawn-map.ts';
import type { OsmRelation } from '../../support/osm-file.ts';

/** One character is 1 km: blocks so large that the times of turns do not matter. */
const map = drawnMap(
  `
 a--b--c
 |  |  |
 d--e--f
 |  |  |
 g--h--i
`,
  1000,
);
const LETTERS = [...'abcdefghi'];
const WAYS = ['ab', 'bc', 'de', 'ef', 'gh', 'hi', 'ad', 'dg', 'be', 'eh', 'cf', 'fi'];
const NO_WAY_M = 1e9;
const between = (way: string): LatLon => {
  const [one, other] = map.line(way) as [LatLon, LatLon];
  return { lat: (one.lat + other.lat) / 2, lon: (one.lon + other.lon) / 2 };
};
const lengthM = (way: string) => flatDistanceM(...(map.line(way) as [LatLon, LatLon]));

/** A way as the letters that it passes: `abe` may not be followed by `d`, or by nothing else. */
interface Restriction {
  readonly after: string;
  readonly letter: string;
  readonly isOnly: boolean;
}
interface Town {
  /** The ways that are driven, in their directions. */
  readonly driven: ReadonlySet<string>;
  readonly restrictions: readonly Restriction[];
}

interface DrawnTown extends Town {
  /** The tags of the ways. */
  readonly oneWays: readonly string[];
}

const mayTurn = ({ driven, restrictions }: Town, way: string, letter: string): boolean =>
  driven.has(`${way.at(-1)}${letter}`) &&
  restrictions.every((one) => !way.endsWith(one.after) || (one.letter === letter) === one.isOnly);

/** The length of the shortest way from the middle of a road to that of another, without turning back. */
function shortestM(town: Town, from: string, to: string): number {
  const turned = (way: string) => [...way].toReversed().join('');
  const open = [from, turned(from)]
    .filter((way) => town.driven.has(way))
    .map((way) => ({ way, m: lengthM(way) / 2 }));
  const seen = new Set<string>();
  while (open.length > 0) {
    open.sort((a, b) => b.m - a.m);
    const { way, m } = open.pop() as (typeof open)[number];
    const last = way.slice(-2);
    if (way.length > 2 && [to, turned(to)].includes(last)) return m - lengthM(last) / 2;
    // No restriction looks farther back.
    if (seen.has(way.slice(-4))) continue;
    seen.add(way.slice(-4));
    for (const letter of LETTERS)
      if (letter !== way.at(-2) && mayTurn(town, way, letter))
        open.push({ way: way + letter, m: m + lengthM(way.slice(-1) + letter) });
  }
  return Number.POSITIVE_INFINITY;
}

/** Towns with one-way streets, and restrictions along two to four ways that follow each other. */
const drawnTown = fc
  .record({
    oneWays: fc.array(fc.constantFrom('no', 'no', 'no', 'yes', '-1'), {
      minLength: WAYS.length,
      maxLength: WAYS.length,
    }),
    walks: fc.array(
      fc.record({
        start: fc.constantFrom(...LETTERS),
        steps: fc.array(fc.nat(3), { minLength: 2, maxLength: 4 }),
        isOnly: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ oneWays, walks }): DrawnTown => {
    const driven = new Set(
      WAYS.flatMap(([a, b], i) => [
        ...(oneWays[i] === '-1' ? [] : [`${a}${b}`]),
        ...(oneWays[i] === 'yes' ? [] : [`${b}${a}`]),
      ]),
    );
    const restrictions = walks.flatMap(({ start, steps, isOnly }) => {
      const walk = steps.reduce((way, step) => {
        const next = LETTERS.filter(
          (letter) => letter !== way.at(-2) && driven.has(`${way.at(-1)}${letter}`),
        );
        return way + (next[step % Math.max(1, next.length)] ?? '');
      }, start);
      const letter = walk.at(-1);
      return walk.length < 3 || letter === undefined
        ? []
        : [{ after: walk.slice(0, -1), letter, isOnly }];
    });
    return { oneWays, driven, restrictions };
  });

async function openTown({ oneWays, restrictions }: DrawnTown) {
  const ways = WAYS.map((names, i) =>
    map.way(names, { highway: 'residential', oneway: oneWays[i] ?? 'no' }),
  );
  const idOf = (one = '', other = '') =>
    ways[WAYS.findIndex((way) => way.includes(one) && way.includes(other))]?.id ?? 0;
  const relations = restrictions.map(({ after, letter, isOnly }, i): OsmRelation => {
    const ids = [...after].map((one, at) => idOf(one, after[at + 1] ?? letter));
    const member = (id: number, role: string) => ({ type: 'way' as const, id, role });
    const via = ids.slice(1, -1).map((id) => member(id, 'via'));
    const node = { type: 'node' as const, id: map.idOf(after[1] ?? ''), role: 'via' };
    return {
      id: i + 1,
      tags: { type: 'restriction', restriction: isOnly ? 'only_left_turn' : 'no_left_turn' },
      members: [
        member(ids[0] ?? 0, 'from'),
        ...(via.length > 0 ? via : [node]),
        member(ids.at(-1) ?? 0, 'to'),
      ],
    };
  });
  const { drive: driveBetween, prepared } = await compileMap({ ...map.data(ways), relations });
  const { links } = prepared.network.graph;
  const letterAt = (at: LatLon) =>
    LETTERS.find((name) => flatDistanceM(map.at(name), at) < 1) ?? '';
  return (from: string, to: string) => {
    const drive = driveBetween([from, to].map(between));
    if (drive === undefined) return undefined;
    const passed = [...drive.points].flatMap((point) =>
      point === -1 ? [] : [letterAt(pointAt(links, point))],
    );
    const letters = passed.filter((letter, i) => letter !== passed[i - 1]);
    const ends = [from, to].map((way, i) => way.replace(letters.at(-i) ?? '', ''));
    return { way: `${ends[0]}${letters.join('')}${ends[1]}`, lengthM: drive.lengthM };
  };
}

test('every drive keeps them, and is the shortest that does', async () => {
  await fc.assert(
    fc.asyncProperty(
      drawnTown,
      fc.constantFrom(...WAYS),
      fc.constantFrom(...WAYS),
      async (town, from, to) => {
        fc.pre(from !== to);
        const driven = (await openTown(town))(from, to);
        const way = driven?.way ?? '';
        for (let i = 2; i < way.length; i++)
          if (way[i] !== way[i - 2])
            expect([way, i, mayTurn(town, way.slice(0, i), way[i] ?? '')]).toEqual([way, i, true]);
        const leastM = shortestM(town, from, to);
        // A vehicle turns back where no way leads on. The search does not, and may find a longer way or none.
        expect(driven?.lengthM ?? NO_WAY_M).toBeLessThan(leastM + 100);
      },
    ),
    { numRuns: 150 },
  );
});
