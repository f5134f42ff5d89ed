/** The four ways to pay: small and large, with a tag and without. */
import { type Ore, sumOre } from '../../base/nok.ts';
import { mapInSteps, type Steps } from '../../base/steps.ts';
import { type Charge, stepCharges } from './charge.ts';
import { stepDoubts } from './doubt.ts';
import { amountFor, type PassagePrice } from './price-passage.ts';
import { type Readings, tryReadings } from './readings.ts';
import type { ChargeTerms, Way } from './terms.ts';

/** One amount for each way to pay: tariff group 1 and 2, with and without tag. */
export interface FourAmounts {
  readonly smallOre: Ore;
  readonly smallNoDiscountOre: Ore;
  readonly largeOre: Ore;
  readonly largeNoDiscountOre: Ore;
}

/** The charges of one passage in the four ways to pay. */
export type FourCharges = Readonly<Record<keyof FourAmounts, Charge>>;

const WAYS: Readonly<Record<keyof FourAmounts, Way>> = {
  smallOre: { size: 'small', tagged: true },
  smallNoDiscountOre: { size: 'small', tagged: false },
  largeOre: { size: 'large', tagged: true },
  largeNoDiscountOre: { size: 'large', tagged: false },
};

const AMOUNTS_OF = {
  small: { tagged: 'smallOre', untagged: 'smallNoDiscountOre' },
  large: { tagged: 'largeOre', untagged: 'largeNoDiscountOre' },
} as const;

/** The name of the amount of a way to pay. */
export const amountOf = ({ size, tagged }: Way): keyof FourAmounts =>
  AMOUNTS_OF[size][tagged ? 'tagged' : 'untagged'];

/** One value for each way to pay. */
export function eachWay<Value>(
  toValue: (way: Way, amount: keyof FourAmounts) => Value,
): Record<keyof FourAmounts, Value> {
  const of = (amount: keyof FourAmounts) => toValue(WAYS[amount], amount);
  return {
    smallOre: of('smallOre'),
    smallNoDiscountOre: of('smallNoDiscountOre'),
    largeOre: of('largeOre'),
    largeNoDiscountOre: of('largeNoDiscountOre'),
  };
}

/** `eachWay` in steps. */
function* eachWayInSteps<Value>(
  toSteps: (way: Way) => Steps<Value>,
): Steps<Record<keyof FourAmounts, Value>> {
  return {
    smallOre: yield* toSteps(WAYS.smallOre),
    smallNoDiscountOre: yield* toSteps(WAYS.smallNoDiscountOre),
    largeOre: yield* toSteps(WAYS.largeOre),
    largeNoDiscountOre: yield* toSteps(WAYS.largeNoDiscountOre),
  };
}

/** The charges of each passage, in the order given. Each way to pay is worked out by itself. */
export function* chargeFourWays(
  passages: readonly PassagePrice[],
  terms: ChargeTerms,
): Steps<FourCharges[]> {
  const columns = yield* eachWayInSteps((way) => chargeWay(passages, way, terms));
  // Each column has one charge per passage, in the same order.
  return yield* mapInSteps(passages, (_, i) =>
    eachWay((_way, amount) => columns[amount][i] as Charge),
  );
}

function* chargeWay(
  passages: readonly PassagePrice[],
  way: Way,
  terms: ChargeTerms,
): Steps<readonly Charge[]> {
  const prices = yield* mapInSteps(passages, (passage) => amountFor(passage, way)?.ore ?? 0);
  return yield* stepCharges(passages, prices, way, terms);
}

/**
 * What the passages cost in each way to pay by every reading of the rules in doubt.
 *
 * @param charges of each passage, as the bill reads the rules.
 */
export const readFourWays = (
  passages: readonly PassagePrice[],
  charges: readonly FourCharges[],
  terms: ChargeTerms,
): Steps<FourReadings> => eachWayInSteps((way) => readWay(passages, way, { ...terms, charges }));

function* readWay(
  passages: readonly PassagePrice[],
  way: Way,
  { charges, ...terms }: ChargeTerms & { readonly charges: readonly FourCharges[] },
): Steps<Readings> {
  const doubts = yield* stepDoubts(passages, way, terms.capUse);
  if (doubts.length === 0) return NO_READINGS;
  const charged = charges.map((four) => four[amountOf(way)].ore);
  return yield* tryReadings(passages, charged, doubts, function* (read) {
    return (yield* chargeWay(read, way, terms)).map(({ ore }) => ore);
  });
}

const NO_READINGS: Readings = { charged: [], others: [] };

export type FourReadings = Readonly<Record<keyof FourAmounts, Readings>>;

/** The sum of each way to pay. */
export const sumUp = (passages: readonly FourAmounts[]): FourAmounts =>
  eachWay((_, amount) => sumOre(passages, (passage) => passage[amount]));
