/** Which ferry is boarded where a line leaves its quay, how long it sails, and what waiting for it takes on average. */
import { describe, expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { drawGraph } from '../../../src/network/n1000/draw-graph.ts';
import { placeFerries } from '../../../src/network/placement/place-ferries.ts';
import { buildGraph, findTurn, turnBetween } from '../../../src/routing/graph.ts';
import { drawnLengths, leastWaitMs, measureAlong, pointAt } from '../../../src/routing/network.ts';
import type { FerryService, Sailing } from '../../../src/trip/ferry-service.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';
import { table } from '../../support/table.ts';

/** 4 km from w to e, 6 km from w to n; the lines part at sea, 2 km from w. Each character is 500 m. */
const MAP = drawnNetwork(
  `
            n---m
            |
            |
            |
            |
            |
            |
            |
    v---w---x---e---f
  `,
  500,
);
const ROADS = [MAP.link('F1', 'vw'), MAP.link('F1', 'ef'), MAP.link('F2', 'nm')];

/** 30 km/h at sea, two minutes to moor, three to drive aboard and ashore. */
const FERRY = { knots: 30 / 1.852, mooringMin: 2, boardingMin: 3, range: { p10: 0.5, p90: 2 } };

/** Quays stand 100 m from the ends of their lines, on the land. */
const QUAYS = ['w', 'e', 'n'].map((id) => {
  const { lat, lon } = MAP.at(id);
  return { id, at: { lat: lat + 0.0009, lon } };
});

/** Reads `we 20`: from w to e, each 20 minutes as known; `we ?`: no departures known. One vessel, six minutes at a quay. */
function serviceOf(words: string, crossingMin?: number): FerryService {
  const [name = '', headway = '?'] = words.split(' ');
  const [from = '', to = ''] = name;
  const sailing: Sailing = { fromQuayId: from, days: [3], headwayMin: Number(headway) };
  return {
    id: name,
    name,
    quays: QUAYS.filter(({ id }) => name.includes(id)),
    crossings: crossingMin === undefined ? [] : [{ quayIds: [from, to], min: crossingMin }],
    sailings: headway === '?' ? [] : [sailing],
    estimate: { vessels: 1, turnaroundMin: 6, leastHeadwayMin: 20, sailsAtNight: false },
  };
}

function place(lines: readonly RoadLink[], services: readonly FerryService[]) {
  const drawn = drawGraph([...ROADS, ...lines], []);
  const drawnM = drawnLengths(drawn.links, measureAlong(drawn.links));
  const drawnGraph = buildGraph(drawn.links);
  const { graph, table, extraMs, changes, sailingMs } = placeFerries(services, drawnGraph, {
    sources: drawn.sources,
    drawnM,
    ferry: FERRY,
  });
  const nameOf = (at: LatLon) =>
    ['v', 'w', 'x', 'e', 'f', 'n', 'm'].find((letter) => flatDistanceM(MAP.at(letter), at) < 1);
  const edges = Array.from({ length: graph.edgeCount }, (_, edge) => {
    const link = graph.linkOf[edge] as number;
    const ends = [
      nameOf(pointAt(graph.links, graph.links.firstPoint[link] as number)),
      nameOf(pointAt(graph.links, (graph.links.firstPoint[link + 1] as number) - 1)),
    ];
    return (graph.isBackward[edge] === 1 ? ends.toReversed() : ends).join('');
  });
  const edgeOf = (ends: string) => edges.indexOf(ends);
  const endOf = new Map(edges.map((ends, edge) => [graph.head[edge] as number, ends[1]]));
  return {
    /** `we: we 10`: from w to e the connection we, with a mean wait of so many minutes. */
    rides: edges.flatMap((ends, edge) =>
      Array.from(
        { length: (table.first[edge + 1] as number) - (table.first[edge] as number) },
        (_, i) => {
          const ride = (table.first[edge] as number) + i;
          const way = `${ends[0]}${endOf.get(table.end[ride] as number)}`;
          const waitMin = (table.waitMs[ride] as number) / 60_000;
          return `${way}: ${table.connectionIds[ride]} ${table.quayIds[ride]} ${Math.round(waitMin)}`;
        },
      ),
    ),
    boardingMin: table.boardingMs / 60_000,
    leastWaitMin: (ends: string) => leastWaitMs(table, edgeOf(ends)) / 60_000,
    extraMin: (from: string, to: string) =>
      (extraMs.get(findTurn(graph, edgeOf(from), edgeOf(to))) ?? 0) / 60_000,
    turns: (from: string, to: string) => turnBetween(graph, edgeOf(from), edgeOf(to)) !== -1,
    changes: Array.from(changes, (turn) => {
      const from = edges.findIndex((_, edge) => turn < (graph.turns.first[edge + 1] as number));
      return `${edges[from]} ${edges[graph.turns.to[turn] as number]}`;
    }).toSorted(),
    sailingMin: (...ends: readonly string[]) =>
      ends.reduce((sum, one) => sum + (sailingMs(graph.linkOf[edgeOf(one)] as number) ?? 0), 0) /
      60_000,
    isTimed: (ends: string) => sailingMs(graph.linkOf[edgeOf(ends)] as number) !== undefined,
  };
}

describe('a line from quay to quay', () => {
  const line = (facts: Partial<RoadLink> = {}) => [MAP.link('~F1', 'wxe', facts)];

  test.each(
    table<'services' | 'there' | 'back' | 'because'>(`
      services     | there       | back        | because
      we 20        | we: we w 10 | ew: we e 10 | half of the headway, from either quay
      we ?         | we: we w 16 | ew: we e 16 | there and back takes 32 minutes: ten at sea and six at the quay, twice
      wn 20        | we: 0 0 0   | ew: 0 0 0   | the connection does not call at e
      wen 60, we 20 | we: we w 10 | ew: we e 10 | of two the one with fewer quays
    `),
  )('is a ride of [$services], $there: $because', ({ services, there, back }) => {
    const placed = place(
      line(),
      services.split(', ').map((words) => serviceOf(words)),
    );
    expect(placed.rides.toSorted()).toEqual([back, there]);
    expect(placed.boardingMin).toBe(3);
    expect(placed.extraMin('vw', 'we')).toBe(0);
  });

  test('a quay farther from the end of the line than it may lie is none of it', () => {
    const { lat, lon } = MAP.at('w');
    const moved = (northM: number) => ({
      ...serviceOf('we 20'),
      quays: QUAYS.map((quay) =>
        quay.id === 'w' ? { ...quay, at: { lat: lat + northM / 111_195, lon } } : quay,
      ),
    });
    expect(place(line(), [moved(1500)]).rides).toContain('we: we w 10');
    expect(place(line(), [moved(1700)]).rides).toContain('we: 0 0 0');
  });

  test.each(
    table<'known' | 'onLine' | 'takes' | 'because'>(`
      known | onLine | takes | because
      7     | 25     | 7     | the time of the timetable comes first
      -     | 25     | 25    | then that of the road network
      -     | -      | 10    | else 4 km at 30 km/h, and two minutes to moor
    `),
  )('known to take $known min, and $onLine by the network: it takes $takes', (row) => {
    const minutes = (cell: string) => (cell === '-' ? undefined : Number(cell));
    const crossingMin = minutes(row.onLine);
    const placed = place(line(crossingMin === undefined ? {} : { crossingMin }), [
      serviceOf('we 20', minutes(row.known)),
    ]);
    expect(placed.sailingMin('we')).toBeCloseTo(Number(row.takes), 1);
  });

  test('without any service it is sailed as long, and not waited for', () => {
    const placed = place(line(), []);
    expect(placed.rides.toSorted()).toEqual(['ew: 0 0 0', 'we: 0 0 0']);
    expect(placed.sailingMin('we')).toBeCloseTo(10, 1);
  });

  test('a road is no ferry', () => {
    expect(place(line(), [serviceOf('we 20')]).isTimed('vw')).toBe(false);
  });
});

describe('two ferries leave the quay w by one line', () => {
  const LINES = [MAP.link('~F1', 'wx'), MAP.link('~F1', 'xe'), MAP.link('~F2', 'xn')];
  const placed = place(LINES, [serviceOf('we 20'), serviceOf('wn 60')]);

  test('each is a ride, and none comes ashore where the lines part', () => {
    expect(placed.rides.filter((ride) => ride.startsWith('w')).toSorted()).toEqual([
      'we: we w 10',
      'wn: wn w 30',
    ]);
  });

  test('all of them wait for the one that leaves most often; the other is waited for longer where it parts', () => {
    expect(placed.leastWaitMin('wx')).toBe(10);
    expect(placed.extraMin('wx', 'xn')).toBe(20);
    expect(placed.extraMin('wx', 'xe')).toBe(0);
  });

  test('boats are changed at the quay, where one waits for the other, and not where the lines part', () => {
    expect(placed.rides.filter((ride) => !ride.startsWith('w')).toSorted()).toEqual([
      'ew: we e 10',
      'nw: wn n 30',
    ]);
    expect([placed.turns('ex', 'xn'), placed.turns('nx', 'xe')]).toEqual([false, false]);
    expect([placed.turns('ex', 'xw'), placed.turns('wx', 'xn')]).toEqual([true, true]);
    expect([placed.changes, placed.turns('xw', 'wx')]).toEqual([['xw wx'], true]);
  });

  test('a connection that calls at all three quays sails from each to each, and is not changed', () => {
    const whole = place(LINES, [serviceOf('wen 20')]);
    expect([whole.turns('ex', 'xn'), whole.turns('xw', 'wx'), whole.changes]).toEqual([
      true,
      false,
      [],
    ]);
  });

  test('nothing is known of a line without a connection: one may change to it, and waits twice as long in both directions', () => {
    const half = place(LINES, [serviceOf('we 20')]);
    expect(half.rides.filter((ride) => /[n]\w?:|^n/.test(ride)).toSorted()).toEqual([
      'en: 0 0 20',
      'ne: 0 0 20',
      'nw: 0 0 20',
      'wn: 0 0 20',
    ]);
    expect([half.turns('ex', 'xn'), half.turns('xw', 'wx')]).toEqual([true, false]);
  });

  test('each crossing takes its own time, and both share the line', () => {
    expect(placed.sailingMin('wx', 'xe')).toBeCloseTo(10, 1);
    expect(placed.sailingMin('wx', 'xn')).toBeCloseTo(14, 1);
    const known = place(LINES, [serviceOf('we 20', 12), serviceOf('wn 60', 30)]);
    expect(known.sailingMin('wx', 'xe')).toBeCloseTo(12, 1);
    expect(known.sailingMin('wx', 'xn')).toBeCloseTo(30, 1);
  });
});

describe('a vessel calls at all quays of its connection before it comes back, however far one sails with it', () => {
  const linesOf = (words: string) => words.split(' ').map((points) => MAP.link('~F1', points));

  test.each(
    table<'lines' | 'services' | 'rides' | 'because'>(`
      lines    | services   | rides                               | because
      wxe en   | wen ?      | en 33, ew 33, ne 33, we 33          | 10 and 11 minutes at sea and six at a quay, there and back
      wx xe xn | wen ?      | en 28, ew 28, ne 28, nw 28, we 28, wn 28 | 10, 14 and 14 minutes in a circle, and six at each quay
      wxe      | wen ?      | ew 16, we 16                        | nothing sails to n: it counts as if it were no quay of it
      wxe en   | wen ?, we ? | en 33, ew 16, ne 33, we 16         | the longer connection sails from w as well, though one boards the shorter one there
      wxe en   | wen 50     | en 25, ew 25, ne 25, we 25          | a known headway holds as it is
    `),
  )('along $lines with [$services] the mean waits are $rides: $because', (row) => {
    const services = row.services.split(', ').map((words) => serviceOf(words));
    const waits = place(linesOf(row.lines), services).rides.map((ride) =>
      ride.replace(/: .* /, ' '),
    );
    expect(waits.toSorted().join(', ')).toBe(row.rides);
  });
});

describe('two lines meet at the quay e, where one may also go ashore', () => {
  const LINES = [MAP.link('~F1', 'wxe'), MAP.link('~F2', 'en')];

  test.each(
    table<'services' | 'changes' | 'because'>(`
      services     | changes      | because
      we 20, en 60 | ne ew, we en | the ferry to n is another one
      wen 60       | -            | one ferry calls at all three quays
      we 20        | ne ew, we en | which ferry sails to n is not known: it is another one
      -            | -            | nothing is known of either
    `),
  )('with [$services] one changes there $changes: $because', ({ services, changes }) => {
    const placed = place(
      LINES,
      services === '-' ? [] : services.split(', ').map((words) => serviceOf(words)),
    );
    expect(placed.changes).toEqual(changes === '-' ? [] : changes.split(', '));
  });
});
