import { describe, expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import { distancesAlongM } from '../../src/geo/on-line.ts';
import type { PlannedRoute } from '../../src/passages/planned-route.ts';
import {
  buildSiteFinder,
  buildSiteIndex,
  findSitePassages,
  type NamedSite,
} from '../../src/passages/site-finder.ts';
import { SITE_LIMITS } from '../../src/trip/settings.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';
import { lineOf, routeOf } from '../support/trip-scene.ts';

const site = (stationId: string, chargedBearingDeg?: number) => ({
  stationId,
  at: lineOf(stationId)[0] as LatLon,
  positions: [],
  ...(chargedBearingDeg !== undefined && { chargedBearingDeg }),
});

/** The line runs east; station 3 charges the way west. */
const finder = buildSiteFinder([site('1'), site('2', 90), site('3', 270)], SITE_LIMITS);

test('the stations of the driven direction are passed, each at its distance and time', () => {
  const passages = finder.findByGeometry(routeOf('abcde'));
  expect(passages.map(({ stationId }) => stationId)).toEqual(['1', '2']);
  expect(passages[0]?.alongM).toBeCloseTo(400, 0);
  expect(passages[0]?.atS).toBeCloseTo(40, 0);
  expect(passages[1]?.atS).toBeCloseTo(120, 0);
});

test('the other way the others are', () => {
  const back = finder.findByGeometry(routeOf('edcba'));
  expect(back.map(({ stationId }) => stationId)).toEqual(['3', '1']);
});

test('there is no better match than this one', () => {
  const route = routeOf('abcde');
  expect(finder.findExact(route)).toEqual(finder.findByGeometry(route));
});

/** Metres in degrees of latitude. */
const north = (m: number) => m / 111_195;
const AT: LatLon = { lat: 63.4, lon: 10.4 };

/**
 * A road that runs east past the station at so many metres; what it is called up to 15 m before the station, at the
 * station, and from 15 m after it on. `-` stands for a road without a name.
 */
function drivePast(offM: number, roads: readonly [string, string, string]): PlannedRoute {
  const m = 1 / (111_195 * Math.cos((AT.lat * Math.PI) / 180));
  const line = [-500, -15, 15, 500].map((eastM) => ({
    lat: AT.lat + north(offM),
    lon: AT.lon + eastM * m,
  }));
  const alongM = distancesAlongM(line);
  return {
    id: '1',
    line,
    secondsAt: alongM.map((along) => along / 20),
    lengthM: 1000,
    durationS: 50,
    ferries: [],
    stops: [],
    roads: roads.map((text, i) => {
      const [numbers = '', name = ''] = text === '-' ? [] : text.split('/');
      return {
        toIndex: i + 1,
        numbers: numbers === '' ? [] : numbers.split(';'),
        ...(name !== '' && { name }),
      };
    }),
  };
}

const verdictOf = (station: Partial<NamedSite>, route: PlannedRoute) => {
  const [passage, ...more] = buildSiteFinder(
    [{ stationId: '7', at: AT, ...station }],
    SITE_LIMITS,
  ).findByGeometry(route);
  expect(more).toEqual([]);
  if (passage === undefined) return 'no';
  return passage.isDoubted ? 'doubt' : 'yes';
};

describe('what the roads are called', () => {
  test.each(
    table<'station' | 'off' | 'before' | 'here' | 'after' | 'is' | 'because'>(`
      station        | off | before       | here         | after        | is    | because
      E6 Klett       | 2   | E 6          | E 6          | E 6          | yes   | the road of the station
      E6 Klett       | 22  | E 6          | E 6          | E 6          | yes   | the other carriageway of it
      E6 Klett       | 22  | E6;E39       | E 39;E 6     | E 6          | yes   | two roads that run together
      E6 Klett       | 12  | 6            | 6            | 6            | no    | road 6 is no European road
      R150 Ullevål   | 22  | 150          | Rv 150       | Rv150        | yes   | national roads are written without a letter, too
      F509 Sola      | 22  | Fv509        | 509          | fv. 509      | yes   | so are county roads
      F509 Sola      | 12  | 510          | 510          | 510          | no    | another county road beside it
      E6 Klett       | 3   | 6680         | 6680         | 6680         | doubt | another number, but it touches
      K1 Tempeveien  | 17  | E 6          | E 6          | E 6          | no    | a European road beside the street of the station
      K1 Tempeveien  | 20  | /Tempevegen  | /Tempevegen  | /Tempevegen  | yes   | the street of the station, spelt otherwise
      K1 Tempeveien  | 17  | /Sluppenveien | /Sluppenveien | /Sluppenveien | doubt | stations have names of their own, too
      K1 Tempeveien  | 2   | /Sluppenveien | /Sluppenveien | /Sluppenveien | yes   | the line runs through the station
      K1 Tempeveien  | 8   | -            | -            | -            | yes   | nothing is told, and it is near
      K1 Tempeveien  | 17  | -            | -            | -            | doubt | nothing is told, and it is not
      E6 Klett       | 17  | -            | -            | -            | doubt | a ramp or a street
      E6 Klett       | 2   | E 39         | E 6          | E 6          | yes   | it has joined the road of the station
      E6 Klett       | 2   | E 6          | E 6          | E 39         | yes   | it leaves it behind the station
      E6 Klett       | 2   | E 6          | E 39         | E 39         | doubt | it leaves it at the station
      E6 Klett       | 17  | E 39         | E 6          | E 39         | doubt | it is on it for a moment
      E6 Klett       | 17  | Ring 2       | Ring 2       | Ring 2       | doubt | a ring is no number
    `),
  )('$station, $off m beside $before, $here, $after: $is, for $because', (row) => {
    const [road = '', name = ''] = row.station.split(' ');
    const route = drivePast(Number(row.off), [row.before, row.here, row.after]);
    expect(verdictOf({ road, name }, route)).toBe(row.is);
  });

  test('a station on a ramp may stand on a road of another number', () => {
    const route = drivePast(2, ['706', '706', '706']);
    expect(verdictOf({ road: 'E6', onRamp: true }, route)).toBe('yes');
    expect(verdictOf({ road: 'E6', onRamp: false }, route)).toBe('doubt');
  });

  test('heading decides as well', () => {
    const route = drivePast(2, ['E 6', 'E 6', 'E 6']);
    expect(verdictOf({ road: 'E6', chargedBearingDeg: 90 }, route)).toBe('yes');
    expect(verdictOf({ road: 'E6', chargedBearingDeg: 270 }, route)).toBe('no');
  });

  test('where the engine names no roads, nearness alone tells', () => {
    const { roads: _, ...route } = drivePast(8, ['-', '-', '-']);
    expect(verdictOf({ road: 'E6' }, route)).toBe('yes');
    const { roads: __, ...beside } = drivePast(17, ['-', '-', '-']);
    expect(verdictOf({ road: 'E6' }, beside)).toBe('doubt');
  });
});

test('bounds count with what is in doubt, and know the moments', () => {
  const route = drivePast(17, ['-', '-', '-']);
  const { findPossible } = buildSiteFinder([{ stationId: '7', at: AT, road: 'E6' }], SITE_LIMITS);
  const { passages, isTimeSure } = findPossible(route);
  expect(isTimeSure).toBe(true);
  expect(passages).toMatchObject([{ stationId: '7', isSure: false }]);
});

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
