import { expect, test } from 'vitest';
import { formatExpense } from '../../src/batch/format-expense.ts';
import { expenseLine } from '../support/expense-line.ts';

test('a spreadsheet in Norway opens the file: mark, semicolons, decimal commas, æøå', () => {
  const text = formatExpense({ lines: [expenseLine({ name: 'Åsane; nord', nok: 91.84 })] });
  expect(text).toBe(
    '\uFEFFdate;time;kind;name;operator;road;amountNok;vatNok;amountOf;proof;estimated;km;rateNok\r\n' +
      '2026-11-20;08:01;toll;"Åsane; nord";Fjellinjen AS;E18;91,84;0,00;tollSmall;1/toll/1;false;;\r\n',
  );
});

test('a trip without anything to pay has its header alone', () => {
  expect(formatExpense({}).split('\r\n')).toHaveLength(2);
});
