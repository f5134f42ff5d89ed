/** A drawn road with three toll stations and a ferry, and all parts that quote trips on it. */
import type { AnswerTerms } from '../../src/answer/answers.ts';
import { toCalendar } from '../../src/base/calendar.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { LatLon } from '../../src/base/point.ts';
import { distancesAlongM } from '../../src/geo/on-line.ts';
import { buildPassageFinder } from '../../src/passages/passage-finder.ts';
import type { PlannedRoute, StationPassage } from '../../src/passages/planned-route.ts';
import type {
  FareTable,
  FerryConnection,
  FerryFare,
  FerryTariffs,
} from '../../src/pricing/ferry/law.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import type { FerryCatalogue, SailedLine } from '../../src/trip/ports.ts';
import type { QuoteRequest } from '../../src/trip/quote.ts';
import type { QuoteParts } from '../../src/trip/quote-trip.ts';
import { explainNoRoute } from '../../src/trip/quoted-stops.ts';
import { mostRoutes } from '../../src/trip/settings.ts';
import { hourTerms, morningRush, project, station, tariff } from '../pricing/toll/stations.ts';
import { clockAt } from './clock.ts';
import { drawn, metresAt } from './drawn.ts';
import { NATIONAL_BOUNDS } from './ferry-bounds.ts';

/** Every character is 100 m and 10 s. The way from c to d is a ferry. Station 3 charges westward only. */
const MAP = drawn(`
  a---1---b---2---c-------d---3---e
                  |
                  f
`);
const SECONDS_PER_M = 0.1;

/** The drawing laid out near 60 N, 10 E. */
export const lineOf = (names: string): LatLon[] =>
  MAP.line(names).map(([eastM, northM]) => metresAt(eastM, northM));

/** Stops at the start of the road, each moved by its number of metres. */
export const stopsMoved = (movedM: readonly number[]): PlannedRoute['stops'] =>
  movedM.map((one) => ({ at: lineOf('a')[0] as LatLon, movedM: one }));

/** The stations that a way passes without turning round at them, as its planner tells them. */
function passagesOf(
  names: string,
  { alongM, secondsAt }: Record<'alongM' | 'secondsAt', number[]>,
) {
  const east = MAP.line(names).map(([eastM]) => eastM);
  return [...names].flatMap((stationId, i): StationPassage[] => {
    const here = east[i] ?? 0;
    // A via point repeats its place, which is passed only once.
    const before = names[i - 1] === stationId ? here : (east[i - 1] ?? here);
    const after = east.slice(i).find((one) => one !== here) ?? here;
    const isPassed = (here - before) * (after - here) > 0;
    const isCharged = stationId !== '3' || after < here;
    return /\d/.test(stationId) && isPassed && isCharged
      ? [{ stationId, alongM: alongM[i] ?? 0, atS: secondsAt[i] ?? 0 }]
      : [];
  });
}

/** A route through the named points. Each way between c and d is a ferry. */
export function routeOf(names: string, facts: Partial<PlannedRoute> = {}): PlannedRoute {
  const line = lineOf(names);
  const alongM = [...distancesAlongM(line)];
  const lengthM = alongM.at(-1) ?? 0;
  const secondsAt = alongM.map((m) => Math.round(m * SECONDS_PER_M));
  return {
    id: names,
    line,
    secondsAt,
    lengthM,
    durationS: Math.round(lengthM * SECONDS_PER_M),
    ferries: [...names].flatMap((name, i) =>
      ['cd', 'dc'].includes(name + names[i + 1]) ? [{ fromIndex: i, toIndex: i + 1 }] : [],
    ),
    stops: stopsMoved([0, 0]),
    passages: passagesOf(names, { alongM, secondsAt }),
    ...facts,
  };
}

const town = project({ hourRules: [hourTerms({ pays: 'dearest' })] });

/**
 * Stations 1 and 2 share an hour rule, and 2 is the dearer. Station 3 has no rule with others. Station 1 has a rush
 * price.
 */
export const STATIONS: readonly TollStation[] = [
  station('1', {
    project: town,
    hourGroup: 'town',
    tariffs: [tariff({ small: 40, smallRush: 70, large: 80, largeRush: 90, rush: morningRush() })],
  }),
  station('2', {
    project: town,
    hourGroup: 'town',
    tariffs: [tariff({ small: 50, large: 100.5 })],
  }),
  station('3', { tariffs: [tariff({ small: 21, large: 63 })] }),
].map((found) => ({ ...found, at: lineOf(found.id)[0] as LatLon }));

const AGREEMENT: FareTable['agreement'] = {
  name: 'agreement',
  percentOff: 10,
  roundedTo: 'ore',
  exceptClasses: [],
  source: 'test',
};

const FERRY_TARIFFS: FerryTariffs = {
  tables: new Map([
    [
      'c-d',
      {
        name: 'c-d',
        bounds: NATIONAL_BOUNDS,
        agreement: AGREEMENT,
        rows: [
          {
            label: 'c-d 2026',
            from: '2026-01-01',
            until: '2027-01-01',
            dated: 'published',
            ordinary: { AP1: 10_100, AP7: 50_000 },
            zeroEmission: { AP1: 5_100, AP7: 25_000 },
            source: 'test',
          },
        ],
        breaks: [],
      },
    ],
  ]),
  zoneTable: {
    bounds: NATIONAL_BOUNDS,
    agreement: AGREEMENT,
    breaks: [],
    fares: new Map(),
    periods: [],
  },
  zeroEmission: [],
  payments: {
    payments: [],
    trailer: { carMaxLengthM: 6, carMaxWeightKg: 3500, carClass: 'AP1', fares: [], source: 'test' },
  },
};

/** A catalogue with one connection, c to d, of the given fare. */
export function ferriesWith(fare: FerryFare): FerryCatalogue & { readonly sailed: SailedLine[] } {
  const connection: FerryConnection = {
    id: '7',
    name: 'Cape-Dale',
    authority: 'state',
    quayIds: ['c', 'd'],
    fare,
    agreementUnsure: false,
  };
  const sailed: SailedLine[] = [];
  return {
    sailed,
    matchCrossings: (stretch) => {
      sailed.push(stretch);
      const { lengthM, durationS } = stretch;
      const quays = { fromQuay: { id: 'c', name: 'Cape' }, toQuay: { id: 'd', name: 'Dale' } };
      return [{ connection, ...quays, lengthM, durationS }];
    },
    tariffs: FERRY_TARIFFS,
  };
}

/** A Wednesday without anything special, well outside the rush. */
export const START_MS = fromOsloWallClock('2026-11-18T12:00');

/** A refined quote for a small vehicle. Each test changes the parts that it is about. */
export function requestOf(facts: Partial<QuoteRequest> = {}): QuoteRequest {
  const [from, to] = lineOf('ae') as [LatLon, LatLon];
  return {
    from,
    to,
    via: [],
    startMs: START_MS,
    avoidTolls: false,
    refine: true,
    size: 'small',
    ferry: { ferryClass: 'AP1' },
    ...facts,
  };
}

/** The terms that answers are written with. This Norway has no places. */
export const ANSWER_TERMS: AnswerTerms = { attribution: 'Credit.', explain: explainNoRoute([]) };

/** All parts, over the given routes. Each test replaces the parts that it is about. */
export function partsOf<Facts extends Partial<QuoteParts>>(
  routes: readonly PlannedRoute[],
  facts = {} as Facts,
): QuoteParts & Facts & Pick<AnswerTerms, 'explain'> {
  return {
    planner: { source: 'drawn', planTrip: async (trip) => routes.slice(0, mostRoutes(trip)) },
    passages: buildPassageFinder({ gates: [], stations: STATIONS, nearM: 30 }),
    tolls: {
      findStation: (id) => STATIONS.find((found) => found.id === id),
      otherProject: project({ id: 'other' }),
      capGroups: [],
    },
    ferries: ferriesWith({ kind: 'own-table', table: 'c-d' }),
    calendar: toCalendar([]),
    clock: clockAt('2026-11-20T12:00:00+01:00'),
    dataVersion: '2026-09-10+1a2b3c4d',
    dataHash: '1a2b3c4d'.repeat(8),
    explain: ANSWER_TERMS.explain,
    ...facts,
  };
}
