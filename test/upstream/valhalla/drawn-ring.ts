import { drawnNetwork } from '../../support/drawn-network.ts';

/**
 * The E6 from a to e with the stations 1 (charged eastward), 2 and 4 (both ways); the free detour
 * b-p-q-c; the ferry e-g-h in two lines; the F4 with station 3 (charged towards d) and no detour.
 */
export const map = drawnNetwork(
  `
                  p-----------q
                  |           |
      a-----------b--1--v--2--c-----d-----------e
                                    |           .
                                    3           .
                                    |           g
                                    4           .
                                    |           .
                                    w           h-------i
`,
  200,
);

export const LINKS = [
  map.link('E6', 'ab'),
  map.link('E6', 'bc'),
  map.link('F1100', 'bpqc'),
  map.link('E6', 'cd'),
  map.link('E6', 'de'),
  map.link('F4', 'dw'),
  map.link('~E6', 'eg', { crossingMin: 5 }),
  map.link('~E6', 'gh', { crossingMin: 5 }),
  map.link('E6', 'hi'),
];

export const STATIONS = [
  map.station('1', 'E6', { charged: 'one-way', chargedBearingDeg: 90 }),
  map.station('2', 'E6'),
  map.station('3', 'F4', { charged: 'one-way', chargedBearingDeg: 0 }),
  map.station('4', 'F4'),
];
