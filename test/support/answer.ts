import type { AnswerBillingRoute } from '../../src/wire/billing.ts';
import type { RouteAnswer } from '../../src/wire/route.ts';
import type { TraceAnswer } from '../../src/wire/trace.ts';

const SINSEN = {
  id: '929790717',
  name: 'Sinsen',
  operator: 'Fjellinjen AS',
  lat: 59.93,
  lon: 10.78,
};

/** The bill of one route. Every list has an entry, and every sum is the sum of its list. */
export function billingRoute(): AnswerBillingRoute {
  return {
    routeId: '1',
    tollSmall: 33.6,
    tollSmallNoDiscount: 42,
    tollLarge: 161,
    tollLargeNoDiscount: 161,
    tollCount: 1,
    rush: false,
    ferryCount: 2,
    ferryPriced: false,
    ferryUnpriced: [
      {
        name: 'Andenes-Gryllefjord',
        fromQuay: 'Andenes ferjekai',
        toQuay: 'Gryllefjord ferjekai',
        why: 'The operator publishes no fares.',
        lengthKm: 37.5,
        durationMin: 105,
      },
    ],
    ferryVehicleClass: 'AP1',
    ferryNok: 125,
    ferryNokEv: 62.5,
    ferryNokAutopass: 62.5,
    distance: 1234567,
    durationMin: 812.5,
    durationSec: 812.5,
    chargedStations: [
      {
        ...SINSEN,
        passedAt: '2026-11-20T12:05:00+01:00',
        smallNok: 33.6,
        smallNoDiscountNok: 42,
        largeNok: 161,
        largeNoDiscountNok: 161,
        rush: false,
        reason: 'dearest-of-hour',
      },
    ],
    freePassages: [
      {
        ...SINSEN,
        id: '2',
        name: 'Alnabru',
        passedAt: '2026-11-20T12:09:00+01:00',
        rule: 'hour-rule',
        paidAt: SINSEN.id,
      },
    ],
    unpricedStations: [
      { ...SINSEN, id: '3', name: 'Nyheim', passedAt: '2026-11-20T13:09:00+01:00' },
    ],
    ferries: [
      {
        name: 'Moss-Horten',
        nok: 125,
        evNok: 62.5,
        autopassNok: 62.5,
        tariff: 'Moss-Horten, from 2026-01-01',
        estimated: true,
        vehicleClass: 'AP1',
        km: 10.1,
        durationMin: 30,
      },
    ],
    complete: false,
    missing: [
      { kind: 'station', name: 'Nyheim', why: 'Nyheim has no known tariff.' },
      { kind: 'ferry', name: 'Andenes-Gryllefjord', why: 'The operator publishes no fares.' },
    ],
    warnings: [
      { code: 'fuel_assumed', message: 'The price is that of diesel.', about: SINSEN.id },
      { code: 'tolls_not_avoidable', message: 'No toll-free route was found.' },
    ],
  };
}

/** A refined answer with one route. */
export function answer(route: Partial<AnswerBillingRoute> = {}): RouteAnswer {
  return {
    routes: [
      {
        routeId: '1',
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: {
              type: 'LineString',
              coordinates: [
                [262030.2, 6649283.5],
                [262031, 6649284],
              ],
            },
            properties: { kind: 'road', lengthM: 2, durationMin: 0.1 },
          },
        ],
      },
    ],
    _billing: {
      source: 'veipris-osm',
      refined: true,
      dataVersion: 'test',
      computedAt: '2026-11-20T12:00:00+01:00',
      attribution: '© Kartverket',
      stops: [],
      routes: [{ ...billingRoute(), ...route }],
    },
  };
}

/** The same answer after a refinement that failed. */
export function fallbackAnswer(): RouteAnswer {
  const { routes, _billing: billing } = answer({ tollEstimated: true });
  return { routes, _billing: { ...billing, refined: false, refineFallback: true } };
}

/** The same answer from the second engine. */
export function estimateAnswer(): RouteAnswer {
  const { routes, _billing: billing } = answer({ tollEstimated: true });
  return { routes, _billing: { ...billing, source: 'osrm-estimat', refined: false } };
}

/** A recorded drive that may have passed a station. */
export const traceAnswer = (): TraceAnswer => ({
  ...answer(),
  match: {
    points: 2,
    pointsIgnored: 0,
    timed: true,
    share: 1,
    stretches: [{ kind: 'road', fromKm: 0, toKm: 4.2, confidence: 0.9, offM: 7 }],
    drives: [
      { from: '2026-11-20T08:00:00+01:00', to: '2026-11-20T08:09:00+01:00', fromKm: 0, toKm: 4.2 },
    ],
    possibleStations: [],
  },
});
