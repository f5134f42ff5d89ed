import { formatOsloInstant } from '../../src/base/oslo-time.ts';
import type { DeparturesAnswer, ParsedDepartures } from '../../src/wire/departures.ts';

/** An answer in which every second departure pays a rush price, beginning with the second. */
export async function departuresAnswer({ startsMs }: ParsedDepartures): Promise<DeparturesAnswer> {
  return {
    departures: startsMs.map((ms, i) => ({
      startTime: formatOsloInstant(ms),
      durationMin: 30,
      tollNok: i % 2 === 0 ? 30.4 : 56,
      ferryNok: 0,
      totalNok: i % 2 === 0 ? 30.4 : 56,
      rush: i % 2 === 1,
      way: 0,
      complete: true,
      estimated: false,
      warnings: [],
    })),
    ways: [{ distance: 20_000, stations: ['Sandviken'], ferries: [] }],
    cheapest: 0,
    fastest: 0,
    rushNok: 25.6,
    stepMin: 30,
    stops: [],
    source: 'test',
    dataVersion: 'test',
    computedAt: '2026-11-20T05:00:00+01:00',
    attribution: 'Credit.',
  };
}
