import { expect, test } from 'vitest';
import { buildSiteIndex, findSitePassages } from '../../src/passages/site-passage.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

/**
 * A road a-d with site 1 and beside it, 20 m off, its other carriageway h-e. A road crosses at the
 * site, k-l, and a street turns off 20 m before it, b-i. One character is 10 m.
 */
const map = drawnNetwork(
  `
         i       k
         |       |
  h------g-------f-------e
                 |
  a------b-------1-------c--------------------d
         |       |
         j       l                            2
`,
  10,
);

const limits = { nearM: 25, headingDeg: 75 };
const at = (id: string) => ({ stationId: id, at: map.at(id) });

const passedOn = (line: string, chargedBearingDeg: number | undefined) =>
  findSitePassages(
    map.line(line),
    buildSiteIndex([
      { ...at('1'), ...(chargedBearingDeg !== undefined && { chargedBearingDeg }) },
      at('2'),
    ]),
    limits,
  )
    .map(({ site, alongM }) => `${site.stationId}@${Math.round(alongM / 10) * 10}`)
    .join(' ');

test.each(
  table<'line' | 'charged' | 'passed' | 'because'>(`
    line     | charged | passed       | because
    ac       | 90      | 1@150        | the charged direction is driven
    ca       | 90      |              | the other direction is not charged
    ca       | 270     | 1@80         | unless it is the one
    hge      | 90      | 1@150        | a station stands beside either carriageway
    egh      | 90      |              | the other carriageway leads the other way
    kl       | 90      |              | a road that crosses does not pass
    lk       | 90      |              | either way
    ac       | 150     | 1@150        | a rough bearing is near enough
    ac       | 170     |              | one across the road is not
    a1l      | 90      |              | who turns off at the site does not pass it
    ab       | 90      |              | nor who turns off before it
    1c       | 90      |              | nor who starts there
    a1       | 90      |              | nor who ends there
    a1a      | 90      |              | nor who turns round there
    acac     | 90      | 1@150 1@610  | a second lap is a second pass
    abcegh   | 90      | 1@150        | out on one carriageway and back on the other is one pass
    hgeca    | 270     | 1@330        | whichever of them is nearer
    kl       | -       | 1@40         | without a known direction nearness decides
    ca       | -       | 1@80         | in either direction
    cd       | 90      | 2@210        | and so for a station that charges both
    d2       | 90      | 2@20         | also where one ends at it
    a        | 90      |              | one point goes nowhere
  `),
)('$line past a station charged towards $charged passes [$passed]: $because', (row) => {
  expect(passedOn(row.line, row.charged === '-' ? undefined : Number(row.charged))).toBe(
    row.passed,
  );
});

test('points that lie close together and at the same place do not hide the heading', () => {
  const [a, one, c] = map.line('a1c');
  if (a === undefined || one === undefined || c === undefined) throw new Error('Expected three.');
  const near = { lat: one.lat, lon: one.lon + 1e-6 };
  const line = [a, one, one, near, near, c];
  const index = buildSiteIndex([{ ...at('1'), chargedBearingDeg: 90 }]);
  expect(findSitePassages(line, index, limits)).toHaveLength(1);
  expect(findSitePassages(line.toReversed(), index, limits)).toEqual([]);
});

test('a passage says which site, where on which leg, and how far off', () => {
  const site = { ...at('1'), chargedBearingDeg: 90 };
  const [passage] = findSitePassages(map.line('hge'), buildSiteIndex([site]), limits);
  expect(passage).toMatchObject({ site, leg: 1 });
  expect(passage?.share).toBeCloseTo(0.5, 1);
  expect(passage?.offM).toBeCloseTo(20, 0);
});

test('without sites nothing is passed', () => {
  expect(findSitePassages(map.line('ac'), buildSiteIndex([]), limits)).toEqual([]);
});
