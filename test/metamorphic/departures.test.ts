/** Departures over the bundled data and network say what a question about one of them alone says. */
import pino from 'pino';
import { expect, test } from 'vitest';
import { openAnswers, openTerms } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import { readDepartures } from '../../src/wire/departures.ts';
import { readQuestion } from '../../src/wire/question.ts';
import { NETWORK_HOME } from '../support/network-home.ts';

const EARLIEST = '2026-11-20T11:00:00+01:00';

test.each([
  [
    'a van of unknown weight',
    { to: 'Drammen', vehicleType: 'van', fuel: 'diesel', vehicleLength: '5' },
  ],
  [
    'a length beside a ferry class',
    { to: 'Horten', ferryClass: 'AP2', vehicleLength: '7', tag: '1' },
  ],
  ['nothing of the vehicle', { to: 'Brekstad' }],
])('a departure is an estimate and has warnings as a trip by itself: %s', async (_, asked) => {
  const config = { ...toConfig({ VEIPRIS_HOME: NETWORK_HOME }), engineProcesses: 0 };
  const log = pino({ level: 'silent' });
  const terms = await openTerms(config, log);
  const { answerRoute, answerDepartures } = await openAnswers(config, log, () => undefined);
  const trip = { from: 'Moss', ...asked };
  const window = { earliest: EARLIEST, latest: EARLIEST };
  const { departures } = await answerDepartures(
    await readDepartures({ ...trip, ...window }, terms),
  );
  const alone = { ...trip, startTime: EARLIEST, refine: '1', alternatives: '0' };
  const { _billing } = await answerRoute(await readQuestion(alone, terms));
  const [route] = _billing.routes;
  expect(departures[0]).toMatchObject({
    estimated: route?.vehicle?.estimated ?? route?.ferries.some(({ estimated }) => estimated),
    warnings: [...new Set(route?.warnings.map(({ code }) => code))],
  });
});
