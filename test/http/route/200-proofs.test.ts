/** What the newer parameters add to an answer, and that its parts belong together. */
import fc from 'fast-check';
import pino from 'pino';
import { expect, test } from 'vitest';
import { answerOnce, answerQuestion } from '../../../src/answer/answer-question.ts';
import { answerTrip } from '../../../src/answer/answers.ts';
import { fromNok } from '../../../src/base/nok.ts';
import { quoteTrip } from '../../../src/trip/quote-trip.ts';
import type { FerryProof, TollProof } from '../../../src/wire/proof.ts';
import type { RouteAnswer } from '../../../src/wire/route.ts';
import { appOf, keyed, withFacts } from '../../support/app.ts';
import { VEHICLE_RULES } from '../../support/bundled-facts.ts';
import { checkFerryProof, checkTollProofs } from '../../support/check-proofs.ts';
import { NATIONAL_BOUNDS } from '../../support/ferry-bounds.ts';
import { ANSWER_TERMS, lineOf, partsOf, routeOf } from '../../support/trip-scene.ts';

const plain = partsOf([routeOf('a1b2cd3e'), routeOf('e3dc2b1a')]);
const parts = { ...plain, tolls: { ...plain.tolls, capGroups: ['town', 'vale'] } };
const app = appOf({
  ...withFacts({ capGroups: parts.tolls.capGroups }),
  answerRoute: answerQuestion(() => ({
    vehicle: {
      lookUp: async () => ({}),
      ferryBounds: NATIONAL_BOUNDS,
      vehicleRules: VEHICLE_RULES,
    },
    answer: answerOnce(answerTrip(quoteTrip(parts), ANSWER_TERMS, pino({ level: 'silent' }))),
  })),
});
const [from, to] = lineOf('ae').map(({ lat, lon }) => `${lat},${lon}`);

const ask = (query: string) => app.inject(keyed(`/api/route?from=${from}&to=${to}&${query}`));
const billsOf = async (query: string) => {
  const reply = await ask(query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<RouteAnswer>()._billing.routes;
};

const EXPLAINED = 'refine=1&explain=1&startTime=2026-11-18T07:00:00Z';

/** Amounts of the answer that are not those of their proof. */
function listUnproved(entry: object, proof: TollProof | FerryProof | undefined): string[] {
  const said = new Map<string, unknown>(Object.entries(entry));
  return (proof?.amounts ?? [{ of: 'proof', ore: -1 }])
    .filter(({ of, ore }) => said.get(of) !== ore / 100)
    .map(({ of }) => of);
}

test('with explain=1 each charged station has its proofs, which give its amounts', async () => {
  for (const bill of await billsOf(`${EXPLAINED}&fuel=electric`)) {
    expect(bill.chargedStations.length).toBeGreaterThan(0);
    expect(bill.chargedStations.flatMap((one) => listUnproved(one, one.proof))).toEqual([]);
    const passages = [...bill.chargedStations, ...bill.freePassages];
    const proofs = new Map(passages.flatMap(({ proof }) => (proof ? [[proof.id, proof]] : [])));
    expect(passages.every(({ proof }) => proof !== undefined)).toBe(true);
    expect(checkTollProofs([...proofs.values()].toSorted(byId))).toEqual([]);
  }
});

const byId = (a: TollProof, b: TollProof) => a.id.localeCompare(b.id);

test('with explain=1 each ferry has its proofs, which give its amounts', async () => {
  for (const bill of await billsOf(`${EXPLAINED}&fuel=electric&ferryAgreement=private`)) {
    expect(bill.ferries).toHaveLength(1);
    expect(bill.ferries.flatMap((one) => listUnproved(one, one.proof))).toEqual([]);
    expect(bill.ferries.flatMap(({ proof }) => (proof ? checkFerryProof(proof) : []))).toEqual([]);
  }
});

test('the lines of a claim add up to the sums that they name, always', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 * 86_400 }),
      fc.constantFrom('', '&heavy=1', '&ferryClass=AP7', '&fuel=electric', '&weight=9000&tag=0'),
      fc.constantFrom('0', '1'),
      async (afterS, vehicle, refine) => {
        const startTime = new Date(
          Date.parse('2026-11-18T00:00:00Z') + afterS * 1000,
        ).toISOString();
        const query = `lines=1&refine=${refine}&startTime=${startTime}${vehicle}`;
        for (const bill of await billsOf(query)) {
          const lines = bill.lines ?? [];
          const sum = lines.reduce((ore, { nok }) => ore + fromNok(nok), 0);
          const toll = vehicle === '&heavy=1' ? bill.tollLarge : bill.tollSmall;
          const total = bill.vehicle?.totalNok ?? toll + bill.ferryNok;
          expect(sum).toBe(fromNok(total));
          expect(bill.linesNok).toBe(sum / 100);
          const names = bill.vehicle ? ['vehicle'] : ['tollLarge', 'tollSmall', 'ferryNok'];
          expect(lines.every(({ amountOf }) => names.includes(amountOf))).toBe(true);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a line names day, time, place and the proof that explain=1 shows', async () => {
  const [bill] = await billsOf('refine=1&lines=1&explain=1&startTime=2026-11-18T11:00:00Z');
  const ids = [...(bill?.chargedStations ?? []), ...(bill?.ferries ?? [])].map(
    ({ proof }) => proof?.id,
  );
  expect(bill?.lines?.every(({ proof }) => ids.includes(proof))).toBe(true);
  expect(bill?.lines?.[0]).toMatchObject({
    date: '2026-11-18',
    time: '12:02',
    kind: 'toll',
    operator: 'Town Toll AS',
    vatNok: 0,
  });
});

test('a preliminary answer has bounds, a refined one none, and the refined toll lies between', async () => {
  const refined = await billsOf('refine=1&bounds=1');
  const preliminary = await billsOf('bounds=1');
  preliminary.forEach(({ tollMin = Number.NaN, tollMax = Number.NaN }, i) => {
    expect(tollMin).toBeLessThanOrEqual(refined[i]?.tollSmall ?? Number.NaN);
    expect(tollMax).toBeGreaterThanOrEqual(refined[i]?.tollSmall ?? Number.NaN);
  });
  expect(refined.some((bill) => 'tollMin' in bill)).toBe(false);
  const [own] = await billsOf('fuel=electric');
  expect(own?.vehicle).toHaveProperty('tollMin');
});

test('a refined answer has bounds for a vehicle whose share is not published, and its lines say that they are estimates', async () => {
  for (const bill of await billsOf('refine=1&lines=1&fuel=electric')) {
    const { tollNok = Number.NaN, ...vehicle } = bill.vehicle ?? {};
    expect(tollNok).toBeGreaterThan(0);
    expect(vehicle).toMatchObject({ tollMin: 0, tollMax: tollNok, estimated: true });
    const tolls = (bill.lines ?? []).filter(({ kind }) => kind === 'toll');
    expect(tolls.map(({ estimated }) => estimated)).toEqual(tolls.map(() => true));
  }
  for (const query of ['fuel=diesel', 'fuel=electric&tag=0'])
    for (const bill of await billsOf(`refine=1&lines=1&${query}`)) {
      expect(bill.vehicle).not.toHaveProperty('tollMin');
      const tolls = (bill.lines ?? []).filter(({ kind }) => kind === 'toll');
      expect(tolls.map(({ estimated }) => estimated)).toEqual(tolls.map(() => false));
    }
});

test('the lines of a preliminary answer are estimates', async () => {
  const [bill] = await billsOf('lines=1');
  const tolls = (bill?.lines ?? []).filter(({ kind }) => kind === 'toll');
  expect([tolls.length > 0, tolls.every(({ estimated }) => estimated)]).toEqual([true, true]);
});

test.each([
  ['explain=2', /^explain must be/],
  ['lines=yes', /^lines must be/],
  ['bounds=true', /^bounds must be/],
  ['passagesThisMonth=', /^passagesThisMonth must be <group>:<count>/],
  ['passagesThisMonth=town', /^passagesThisMonth must be <group>:<count>/],
  ['passagesThisMonth=town:-1', /^passagesThisMonth must be <group>:<count>/],
  ['passagesThisMonth=town:1e1', /^passagesThisMonth must be <group>:<count>/],
  ['passagesThisMonth=town:%2B1', /^passagesThisMonth must be <group>:<count>/],
  ['passagesThisMonth=town:%201', /^passagesThisMonth must be <group>:<count>/],
  ['passagesThisMonth=town:%D9%A1', /^passagesThisMonth must be <group>:<count>/],
  ['passagesThisMonth=town:1.5', /^passagesThisMonth must be <group>:<count>/],
  ['passagesThisMonth=town:1,town:2', /^passagesThisMonth names a group twice/],
  ['passagesThisMonth=city:1', /the groups are town, vale\.$/],
  ['passagesThisMonth=__proto__:1', /the groups are town, vale\.$/],
])('%s is 400, and the sentence says why', async (query, sentence) => {
  const reply = await ask(query);
  expect(reply.statusCode).toBe(400);
  expect(reply.json<{ message: string }>().message).toMatch(sentence);
});

test('a group without a known cap is accepted, and changes no amount', async () => {
  const [bill] = await billsOf('refine=1&passagesThisMonth=town:9000');
  const [asBefore] = await billsOf('refine=1');
  expect(bill?.tollSmall).toBe(asBefore?.tollSmall);
});
