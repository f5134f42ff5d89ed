import { describe, expect, test } from 'vitest';
import type { LatLon } from '../../src/base/point.ts';
import type { DrivenLink, LinkPosition } from '../../src/geo/road-link.ts';
import { buildLinkFinder } from '../../src/passages/link-finder.ts';
import type { NamedStation, PlannedRoute } from '../../src/passages/planned-route.ts';
import type { TollSite } from '../../src/passages/toll-site.ts';
import { lineOf, routeOf } from '../support/trip-scene.ts';

const LIMITS = { nearM: 25, headingDeg: 75 };
const [ONE] = lineOf('1') as [LatLon];

const site = (facts: Partial<TollSite> = {}): TollSite => ({
  stationId: '1',
  name: 'One',
  at: ONE,
  positions: [],
  ...facts,
});
const on = (charged: LinkPosition['charged']) => [{ linkId: 11, at: 0.5, charged }];
const drive = (direction: DrivenLink['direction'], linkId = 11): DrivenLink => ({
  linkId,
  from: 0,
  to: 1,
  direction,
});

/** The station as the planner names it on a route, at a point of the drawing. */
function naming(name: string, alongM: number, id = '1'): NamedStation {
  const [at] = lineOf(name) as [LatLon];
  return { id, name: id, at, alongM, atS: alongM / 10, listed: {} };
}

const passagesOf = (toll: TollSite, names: string, facts: Partial<PlannedRoute> = {}) =>
  buildLinkFinder({ sites: [toll], carriageways: [] }, LIMITS).findExact(routeOf(names, facts));

describe('a station on a link', () => {
  test('is passed where the link is driven as it charges, with place and time on the line', () => {
    const links = [drive('with')];
    const found = passagesOf(site({ positions: on('with') }), 'a1b', { links });
    expect(found).toMatchObject([
      { stationId: '1', atS: expect.closeTo(40, 6), isDirectionCertain: true },
    ]);
    expect(found?.[0]?.alongM).toBeCloseTo(400, 0);
  });

  test.each([
    ['the other way', [drive('against')]],
    ['on another link', [drive('with', 12)]],
    ['on no link at all', []],
  ])('is not passed when one drives %s', (_, links) => {
    expect(passagesOf(site({ positions: on('with') }), 'a1b', { links })).toEqual([]);
  });

  test('is passed twice by who turns round and comes back', () => {
    const links = [drive('with'), drive('against')];
    const found = passagesOf(site({ positions: on('both') }), 'a1b1a', { links });
    expect(found?.map(({ atS }) => atS)).toEqual([expect.closeTo(40, 6), expect.closeTo(120, 6)]);
  });

  test('leaves doubts about its direction where its links say both', () => {
    const facts = { links: [drive('with')] };
    const [passage] = passagesOf(site({ positions: on('both') }), 'a1b', facts) ?? [];
    expect(passage).toMatchObject({ stationId: '1' });
    expect(passage).not.toHaveProperty('isDirectionCertain');
  });

  test('is passed once where several links lead over it and the line passes once', () => {
    const two = {
      positions: [...on('against'), { linkId: 13, at: 0.5, charged: 'with' as const }],
    };
    const links = [drive('with'), drive('with', 12), drive('with', 13)];
    expect(passagesOf(site(two), 'a1b', { links })).toHaveLength(1);
  });

  test('has the place that the planner names for it', () => {
    const namedStations = [naming('b', 800)];
    const facts = { links: [drive('with')], namedStations };
    const found = passagesOf(site({ positions: on('with') }), 'a1b', facts);
    expect(found).toMatchObject([{ alongM: 800, atS: 80 }]);
  });

  test('has a rough place where its own lies far from the line', () => {
    const far = { lat: 61, lon: 10 };
    const facts = { links: [drive('with', 9), drive('with')] };
    const found = passagesOf(site({ at: far, positions: on('with') }), 'a1b2', facts);
    expect(found).toHaveLength(1);
    expect(found?.[0]?.alongM).toBeCloseTo(900, -2);
  });

  test('is looked for in a wider circle where it stands beside the road', () => {
    const beside = { lat: ONE.lat + 120 / 111_195, lon: ONE.lon };
    const facts = { links: [drive('with')] };
    const found = passagesOf(site({ at: beside, positions: on('with') }), 'ab', facts);
    expect(found?.[0]?.alongM).toBeCloseTo(400, -1);
  });

  test('is passed by nearness and heading where the planner names it and its link is not driven', () => {
    const facts = { links: [drive('with', 9)], namedStations: [naming('1', 400)] };
    const positions = on('with');
    const eastwards = passagesOf(site({ positions, chargedBearingDeg: 90 }), 'a1b', facts);
    expect(eastwards?.map(({ stationId }) => stationId)).toEqual(['1']);
    expect(eastwards?.[0]).not.toHaveProperty('isDirectionCertain');
    expect(passagesOf(site({ positions, chargedBearingDeg: 270 }), 'a1b', facts)).toEqual([]);
  });
});

describe('a direction that somebody decided', () => {
  const links = [drive('with')];
  const decided = { positions: on('against'), isDirectionDecided: true };

  test('goes before that of the link', () => {
    const charges = (chargedBearingDeg: number) =>
      passagesOf(site({ ...decided, chargedBearingDeg }), 'a1b', { links });
    expect(charges(90)).toHaveLength(1);
    expect(charges(270)).toEqual([]);
  });

  test('may be both', () => {
    expect(passagesOf(site(decided), 'a1b', { links })).toHaveLength(1);
  });

  test('leaves the link to decide where the road runs across it', () => {
    const across = { isDirectionDecided: true, chargedBearingDeg: 0 };
    const charged = (way: LinkPosition['charged']) =>
      passagesOf(site({ ...across, positions: on(way) }), 'a1b', { links });
    expect(charged('with')).toHaveLength(1);
    expect(charged('against')).toEqual([]);
  });
});

describe('a station on no link', () => {
  const links = [drive('with', 9)];

  test('is passed by nearness, in its charged direction', () => {
    const found = passagesOf(site({ chargedBearingDeg: 90 }), 'a1b', { links });
    expect(found).toMatchObject([{ stationId: '1', atS: expect.closeTo(40, 6) }]);
    expect(passagesOf(site({ chargedBearingDeg: 270 }), 'a1b', { links })).toEqual([]);
    expect(passagesOf(site(), 'b1a', { links })).toHaveLength(1);
  });

  test('is passed once, though the planner names it as well', () => {
    const facts = { links, namedStations: [naming('1', 400)] };
    expect(passagesOf(site(), 'a1b', facts)).toHaveLength(1);
  });

  test('is passed where the planner names it, though its own place lies off', () => {
    const off = { lat: ONE.lat + 300 / 111_195, lon: ONE.lon };
    const facts = { links, namedStations: [naming('1', 400)] };
    expect(passagesOf(site({ at: off, chargedBearingDeg: 90 }), 'a1b', facts)).toHaveLength(1);
    expect(passagesOf(site({ at: off, chargedBearingDeg: 270 }), 'a1b', facts)).toEqual([]);
    expect(passagesOf(site({ at: off }), 'a1b', { links })).toEqual([]);
  });
});

describe('a station beside the line', () => {
  const links = [drive('with', 9)];
  const passes = (namedStations: readonly NamedStation[], facts: Partial<TollSite> = {}) =>
    passagesOf(site(facts), 'a1b', { links, namedStations })?.length === 1;

  test('is not passed where the planner names stations, and not this one', () => {
    expect(passes([])).toBe(false);
    expect(passes([naming('b', 800, '2')])).toBe(false);
    expect(passes([naming('1', 400)])).toBe(true);
  });

  test('is passed where the planner names another row of it, or knows it by a new id', () => {
    expect(passes([naming('1', 400, '1b')], { otherIds: ['1b'] })).toBe(true);
    expect(passes([{ ...naming('1', 400, '77'), name: 'ONE' }])).toBe(true);
    expect(passes([{ ...naming('1', 400, '77'), name: 'Two' }])).toBe(false);
  });

  test('is in no bounds where nobody names it, and is sure where somebody does', () => {
    const finder = buildLinkFinder({ sites: [site()], carriageways: [] }, LIMITS);
    const boundsOf = (namedStations?: readonly NamedStation[]) =>
      finder
        .findPossible(routeOf('a1b', namedStations && { namedStations }))
        .passages.map(({ isSure }) => isSure);
    expect(boundsOf([])).toEqual([]);
    expect(boundsOf([naming('1', 400)])).toEqual([true]);
    expect(boundsOf()).toEqual([true]);
  });

  test('is in the bounds where its links may be driven', () => {
    const linked = site({ positions: on('with') });
    const finder = buildLinkFinder({ sites: [linked], carriageways: [] }, LIMITS);
    const found = finder.findPossible(routeOf('a1b', { namedStations: [] })).passages;
    expect(found).toMatchObject([{ stationId: '1', isSure: false }]);
  });
});

test('what may be passed stands in the order of the drive, sure or not', () => {
  const [two] = lineOf('2') as [LatLon];
  const sites = [site({ stationId: '2', at: two, positions: on('with') }), site()];
  const finder = buildLinkFinder({ sites, carriageways: [] }, LIMITS);
  const found = finder.findPossible(routeOf('a1b2', { namedStations: [naming('1', 400)] }));
  expect(found.passages).toMatchObject([
    { stationId: '1', isSure: true },
    { stationId: '2', isSure: false },
  ]);
});

test('without links nothing is exact', () => {
  expect(passagesOf(site(), 'a1b')).toBeUndefined();
});

test('a name that the catalogue does not have is left to others', () => {
  const facts = { links: [], namedStations: [naming('1', 400, '77')] };
  expect(passagesOf(site({ positions: on('with') }), 'a1b', facts)).toEqual([]);
});

test('by geometry a station is passed by nearness', () => {
  const finder = buildLinkFinder({ sites: [site()], carriageways: [] }, LIMITS);
  expect(finder.findByGeometry(routeOf('a1b'))).toMatchObject([
    { stationId: '1', atS: expect.closeTo(40, 6) },
  ]);
});

test('the passages of a route come in travel order, however they were found', () => {
  const [two] = lineOf('2') as [LatLon];
  const sites = [site({ stationId: '2', at: two, positions: on('with') }), site()];
  const finder = buildLinkFinder({ sites, carriageways: [] }, LIMITS);
  const found = finder.findExact(routeOf('a1b2c', { links: [drive('with')] }));
  expect(found?.map(({ stationId }) => stationId)).toEqual(['1', '2']);
});
