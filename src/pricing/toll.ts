/** Passages to a toll bill. */
import type { Calendar } from '../base/calendar.ts';
import type { Ore } from '../base/nok.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';
import { type Charge, chargeEach, chargeTrip, type Way } from './charge.ts';
import { mergeDrivePasts } from './drive-past.ts';
import { applyCaps, type CapUse } from './monthly-cap.ts';
import { type PassagePrice, pricePassage } from './price-passage.ts';
import type { TollStation } from './tariff.ts';
import type { TollVehicle } from './toll-vehicle.ts';
import { listTollWarnings } from './toll-warning.ts';
import { chargeVehicle, type VehicleCharge } from './vehicle-toll.ts';
import { listVehicleWarnings } from './vehicle-warning.ts';

/** A station passed at a moment, in travel order. */
export interface TollPassage {
  readonly station: TollStation;
  /** Unix time, milliseconds. */
  readonly atMs: number;
}

/** One amount for each way to pay: tariff group 1 and 2, with and without tag. */
export interface FourAmounts {
  readonly smallOre: Ore;
  readonly smallNoDiscountOre: Ore;
  readonly largeOre: Ore;
  readonly largeNoDiscountOre: Ore;
}

/**
 * A passage that costs something in at least one of the four ways to pay. Where the price of one
 * size is not known, the two amounts of that size are 0 and a warning says so.
 */
export interface ChargedPassage extends FourAmounts {
  readonly station: TollStation;
  readonly atMs: number;
  /** The rush tariff was applied for the size of the bill. */
  readonly rush: boolean;
  readonly reason: ChargeReason;
  /** What the very vehicle pays; absent: none was named. */
  readonly vehicle?: VehicleCharge;
}

/**
 * Why the passage costs what it does, for the size of the bill with a tag. `regular` and `rush`
 * name the tariff; `dearest-of-hour` pays for the passages of its window; `list-price` is that of
 * a planner, for a station that we do not know; `untagged-only` is free
 * with a tag, and `other-size-only` free for the size of the bill: both stand in `free`, too.
 * `other-size-only` is also the reason where the price for the size of the bill is not known: the
 * passage then stands in `unpriced`, too.
 */
export type ChargeReason =
  | 'regular'
  | 'rush'
  | 'dearest-of-hour'
  | 'list-price'
  | 'untagged-only'
  | 'other-size-only';

/** A passage that is free for the size of the bill with a tag, and the rule that made it so. */
export interface FreePassage {
  readonly station: TollStation;
  readonly atMs: number;
  readonly rule: FreeRule;
  /** Id of the station whose passage paid for this one; absent where no other passage did. */
  readonly paidAt?: string;
}

/** The rules that make a passage free. */
export const FREE_RULES = [
  /** Another passage of the group inside the window pays. */
  'hour-rule',
  /** Only one passage is paid between two times of day. */
  'once-between',
  /** Paid at a linked station. */
  'linked-station',
  /** Reversed hour rule: only one of the two stations was passed. */
  'reversed-rule',
  /** The tariff is known, and is 0. */
  'zero-tariff',
  /** The month has had as many paid passages as it has to. */
  'monthly-cap',
] as const;

export type FreeRule = (typeof FREE_RULES)[number];

export interface TollBill {
  readonly total: FourAmounts;
  /** Passages charged for the size of the bill with a tag. */
  readonly count: number;
  /** A rush tariff was charged for the size of the bill. */
  readonly rush: boolean;
  /** In travel order; the four amounts add up to `total`. */
  readonly charged: readonly ChargedPassage[];
  readonly free: readonly FreePassage[];
  /** Every passage that is priced, with its charge in each way to pay: what proofs are made of. */
  readonly lines: readonly TollLine[];
  /** Passages whose price for the size of the bill is not known: its sums leave them out. */
  readonly unpriced: readonly TollPassage[];
  readonly warnings: readonly Warning[];
  /** What the very vehicle pays; absent: none was named. */
  readonly vehicle?: VehicleToll;
}

/** The sum of one vehicle. */
export interface VehicleToll {
  /** The vehicle amounts of `charged` add up to it. */
  readonly ore: Ore;
  /** The sum holds, or leaves out, an amount that is not known for the vehicle and the day. */
  readonly estimated: boolean;
}

export interface TollTerms {
  /** The tariff group that `count`, `rush`, `reason` and `free` are worked out for. */
  readonly size: VehicleSize;
  /** False for a preliminary bill: every passage is charged, no rule between passages. */
  readonly rulesBetweenPassages: boolean;
  /** Priced beside the four ways to pay; absent: none. */
  readonly vehicle?: TollVehicle;
  /** How far monthly caps are used; absent: not known, and none is applied. */
  readonly capUse?: CapUse;
}

/**
 * The toll bill of one trip. Every passage stands in `charged`, `free` or `unpriced`; in two of
 * them only where `ChargeReason` says so. Records of one station hit within one drive past are one
 * passage.
 *
 * The four ways to pay are worked out each for itself: price of the moment, tag discount, hour
 * rule, local exceptions.
 *
 * @param passages one trip, in travel order; `atMs` must not fall.
 */
export function priceTolls(
  passages: readonly TollPassage[],
  terms: TollTerms,
  calendar: Calendar,
): TollBill {
  const prices = mergeDrivePasts(passages).map((passage) => pricePassage(passage, calendar));
  const charges = chargeFourWays(prices, terms);
  const own = terms.vehicle && chargeVehicle(prices, terms.vehicle, terms);
  const lines = prices.map((price, i): TollLine => {
    const vehicle = own?.[i];
    return { price, charges: charges[i] as FourCharges, ...(vehicle && { vehicle }) };
  });
  const charged = lines.flatMap((line) => toCharged(line, terms.size) ?? []);
  const paying = charged.filter((passage) => passage[COLUMNS[terms.size].tagged] > 0);
  return {
    total: sumUp(charged),
    count: paying.length,
    rush: paying.some(({ rush }) => rush),
    charged,
    lines,
    free: lines.flatMap((line) => toFree(line, terms.size, prices) ?? []),
    unpriced: prices
      .filter((price) => price[terms.size] === undefined)
      .map(({ station, atMs }) => ({ station, atMs })),
    warnings: [
      ...listTollWarnings(prices, terms),
      ...(own === undefined ? [] : listVehicleWarnings(own)),
    ],
    ...(own && {
      vehicle: {
        ore: own.reduce((sum, { charge }) => sum + charge.ore, 0),
        estimated: !terms.rulesBetweenPassages || own.some(({ estimated }) => estimated),
      },
    }),
  };
}

/** The charges of one passage in the four ways to pay. */
export type FourCharges = Readonly<Record<keyof FourAmounts, Charge>>;

/** A passage with what it is charged, and the prices that this began with. */
export interface TollLine {
  readonly price: PassagePrice;
  readonly charges: FourCharges;
  readonly vehicle?: VehicleCharge;
}

const COLUMNS = {
  small: { tagged: 'smallOre', untagged: 'smallNoDiscountOre' },
  large: { tagged: 'largeOre', untagged: 'largeNoDiscountOre' },
} as const;

function chargeFourWays(prices: readonly PassagePrice[], terms: TollTerms): FourCharges[] {
  const byRules = terms.rulesBetweenPassages ? chargeTrip : chargeEach;
  const charge = (all: readonly PassagePrice[], way: Way) =>
    applyCaps(all, byRules(all, way), way, terms.capUse);
  const small = charge(prices, { size: 'small', tagged: true });
  const smallNoDiscount = charge(prices, { size: 'small', tagged: false });
  const large = charge(prices, { size: 'large', tagged: true });
  const largeNoDiscount = charge(prices, { size: 'large', tagged: false });
  // Each column has one charge per price, in the same order.
  return prices.map((_, i) => ({
    smallOre: small[i] as Charge,
    smallNoDiscountOre: smallNoDiscount[i] as Charge,
    largeOre: large[i] as Charge,
    largeNoDiscountOre: largeNoDiscount[i] as Charge,
  }));
}

/** `undefined` when the passage costs nothing in all four ways to pay, nor to the very vehicle. */
function toCharged(
  { price, charges, vehicle }: TollLine,
  size: VehicleSize,
): ChargedPassage | undefined {
  const smallOre = charges.smallOre.ore;
  const smallNoDiscountOre = charges.smallNoDiscountOre.ore;
  const largeOre = charges.largeOre.ore;
  const largeNoDiscountOre = charges.largeNoDiscountOre.ore;
  const allOre = smallOre + smallNoDiscountOre + largeOre + largeNoDiscountOre;
  if (allOre + (vehicle?.charge.ore ?? 0) === 0) return undefined;

  const tagged = charges[COLUMNS[size].tagged];
  const isOwn = tagged.ore > 0 || charges[COLUMNS[size].untagged].ore > 0;
  const rush = isOwn && price[size]?.rush === 'yes';
  return {
    station: price.station,
    atMs: price.atMs,
    smallOre,
    smallNoDiscountOre,
    largeOre,
    largeNoDiscountOre,
    rush,
    reason: toReason(tagged, { isOwn, rush, isListed: price.station.listed !== undefined }),
    ...(vehicle && { vehicle }),
  };
}

function toReason(
  tagged: Charge,
  { isOwn, rush, isListed }: Record<'isOwn' | 'rush' | 'isListed', boolean>,
): ChargeReason {
  if (!isOwn) return 'other-size-only';
  if (tagged.ore === 0) return 'untagged-only';
  if (isListed) return 'list-price';
  if (tagged.isDearestOfHour) return 'dearest-of-hour';
  return rush ? 'rush' : 'regular';
}

/** `undefined` when the size pays with a tag, or nobody knows what it pays. */
function toFree(
  { price, charges }: TollLine,
  size: VehicleSize,
  prices: readonly PassagePrice[],
): FreePassage | undefined {
  const { free } = charges[COLUMNS[size].tagged];
  if (free === undefined || price[size] === undefined) return undefined;
  const { station, atMs } = price;
  const { rule, payer } = free;
  const paidAt = payer === undefined ? undefined : prices[payer]?.station.id;
  return paidAt === undefined ? { station, atMs, rule } : { station, atMs, rule, paidAt };
}

function sumUp(passages: readonly FourAmounts[]): FourAmounts {
  const sum = { smallOre: 0, smallNoDiscountOre: 0, largeOre: 0, largeNoDiscountOre: 0 };
  for (const passage of passages) {
    sum.smallOre += passage.smallOre;
    sum.smallNoDiscountOre += passage.smallNoDiscountOre;
    sum.largeOre += passage.largeOre;
    sum.largeNoDiscountOre += passage.largeNoDiscountOre;
  }
  return sum;
}
