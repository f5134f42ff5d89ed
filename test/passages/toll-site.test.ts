import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LinkPosition } from '../../src/geo/road-link.ts';
import {
  buildLinkIndex,
  type ChargedFacts,
  chargedOnLink,
  findLinkPassages,
  type TollSite,
  toRoadLink,
} from '../../src/passages/toll-site.ts';
import { table } from '../support/table.ts';
import { drivenOf, formatDriven, pieceOf } from './links.ts';

/** A station as the road database describes it; a dash means that it does not say. */
const factsOf = (collection: string, metering: string, lanes: string): ChargedFacts => ({
  ...(collection === 'with' && { collection: 'with-metering' }),
  ...(collection === 'against' && { collection: 'against-metering' }),
  ...(metering === 'MED' && { metering: 'with' }),
  ...(metering === 'MOT' && { metering: 'against' }),
  lanes: lanes === '' ? [] : lanes.split(' '),
});

test.each(
  table<'collection' | 'metering' | 'lanes' | 'charged' | 'doubt' | 'because'>(`
    collection | metering | lanes | charged | doubt | because
    with       | MED      |       | with    | no    | the metering runs with the link
    with       | MOT      |       | against | no    | the metering runs against the link
    against    | MED      |       | against | no    | it charges against the metering
    against    | MOT      |       | with    | no    | against the metering, which runs against the link
    -          | MED      |       | both    | no    | both directions, or nothing said
    -          | MOT      | 1 2   | both    | no    | lanes of both directions say nothing
    -          | MED      | 1 3K  | with    | no    | the lanes know more than a missing direction
    with       | MED      | 1     | with    | no    | both rules agree
    with       | MED      | 2 4   | against | yes   | the lanes decide, and contradict the metering
    with       | MOT      | 2 6B  | against | no    | both rules agree
    with       | MED      | 1 2   | with    | yes   | the metering decides, and the lanes are in error
    with       | -        |       | unknown | no    | one direction, and nobody can tell which
    with       | -        | 2     | against | no    | the lanes need no metering
    with       | MED      | x     | with    | no    | a code without a number is no lane
  `),
)(
  'collected $collection, metering $metering, lanes [$lanes]: $charged, because $because',
  ({ collection, metering, lanes, charged, doubt }) => {
    const found = chargedOnLink(factsOf(collection, metering, lanes));
    expect(found.charged ?? 'unknown').toBe(charged);
    expect(found.isContradicted).toBe(doubt === 'yes');
  },
);

/** Reads `0.5@1 with`; several positions with `+` between them. */
const siteOf = (text: string): TollSite => ({
  stationId: text,
  name: text,
  at: { lat: 60, lon: 10 },
  positions: text.split(' + ').map((one): LinkPosition => {
    const [, at, linkId, charged] = /^([\d.]+)@(\d+) (with|against|both)$/.exec(one) ?? [];
    if (charged !== 'with' && charged !== 'against' && charged !== 'both')
      throw new Error(`Expected <position>@<id> <direction>, got ${one}.`);
    return { linkId: Number(linkId), at: Number(at), charged };
  }),
});

const passagesOf = (driven: string, sites: readonly TollSite[], pieces = '') =>
  findLinkPassages(
    driven.split(', ').map(drivenOf),
    buildLinkIndex({ sites, carriageways: pieces === '' ? [] : pieces.split(', ').map(pieceOf) }),
  );

test.each(
  table<'station' | 'driven' | 'charged' | 'because'>(`
    station                    | driven                                   | charged  | because
    0.5@1 with                 | 0.125-0.75@1 with                        | yes      | it is driven over in the charged direction
    0.5@1 with                 | 0.125-0.75@1 against                     | no       | it is driven over the other way
    0.5@1 both                 | 0.125-0.75@1 against                     | yes      | both ways are charged
    0.4@3 against              | 0.1-0.9@3 against                        | yes      | against the link is the charged direction
    0.75@1 with                | 0.125-0.75@1 with, 0.75-1@1 with         | yes      | a joint belongs to one of the two
    0.75@1 with                | 0.75-1@1 against, 0.125-0.75@1 against   | no       | so it does the other way
    0.5@1 both                 | 0-0.5@1 with, 0-1@2 with, 0.5-1@1 with   | yes      | also where something is driven between
    1@3 both                   | 0.5-1@3 with                             | yes      | the end of a sequence belongs to it
    0.75@1 both                | 0.5-0.75@1 with, 0-1@2 with              | yes      | so does an end where nothing goes on
    0.5@1 both                 | 0.5-0.75@1 with                          | yes      | the beginning always does
    0.5@1 both                 | 0-0.5@1 with, 0.5-0.5@1 with, 0.5-1@1 with | yes    | a stretch without length adds nothing
    0.5@1 both                 | 0.5-0.5@1 with                           | yes      | and is driven where nothing goes on
    0.5@1 both                 | 0.6-1@1 with, 0-1@2 with                 |          | it is beside what is driven
    0.45@1 with                | 0-0.5@1 with, 0.4-1@1 with               | yes      | an overlap is one drive
    0.5@1 both                 | 0-1@1 with, 0-1@1 against                | yes yes  | turned round, it is driven over twice
    0.5@1 both                 | 0-1@1 with, 0-1@2 with, 0-1@1 with       | yes yes  | a second lap is a second drive
    0.5@1 with                 | 0-1@1 with, 0-1@1 against                | yes no   | one of the two is charged
    0.5@1 with + 0.3@7 against | 0-1@7 against                            | yes      | it stands on several links
  `),
)('$station, driven $driven: [$charged], because $because', ({ station, driven, charged }) => {
  const found = passagesOf(driven, [siteOf(station)]);
  expect(found.map(({ isCharged }) => (isCharged ? 'yes' : 'no')).join(' ')).toBe(charged);
});

test.each(
  table<'station' | 'driven' | 'pieces' | 'charged' | 'because'>(`
    station                 | driven                       | pieces                                     | charged | because
    0.4@1 with              | 0-1@7 with                   | 0-1@7 on 0.2-0.6@1                         | yes     | it stands on the road, the carriageway is driven
    0.4@1 with              | 0-1@8 with                   | 0-1@8 on 0.2-0.6@1 MOT                     | no      | the other carriageway runs against the road
    0.4@1 against           | 0-1@8 with                   | 0-1@8 on 0.2-0.6@1 MOT                     | yes     | which is the charged direction
    0.3@7 with              | 0-1@7 with                   | 0-1@7 on 0.2-0.6@1                         | yes     | a station may stand on the carriageway itself
    0.4@1 with + 0.5@7 with | 0-1@7 with                   | 0-1@7 on 0.2-0.6@1                         | yes     | found on both, it is one drive
    0.5@2 both              | 0-1@7 with                   | 0-0.5@7 on 0.2-0.6@1, 0.5-1@7 on 0-1@2     | yes     | a carriageway may lie on two roads
    0.4@1 both              | 0-0.5@7 with, 0.5-1@7 with   | 0-1@7 on 0.2-0.6@1                         | yes     | a joint on the carriageway is one on the road
    0.6@1 both              | 0-1@7 with, 0-1@9 with       | 0-1@7 on 0.2-0.6@1, 0-1@9 on 0.6-0.9@1     | yes     | so is one between two carriageways
    0.7@1 both              | 0-1@7 with                   | 0-1@7 on 0.2-0.6@1                         |         | it stands behind the piece
  `),
)('$station, carriageway $driven: [$charged], because $because', (row) => {
  const found = passagesOf(row.driven, [siteOf(row.station)], row.pieces);
  expect(found.map(({ isCharged }) => (isCharged ? 'yes' : 'no')).join(' ')).toBe(row.charged);
});

test('passages come in travel order, with their place among the links', () => {
  const sites = ['0.75@2 both', '0.25@1 both', '0.5@1 both'].map(siteOf);
  const found = passagesOf('0-1@1 against, 0-1@2 with', sites);
  expect(found.map(({ site, linkAt }) => `${site.stationId}: ${linkAt}`)).toEqual([
    '0.5@1 both: 0.5',
    '0.25@1 both: 0.75',
    '0.75@2 both: 1.75',
  ]);
});

test('a route cut anywhere passes each station once', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 10 });
  fc.assert(
    fc.property(cuts, fc.integer({ min: 0, max: 100 }), (percents, at) => {
      const ends = [0, ...percents.toSorted((a, b) => a - b), 100].map((p) => p / 100);
      const driven = ends.slice(1).map((to, i) => `${ends[i]}-${to}@1 with`);
      expect(passagesOf(driven.join(', '), [siteOf(`${at / 100}@1 both`)])).toHaveLength(1);
    }),
  );
});

test.each(
  table<'driven' | 'piece' | 'road' | 'because'>(`
    driven        | piece                    | road             | because
    0-1@7 with    | 0-1@7 on 0.2-0.6@1       | 0.2-0.6@1 with   | the whole piece
    0.5-1@7 with  | 0-1@7 on 0.2-0.6@1       | 0.4-0.6@1 with   | in proportion
    0-1@7 with    | 0.5-0.75@7 on 0-1@1      | 0-1@1 with       | no more than the piece
    0-1@7 with    | 0-1@7 on 0.2-0.6@1 MOT   | 0.2-0.6@1 against | turned round
    0.75-1@7 with | 0-1@7 on 0.2-0.6@1 MOT   | 0.2-0.3@1 against | from the other end
    0-1@7 against | 0-1@7 on 0.2-0.6@1 MOT   | 0.2-0.6@1 with   | turned round twice
    0-0.5@7 with  | 0.5-1@7 on 0-1@1         |                  | merely touched
    0-1@8 with    | 0-1@7 on 0-1@1           |                  | another carriageway
    0-1@7 with    | 0-0.33333333@7 on 0-0.1@1 | 0-0.1@1 with    | eight decimals
  `),
)('$driven on the piece $piece is $road of the road: $because', ({ driven, piece, road }) => {
  const found = toRoadLink(drivenOf(driven), pieceOf(piece));
  expect(found === undefined ? '' : formatDriven(found)).toBe(road);
});
