import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadAuditNetwork } from '../../measure/audit/network.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), 'utf8');

test.each([
  'stations',
  'rings',
  'parallel',
  'ferries',
  'cities',
  'projects',
  'seasons',
  'stops',
  'lengths',
  'stretches',
  'preliminary',
  'bounds',
])('docs/accuracy.md has the figures of %s between its markers', (name) => {
  expect(sectionOf(name)).toMatch(/\| --: \||\| --- \|/);
});

/** What stands between the markers of an audit. */
const sectionOf = (name: string) =>
  page.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0] ?? '';
/** The numbers of the first row of a section that begins with some cells. */
const numbersOf = (name: string, begin: string): number[] => {
  const row =
    sectionOf(name)
      .split('\n')
      .find((line) => line.startsWith(`| ${begin} |`)) ?? '';
  return row
    .slice(begin.length + 4)
    .split('|')
    .map((cell) => Number(cell.trim().split(' ')[0]))
    .filter((value) => !Number.isNaN(value));
};
/** The last figure of a row at the top of the page. */
const headline = (begin: string): number => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${begin}`)) ?? '';
  return Number(row.split('|').at(-2)?.trim().split(' ')[0]);
};

test('the figures at the top of docs/accuracy.md are those of its tables', () => {
  const [, , legs, right = 0, otherWay = 0, wrong = 0] = numbersOf('ferries', 'all');
  expect(headline(`legs of ferry connections that come out right, of ${legs}`)).toBe(
    right + otherWay,
  );
  expect(right + otherWay + wrong).toBe(legs);
  expect(page).toContain(`${right} of the ${legs} legs come out as one crossing`);
  const drives = Number(/(\d+) drives, 0 wrong\./.exec(sectionOf('parallel'))?.[1]);
  expect(headline('toll-free drives beside charged roads')).toBe(drives);
  const [records, placed, , rightBothWays] = numbersOf('stations', 'AutoPASS');
  expect(headline(`AutoPASS stations on the network, of ${records}`)).toBe(placed);
  expect(headline('placed stations of which both directions come out right')).toBeNaN();
  expect(rightBothWays).toBe(placed);
  const open = sectionOf('rings').match(/\| NO, /g) ?? [];
  expect(headline('city rings with a way in past the stations')).toBe(open.length);
});

test('docs/routing.md has the count of ways that winter changes', () => {
  const routing = readFileSync(join(import.meta.dirname, '../../docs/routing.md'), 'utf8');
  const changed = /(\d+ of \d+) pairs drive another way in winter/.exec(sectionOf('seasons'))?.[1];
  expect(routing).toContain(`(\`npm run audit seasons\`) | ${changed} |`);
});

test('docs/accuracy.md counts the stations as they are placed now', async () => {
  const { autopass, all, leftOut } = (await loadAuditNetwork()).placement;
  expect(page).toContain(`| AutoPASS | ${autopass.stations} | ${autopass.placed} |`);
  expect(page).toContain(`ferry payment too | ${all.stations} | ${all.placed} |`);
  expect(leftOut.missed).toBe(0);
});
