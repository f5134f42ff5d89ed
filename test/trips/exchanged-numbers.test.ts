/** A trip whose latitude and longitude were exchanged, on the bundled data and network. */
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { openAnswers } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import { appOf, keyed } from '../support/app.ts';
import { NETWORK_HOME } from '../support/network-home.ts';

let app: ReturnType<typeof appOf>;

beforeAll(async () => {
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  const log = pino({ level: 'silent' });
  const { answerRoute, answerEstimate } = await openAnswers(config, log, () => undefined);
  app = appOf({ answerRoute, answerEstimate }, 60_000);
});

test.each(['/api/route', '/api/route-osrm'])(
  '%s says so of Oslo, and not of Stockholm',
  async (path) => {
    const ask = async (from: string) =>
      (await app.inject(keyed(`${path}?from=${from}&to=60.39,5.32`))).json();
    const [oslo, stockholm] = [await ask('10.75,59.91'), await ask('18.06,59.33')];
    expect(oslo).toMatchObject({ error: 'route_not_possible' });
    expect(oslo.message).toMatch(
      /^from lies outside Norway, and inside with its numbers exchanged/,
    );
    expect(stockholm).toMatchObject({ error: 'route_not_possible' });
    expect(stockholm.message).toMatch(
      /^The (start|end) lies more than 10 km from the nearest known road/,
    );
  },
);
