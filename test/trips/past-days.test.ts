/** Trips of days on which stations stood that the road database has no more: never a 0 without a word. */
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { loadTerms, openAnswers } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import { NETWORK_HOME } from '../support/network-home.ts';
import { table } from '../support/table.ts';

let answers: Awaited<ReturnType<typeof openAnswers>>;
const { ferryBounds } = loadTerms();

beforeAll(async () => {
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  answers = await openAnswers(config, pino({ level: 'silent' }), () => undefined);
});

test.each(
  table<'from' | 'to' | 'start' | 'missing' | 'because'>(`
    from           | to            | start            | missing | because
    59.284,11.11   | 59.105,11.26  | 2018-06-01T10:00 | Svinesund | it closed on 2021-03-15
    59.284,11.11   | 59.105,11.26  | 2021-03-16T10:00 |  | it had closed
    61.115,10.466  | 61.53,10.14   | 2018-06-01T10:00 | Tingberg | it closed on 2024-02-08
    61.115,10.466  | 61.20,10.23   | 2019-11-04T10:00 | Fåberg | it closed on 2021-07-01
    58.97,5.7331   | 58.852,5.735  | 2018-09-03T08:00 | Forus (old ring) | the ring of 2001 ended on 2018-10-01
    59.482,11.65   | 59.66,10.95   | 2018-06-04T10:00 | E18 Ramstad, E18 Brennemoen, E18 Dalen | those of the E18 in Østfold closed on 2021-07-01
    59.482,11.65   | 59.66,10.95   | 2021-07-01T10:00 |  | they had closed
    63.11,7.73     | 63.06,7.60    | 2019-06-03T10:00 | Atlanterhavstunnelen | the last manned station closed on 2020-07-01
    63.11,7.73     | 63.06,7.60    | 2020-07-01T10:00 |  | it had closed
  `),
)('$from to $to at $start misses [$missing], for $because', async (row) => {
  const { from, to, start } = row;
  const asked = { from, to, startTime: `${start}:00+02:00`, refine: '1', alternatives: '0' };
  const { _billing } = await answers.answerRoute(
    parseQuoteRequest(asked, { nowMs: 0, ferryBounds }),
    {},
  );
  const [route] = _billing.routes;
  expect(route?.missing.map(({ name }) => name).join(', ')).toBe(row.missing);
  expect(route?.complete).toBe(row.missing === '');
  expect(route?.warnings.map(({ code }) => code)).toContain('stations_of_extract');
});

test.each(
  table<'from' | 'to' | 'start' | 'km' | 'because'>(`
    from            | to              | start            | km  | because
    63.09,7.79      | 63.13,7.85      | 2025-11-03T12:00 | 6   | Omsundbrua collects from January 2026 on
    63.09,7.79      | 63.13,7.85      | 2026-11-02T12:00 | 117 | it collects, and a way leads round the fjords
    60.235,11.185   | 60.40,11.27     | 2026-11-02T12:00 | 25  | the E6 between Dal and Minnesund collects no more
    60.0103,10.7773 | 59.9288,10.4954 | 2014-06-06T20:00 | 30  | the old ring of Oslo charged nothing on the way out
  `),
)('from $from to $to at $start avoiding tolls takes $km km: $because', async (row) => {
  const { from, to, start, km } = row;
  const asked = { from, to, startTime: `${start}:00+01:00`, refine: '1', avoidTolls: '1' };
  const { _billing } = await answers.answerRoute(
    parseQuoteRequest(asked, { nowMs: 0, ferryBounds }),
    {},
  );
  const [route] = _billing.routes;
  expect([Math.round((route?.distance ?? 0) / 1000), route?.tollSmall]).toEqual([Number(km), 0]);
});
