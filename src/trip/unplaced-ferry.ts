import type { FerryBill } from '../pricing/ferry/bill.ts';

/**
 * Adds what a planner says is sailed without saying where: one crossing at least, which the caller
 * must price.
 *
 * @param ferryM metres; absent: there is no such crossing.
 */
export function withUnplacedFerry(bill: FerryBill, ferryM: number | undefined): FerryBill {
  if (ferryM === undefined) return bill;
  const why = 'The route planner says that a ferry is part of the route, and not where.';
  return {
    ...bill,
    count: bill.count + 1,
    unpriced: [...bill.unpriced, { crossing: { lengthM: ferryM }, name: NAME, why }],
    warnings: [
      ...bill.warnings,
      { code: 'ferry_unpriced', message: `${NAME} is not in the sums: ${why}`, about: NAME },
    ],
  };
}

const NAME = 'Ferry that is not placed';
