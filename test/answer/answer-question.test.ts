import { expect, test } from 'vitest';
import { openAdmission } from '../../src/answer/admission.ts';
import { admitInTurn, answerQuestion } from '../../src/answer/answer-question.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';
import { VEHICLE_RULES } from '../support/vehicle-rules.ts';

test('a question without a vehicle is handed on as it is, and no register is asked', async () => {
  const question = parseQuoteRequest(
    { from: '60,10', to: '61,11' },
    { nowMs: 0, ferryBounds: NATIONAL_BOUNDS },
  );
  const reached = new Error('The question has reached the trip.');
  const answer = answerQuestion(() => ({
    vehicle: {
      lookUp: () => Promise.reject(new Error('Expected no register to be asked.')),
      ferryBounds: NATIONAL_BOUNDS,
      vehicleRules: VEHICLE_RULES,
    },
    admit: openAdmission(0),
    async quote(handedOn) {
      expect(handedOn).toBe(question);
      throw reached;
    },
  }));
  await expect(answer(question)).rejects.toBe(reached);
});

test('a question that is not remembered is worked out in the turn of its account, and ends with its caller', async () => {
  const { signal } = new AbortController();
  const pause = async () => undefined;
  const turns: unknown[] = [];
  const admit = admitInTurn({
    async run(account, work, ends) {
      turns.push([account, ends]);
      return work(pause);
    },
  });
  const told = await admit('asked', async (...quoted) => quoted, { account: 'a', signal });
  expect(told).toEqual(['asked', { signal, pause }]);
  await admit('asked', async () => undefined);
  expect(turns).toEqual([
    ['a', signal],
    ['', undefined],
  ]);
});
