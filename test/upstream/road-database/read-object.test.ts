import { describe, expect, test } from 'vitest';
import { parseGeometry, parsePlace } from '../../../src/upstream/road-database/read-object.ts';
import { roadObject } from '../../support/fake-upstream/road-database.ts';
import { table } from '../../support/table.ts';

test.each(
  table<'wkt' | 'srid' | 'lat' | 'lon' | 'because'>(`
    wkt                                       | srid  | lat      | lon     | because
    POINT Z (101500 6602000 12.3)             | 5973  | 59.36733 | 7.98053 | UTM 33 with a height
    POINT(101500 6602000)                     | 5973  | 59.36733 | 7.98053 | own geometry may be flat
    POINT Z(101500 6602000 12)                | UTM33 | 59.36733 | 7.98053 | the system has several names
    POINT Z (59.36733 7.98053 12.3)           | 4326  | 59.36733 | 7.98053 | the latitude comes first
    POINT (59.36733 7.98053)                  |       | 59.36733 | 7.98053 | nothing in UTM 33 is that small
    POINT (101500 6602000)                    |       | 59.36733 | 7.98053 | nothing in degrees is that large
    LINESTRING (101400 6602000, 101600 6602000) | 5973 | 59.36733 | 7.98053 | the middle of a line
    POLYGON ((101400 6601900, 101600 6601900, 101600 6602100, 101400 6602100, 101400 6601900)) | 5973 | 59.36733 | 7.98053 | the middle of an area
  `),
)('$wkt in "$srid" is read, because $because', ({ wkt, srid, lat, lon }) => {
  const at = parseGeometry({ wkt, srid: srid === '' ? undefined : srid });
  expect(at?.lat).toBeCloseTo(Number(lat), 4);
  expect(at?.lon).toBeCloseTo(Number(lon), 4);
});

test.each([
  [undefined],
  [{}],
  [{ wkt: 'POINT EMPTY', srid: 5973 }],
  [{ wkt: 'POINT (a b)', srid: 5973 }],
  [{ wkt: 'POINT (600000 6602000)', srid: 5972 }],
])('%j has no position that we can tell', (geometry) => {
  expect(parseGeometry(geometry)).toBeUndefined();
});

describe('an object with a geometry of its own and a place on the road', () => {
  const onRoad = roadObject({ id: 1, at: { lat: 60, lon: 10 }, properties: {}, road: 'E39' });
  const own = roadObject({ id: 1, at: { lat: 60.001, lon: 10 }, properties: {} });
  const raw = { ...onRoad, geometri: own.geometri };

  test('is passed where the road is, and stands where it is itself', () => {
    expect(parsePlace(raw, 'network').at.lat).toBeCloseTo(60, 6);
    expect(parsePlace(raw, 'object').at.lat).toBeCloseTo(60.001, 6);
  });

  test('is where the other says when one is missing, and nowhere without both', () => {
    expect(parsePlace({ ...raw, geometri: undefined }, 'object').at.lat).toBeCloseTo(60, 6);
    const bare = { ...raw, lokasjon: { kommuner: [301] } };
    expect(parsePlace(bare, 'network').at.lat).toBeCloseTo(60.001, 6);
    expect(() => parsePlace({ ...bare, geometri: undefined }, 'network')).toThrow(
      'it has no position',
    );
  });
});

describe('the road reference', () => {
  const reference = (facts: object) =>
    parsePlace(
      {
        ...roadObject({ id: 1, at: { lat: 60, lon: 10 }, properties: {} }),
        lokasjon: {
          kommuner: [],
          vegsystemreferanser: [facts],
          geometri: { wkt: 'POINT (101500 6602000)', srid: 5973 },
        },
      },
      'network',
    );
  const stretch = { strekning: 2, delstrekning: 1, meter: 300, arm: false, retning: 'MOT' };

  test('names road and municipality, where it has them', () => {
    const named = reference({ vegsystem: { vegkategori: 'K' }, strekning: stretch });
    expect(named).toMatchObject({ road: 'K', municipality: null });
    expect(reference({ kortform: 'FV9999 S1D1 m2500' }).road).toBe('F9999');
    expect(reference({}).road).toBeNull();
  });

  test('tells the metering, but not on arms, ramps and lay-bys, which have their own', () => {
    const whole = { vegsystem: { vegkategori: 'E', nummer: 6 }, strekning: stretch };
    const at = { section: 2, part: 1, metre: 300 };
    expect(reference(whole).metering).toEqual([{ direction: 'against', at }]);
    for (const odd of [
      { ...whole, strekning: { ...stretch, arm: true } },
      { ...whole, kryssystem: { kryssystem: 1 } },
      { ...whole, sideanlegg: { sideanlegg: 1 } },
    ])
      expect(reference(odd).metering).toEqual([{ direction: 'against' }]);
  });
});
