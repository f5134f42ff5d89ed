/** A matrix over the bundled data and network says of each pair what a question about that trip alone says. */
import pino from 'pino';
import { expect, test } from 'vitest';
import type { OpenMatrix } from '../../src/answer/answers.ts';
import { once } from '../../src/base/memoize.ts';
import { openAnswers, openTerms } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import { departBy, type MatrixQuestion, readMatrix } from '../../src/wire/matrix.ts';
import { readQuestion } from '../../src/wire/question.ts';
import { NETWORK_HOME } from '../support/network-home.ts';

/** Towns, islands, quays, a mountain, both ends of the country, and a place that no road leads to. */
const PLACES = [
  'Oslo',
  '60.3913,5.3221',
  'Trondheim',
  'Kristiansand',
  'Geiranger',
  'Kirkenes',
  'Lillehammer',
  '59.9125,10.6360',
  '58.9701,5.7331',
  '68.2342,14.5683',
  '61.636,8.312',
  '78.2232,15.6267',
];

const SCENES = [
  ['a car in the rush of a Friday', '2026-11-20T07:40:00+01:00', {}],
  [
    'a lorry in the night of February',
    '2027-02-10T02:10:00+01:00',
    { weight: '26000', euroClass: '5', ferryClass: 'AP6' },
  ],
  [
    'an electric car without a tag at Easter',
    '2027-03-25T16:30:00+01:00',
    { fuel: 'electric', tag: '0' },
  ],
  ['a heavy vehicle that is not named', '2026-07-15T12:00:00+02:00', { heavy: '1' }],
  [
    'a van of unknown weight and length, with a ferry agreement and no tag',
    '2026-11-20T11:00:00+01:00',
    { vehicleType: 'van', tag: '0', ferryAgreement: 'business' },
  ],
  [
    'a ferry class beside a length',
    '2026-11-20T11:00:00+01:00',
    { ferryClass: 'AP2', vehicleLength: '7' },
  ],
] as const;

const config = { ...toConfig({ VEIPRIS_HOME: NETWORK_HOME }), engineProcesses: 0 };
const log = pino({ level: 'silent' });
const openService = once(async () => ({
  terms: await openTerms(config, log),
  ...(await openAnswers(config, log, () => undefined)),
}));

test.each(SCENES)('%s', async (_, startTime, vehicle) => {
  const { terms, answerRoute, answerMatrix } = await openService();
  const about = { origins: PLACES, destinations: PLACES, startTime, ...vehicle };
  const ask = async (question: MatrixQuestion) =>
    listPairs(await answerMatrix(departBy(await readMatrix(question, terms), 0)));
  const [priced, plain] = [await ask(about), await ask({ ...about, prices: false })];
  const told: unknown[] = [];
  for (const [origin, from] of PLACES.entries())
    for (const [destination, to] of PLACES.entries()) {
      const asked = { from, to, startTime, refine: '1', alternatives: '0', ...vehicle };
      const route = await readQuestion(asked, terms)
        .then((question) => answerRoute(question))
        .then(({ _billing }) => _billing.routes[0])
        .catch((error: Error & { publicMessage: string }) => error.publicMessage);
      const pair = { origin, destination };
      if (typeof route === 'string') told.push({ ...pair, reason: route });
      else if (route) told.push({ ...pair, ...sumsOf(route, 'heavy' in vehicle) });
    }
  expect(told).toHaveLength(PLACES.length ** 2);
  expect(priced.map(withoutNulls)).toEqual(told);
  expect(
    plain.map(({ origin, destination, durationMin, distance }) => [
      origin,
      destination,
      durationMin,
      distance,
    ]),
  ).toEqual(
    priced.map(({ origin, destination, durationMin, distance }) => [
      origin,
      destination,
      durationMin,
      distance,
    ]),
  );
  expect(priced.filter(({ complete }) => complete === false).length).toBeGreaterThan(20);
  expect(priced.filter(({ tollNok = 0 }) => Number(tollNok) > 0).length).toBeGreaterThan(60);
  expect(priced.filter(({ ferryNok = 0 }) => Number(ferryNok) > 0).length).toBeGreaterThan(20);
});

async function listPairs({ pairs }: OpenMatrix) {
  const all = [];
  for await (const some of pairs) all.push(...some);
  return all;
}

type Bill = Awaited<
  ReturnType<Awaited<ReturnType<typeof openAnswers>>['answerRoute']>
>['_billing']['routes'][number];

/** What of the bill of a route a pair has. */
function sumsOf(bill: Bill, isHeavy: boolean) {
  const { durationMin, distance, complete, missing, warnings, vehicle, ferryNok } = bill;
  const tollNok = isHeavy ? bill.tollLarge : bill.tollSmall;
  const totalNok = Math.round(100 * (tollNok + ferryNok)) / 100;
  const {
    tollNok: own,
    ferryNok: ownFerry,
    totalNok: ownTotal,
  } = vehicle ?? { tollNok, ferryNok, totalNok };
  return {
    durationMin,
    distance,
    tollNok: own,
    ferryNok: ownFerry,
    totalNok: ownTotal,
    complete,
    ...((vehicle?.estimated ?? bill.ferries.some(({ estimated }) => estimated)) && {
      estimated: true,
    }),
    ...(missing.length > 0 && { missing: missing.map(({ why }) => why) }),
    ...(warnings.length > 0 && { warnings: [...new Set(warnings.map(({ code }) => code))] }),
  };
}

/** Of a pair without a way the reason alone. */
const withoutNulls = ({
  origin,
  destination,
  reason,
  ...sums
}: Awaited<ReturnType<typeof listPairs>>[number]) =>
  reason === undefined ? { origin, destination, ...sums } : { origin, destination, reason };
