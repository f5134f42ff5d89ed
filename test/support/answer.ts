import type { Services } from '../../src/http/services.ts';

type RouteAnswer = Awaited<ReturnType<Services['answerRoute']>>;

/** A refined answer with one route: a station in the rush, a free one, a ferry. */
export function answer(): RouteAnswer {
  return {
    routes: [
      {
        routeId: '1',
        features: [
          {
            type: 'Feature',
            geometry: {
              type: 'LineString',
              coordinates: [
                [262030.25, 6649283.5],
                [262031, 6649284],
              ],
            },
            properties: {},
          },
        ],
      },
    ],
    _billing: {
      source: 'veipris-valhalla',
      refined: true,
      dataVersion: 'test',
      computedAt: '2026-11-20T12:00:00+01:00',
      routes: [
        {
          routeId: '1',
          tollSmall: 33.6,
          tollSmallNoDiscount: 42,
          tollLarge: 161,
          tollLargeNoDiscount: 161,
          tollCount: 1,
          rush: false,
          ferryCount: 0,
          ferryPriced: true,
          ferryVehicleClass: 'AP1',
          ferryNok: 0,
          ferryNokEv: 0,
          ferryNokAutopass: 0,
          distance: 1234.5,
          durationMin: 12.5,
          durationSec: 12.5,
          chargedStations: [
            {
              id: '1',
              name: 'Sinsen',
              operator: 'Fjellinjen AS',
              lat: 59.93,
              lon: 10.78,
              passedAt: '2026-11-20T12:05:00+01:00',
              smallNok: 33.6,
              smallNoDiscountNok: 42,
              largeNok: 161,
              largeNoDiscountNok: 161,
              rush: false,
              reason: 'regular',
            },
          ],
          freePassages: [],
          ferries: [],
          warnings: [],
        },
      ],
    },
  };
}
