import pino from 'pino';
import { buildApp } from '../../src/http/app.ts';
import type { Services } from '../../src/http/services.ts';
import { answer } from './answer.ts';
import { clockAt } from './clock.ts';
import { NATIONAL_BOUNDS } from './ferry-bounds.ts';

/** Noon on an ordinary Friday; the time of every test that names none. */
export const NOW = '2026-11-20T12:00:00+01:00';

/** The app over fakes; each test replaces what it is about. */
export function appOf(parts: Partial<Services> = {}, deadlineMs = 5000) {
  return buildApp({ ...FAKES, ...parts }, { log: pino({ level: 'silent' }), deadlineMs });
}

export const FAKES: Services = {
  clock: clockAt(NOW),
  ferryBounds: NATIONAL_BOUNDS,
  answerRoute: async () => answer(),
  quays: {
    list: [
      {
        id: '1',
        name: 'Moss ferjekai',
        at: { lat: 59.4287, lon: 10.6514 },
        municipality: 3103,
        status: 'in-use',
        usableByCars: true,
        connectionIds: ['7'],
      },
    ],
    date: '2026-09-10',
  },
  tollStations: { json: '{"meta":{},"stations":[{"id":"82443541"}]}', date: '2026-09-10' },
  speedCameras: { json: '{"meta":{},"cameras":[]}', date: '2026-10-05' },
  dataVersion: 'test',
};
