import type { AnswerLine } from '../../src/wire/expense.ts';

/** A line of a bill. @param facts what is different of it. */
export const expenseLine = (facts: Partial<AnswerLine> = {}): AnswerLine => ({
  date: '2026-11-20',
  time: '08:01',
  kind: 'toll',
  name: 'E18 Maritim',
  operator: 'Fjellinjen AS',
  road: 'E18',
  nok: 40,
  vatNok: 0,
  amountOf: 'tollSmall',
  estimated: false,
  proof: '1/toll/1',
  ...facts,
});
