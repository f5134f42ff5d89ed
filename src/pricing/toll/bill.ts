/** Makes the toll bill of a trip from its passages. */
import type { Calendar } from '../../base/calendar.ts';
import { groupBy } from '../../base/lists.ts';
import { type Ore, sumOre } from '../../base/nok.ts';
import { atOnce, mapInSteps, type Steps } from '../../base/steps.ts';
import type { Warning } from '../../base/warning.ts';
import type { Charge, FreeRule } from './charge.ts';
import { mergeDrivePasts } from './drive-past.ts';
import {
  amountOf,
  chargeFourWays,
  eachWay,
  type FourAmounts,
  type FourCharges,
  type FourReadings,
  readFourWays,
  sumUp,
} from './four-ways.ts';
import { isCollecting } from './in-force.ts';
import { type PassagePrice, pricePassage } from './price-passage.ts';
import { isInDoubt } from './readings.ts';
import type { ChargeTerms, TollPassage, TollRange, TollTerms, TollVehicle, Way } from './terms.ts';
import {
  boundVehicleToll,
  type ChargedVehicle,
  chargeVehicle,
  type VehicleCharge,
} from './vehicle-toll.ts';
import { listVehicleWarnings } from './vehicle-warning.ts';
import { listDoubtWarnings, listTollWarnings } from './warning.ts';

/** What the passages of one trip cost. */
export interface TollBill {
  readonly total: FourAmounts;
  /** The number of passages that are charged in the bill's way to pay. */
  readonly count: number;
  /** A rush tariff was charged in the bill's way to pay. */
  readonly rush: boolean;
  /** In travel order; the four amounts add up to `total`. */
  readonly charged: readonly ChargedPassage[];
  readonly free: readonly FreePassage[];
  /** Every passage of a station that collects, with its charge in each way to pay. Proofs are made of these lines. */
  readonly lines: readonly TollLine[];
  /** Passages whose price for the size of the bill is not known: its sums leave them out. */
  readonly unpriced: readonly TollPassage[];
  readonly warnings: readonly Warning[];
  /** What the vehicle pays; absent: no vehicle was named. */
  readonly vehicle?: VehicleToll;
}

/** The sum of one vehicle. */
export interface VehicleToll {
  /** The vehicle amounts of `charged` add up to it. */
  readonly ore: Ore;
  /** The sum holds, or leaves out, an amount that is not known for the vehicle and the day. */
  readonly estimated: boolean;
  /**
   * The least and the most that the sum can be, where a share of zero emission or a rule is not published; absent: all
   * are published.
   */
  readonly range?: TollRange;
}

/** A passage with its price and its charges. */
export interface TollLine {
  readonly price: PassagePrice;
  readonly charges: FourCharges;
  readonly vehicle?: VehicleCharge;
  /** Another reading of a rule in doubt gives the passage another charge in the bill's way to pay. */
  readonly isInDoubt?: true;
}

/** The passages of a trip with their charges, and all readings of what the vehicle is charged. */
interface ChargedTrip {
  readonly lines: readonly TollLine[];
  readonly vehicle: ChargedVehicle | undefined;
}

/** A passage in a list of the bill. */
interface BilledPassage extends TollPassage {
  /** Index of its line in `lines`. */
  readonly line: number;
}

/**
 * A passage that costs something in at least one of the four ways to pay. Where the price of one
 * size is not known, the two amounts of that size are 0 and a warning says so.
 */
export interface ChargedPassage extends FourAmounts, BilledPassage {
  /** The rush tariff was applied for the size of the bill. */
  readonly rush: boolean;
  readonly reason: ChargeReason;
  /** What the vehicle pays; absent: no vehicle was named. */
  readonly vehicle?: VehicleCharge;
}

/**
 * Why the passage costs what it does, in the bill's way to pay.
 *
 * - `regular`, `rush`: the passage pays this tariff.
 * - `dearest-of-hour`: the passage pays for all passages of its window.
 * - `list-price`: the price is a planner's, for a station that we do not know.
 * - `untagged-only`: the passage is free with a tag. It stands in `free`, too.
 * - `other-size-only`: the passage is free for the size of the bill, and stands in `free`, too. Or its price for that
 *   size is not known, and it stands in `unpriced`, too.
 */
export const CHARGE_REASONS = [
  'regular',
  'rush',
  'dearest-of-hour',
  'list-price',
  'untagged-only',
  'other-size-only',
] as const;

type ChargeReason = (typeof CHARGE_REASONS)[number];

/** A passage that is free in the bill's way to pay, and the rule that made it so. */
export interface FreePassage extends BilledPassage {
  readonly rule: FreeRule;
  /** Id of the station whose passage paid for this one; absent where no other passage did. */
  readonly paidAt?: string;
}

/**
 * The toll bill of one trip. Every passage stands in `charged`, `free` or `unpriced`; in two of them only where
 * `ChargeReason` says so. Several records of one station that are hit within one drive past are one passage. A station
 * that does not collect yet, or any more, is a part of the road: passing it is no passage.
 *
 * Each of the four ways to pay is worked out by itself: price of the moment, tag discount, hour rule, local exceptions.
 *
 * @param passages one trip, in travel order; `atMs` must not fall.
 */
export const priceTolls = (
  passages: readonly TollPassage[],
  terms: TollTerms,
  calendar: Calendar,
): TollBill => atOnce(stepTolls(passages, terms, calendar));

/** `priceTolls` in steps, for the passages of months. */
export function* stepTolls(
  passages: readonly TollPassage[],
  terms: TollTerms,
  calendar: Calendar,
): Steps<TollBill> {
  const charged = yield* chargeTrip(passages, terms, calendar);
  return yield* toBill(yield* readTrip(charged, terms), terms);
}

/**
 * The sums of the bill that `priceTolls` gives, without its lists and warnings. It is several times faster.
 *
 * @param isRead false: the other readings of the vehicle's toll, which take most of the time, are left out.
 */
export function sumTolls(
  passages: readonly TollPassage[],
  terms: TollTerms,
  calendar: Calendar,
  isRead = true,
): Pick<TollBill, 'total' | 'vehicle'> {
  const { lines, vehicle } = atOnce(chargeTrip(passages, terms, calendar, isRead));
  return {
    total: sumUp(lines.map(({ charges }) => eachWay((_, amount) => charges[amount].ore))),
    ...(vehicle && { vehicle: sumUpVehicle(vehicle, terms, [...lines.keys()]) }),
  };
}

/** What a vehicle is charged for each passage in `lines` of the bill. The other ways to pay are left out. */
export function* chargeLines(
  passages: readonly TollPassage[],
  terms: ChargeTerms & { readonly vehicle: TollVehicle },
  calendar: Calendar,
): Steps<readonly VehicleCharge[]> {
  const prices = yield* priceCollected(passages, calendar);
  return (yield* chargeVehicle(prices, terms.vehicle, terms)).charges;
}

/**
 * The toll bills of several drives of one vehicle. The rules between passages hold across the drives. An amount stands
 * in the bill of the drive on which it is paid, so the bills add up to the bill of all passages. `lines` of each bill
 * are those of all drives.
 *
 * @param drives in any order; the passages of each in travel order, marked with their drive.
 * @returns the bills of the drives in the order given, and the bill of all.
 */
export function* stepDrives(
  drives: readonly (readonly TollPassage[])[],
  terms: TollTerms,
  calendar: Calendar,
): Steps<{ readonly whole: TollBill; readonly drives: readonly TollBill[] }> {
  const inOrder = drives.flat().toSorted((a, b) => a.atMs - b.atMs);
  const trip = yield* readTrip(yield* chargeTrip(inOrder, terms, calendar), terms);
  const byDrive = groupBy([...trip.lines.keys()], (i) => trip.lines[i]?.price.drive?.no);
  const bills: TollBill[] = [];
  for (const [first] of drives) {
    yield;
    const own = first?.drive === undefined ? [] : (byDrive.get(first.drive.no) ?? []);
    bills.push(yield* toBill(trip, terms, own));
  }
  return { whole: yield* toBill(trip, terms), drives: bills };
}

function* chargeTrip(
  passages: readonly TollPassage[],
  terms: TollTerms,
  calendar: Calendar,
  isRead = true,
): Steps<ChargedTrip> {
  const prices = yield* priceCollected(passages, calendar);
  const charges = yield* chargeFourWays(prices, terms);
  const vehicle = terms.vehicle && (yield* chargeVehicle(prices, terms.vehicle, terms, isRead));
  const lines = prices.map((price, i): TollLine => {
    const own = vehicle?.charges[i];
    return { price, charges: charges[i] as FourCharges, ...(own && { vehicle: own }) };
  });
  return { lines, vehicle };
}

/** Prices each drive past a station that collects. */
function* priceCollected(
  passages: readonly TollPassage[],
  calendar: Calendar,
): Steps<readonly PassagePrice[]> {
  const prices = yield* mapInSteps(mergeDrivePasts(passages), (passage) =>
    pricePassage(passage, calendar),
  );
  return prices.filter(({ station, time }) => isCollecting(station, time));
}

interface ReadTrip extends ChargedTrip {
  readonly fourWays: FourReadings;
}

function* readTrip(trip: ChargedTrip, terms: TollTerms): Steps<ReadTrip> {
  const prices = trip.lines.map(({ price }) => price);
  const charges = trip.lines.map((line) => line.charges);
  const fourWays = yield* readFourWays(prices, charges, terms);
  const readings = fourWays[amountOf(wayOf(terms))];
  const lines = yield* mapInSteps(trip.lines, (line, i) =>
    isInDoubt(readings, i) ? { ...line, isInDoubt: true as const } : line,
  );
  return { ...trip, lines, fourWays };
}

/** The bill's way to pay. */
const wayOf = ({ size, vehicle }: TollTerms): Way => ({ size, tagged: vehicle?.tagged ?? true });

/** @param own indexes of the lines that the bill is about; absent: all. */
function* toBill(
  { lines, vehicle, fourWays }: ReadTrip,
  terms: TollTerms,
  own: readonly number[] = [...lines.keys()],
): Steps<TollBill> {
  const way = wayOf(terms);
  function* listOf<Item>(
    toItem: (one: TollLine, line: number) => Item | undefined,
  ): Steps<readonly Item[]> {
    const items = yield* mapInSteps(own, (line) => toItem(lines[line] as TollLine, line));
    return items.filter((item) => item !== undefined);
  }
  const charged = yield* listOf((one, line) => toCharged(one, line, way));
  const prices = yield* listOf(({ price }) => price);
  const paying = charged.filter((passage) => passage[amountOf(way)] > 0);
  const readings = [...Object.values(fourWays), ...(vehicle?.readings ?? [])];
  const warnings = [
    ...(yield* listTollWarnings(prices, terms)),
    ...(yield* listDoubtWarnings(readings, own)),
    ...(yield* listVehicleWarnings(yield* listOf((one) => one.vehicle))),
  ];
  return {
    total: sumUp(charged),
    count: paying.length,
    rush: paying.some(({ rush }) => rush),
    charged,
    lines,
    free: yield* listOf((one, line) => toFree(one, line, way, lines)),
    unpriced: prices
      .filter((price) => price[terms.size] === undefined)
      .map(({ station, atMs }) => ({ station, atMs })),
    warnings,
    ...(vehicle && { vehicle: sumUpVehicle(vehicle, terms, own) }),
  };
}

/** @param summed indexes of the passages that are summed up. */
function sumUpVehicle(
  vehicle: ChargedVehicle,
  { rulesBetweenPassages }: TollTerms,
  summed: readonly number[],
): VehicleToll {
  const own = summed.map((i) => vehicle.charges[i] as VehicleCharge);
  const found = own.length === 0 ? undefined : boundVehicleToll(vehicle, summed);
  const isPart = own.length < vehicle.charges.length;
  const range = isPart && found?.minOre === found?.maxOre ? undefined : found;
  return {
    ore: sumOre(own, ({ charge }) => charge.ore),
    estimated: !rulesBetweenPassages || own.some(({ estimated }) => estimated),
    ...(range && { range }),
  };
}

/** `undefined` when the passage costs nothing in any of the four ways to pay, and nothing for the vehicle. */
function toCharged(
  { price, charges, vehicle }: TollLine,
  line: number,
  way: Way,
): ChargedPassage | undefined {
  const amounts = eachWay((_, amount) => charges[amount].ore);
  const isPaid = Object.values(amounts).some((ore) => ore > 0) || (vehicle?.charge.ore ?? 0) > 0;
  if (!isPaid) return undefined;

  const { size, tagged } = way;
  const own = charges[amountOf(way)];
  const isOwn = own.ore > 0 || amounts[amountOf({ size, tagged: !tagged })] > 0;
  const rush = isOwn && price[size]?.rush === 'yes';
  const isListed = price.station.listed !== undefined;
  return {
    station: price.station,
    atMs: price.atMs,
    line,
    ...amounts,
    rush,
    reason: toReason(own, { isOwn, rush, isListed }),
    ...(vehicle && { vehicle }),
  };
}

function toReason(
  own: Charge,
  { isOwn, rush, isListed }: Record<'isOwn' | 'rush' | 'isListed', boolean>,
): ChargeReason {
  if (!isOwn) return 'other-size-only';
  if (own.ore === 0) return 'untagged-only';
  if (isListed) return 'list-price';
  if (own.isDearestOfHour) return 'dearest-of-hour';
  return rush ? 'rush' : 'regular';
}

/** `undefined` when the passage is paid in the bill's way to pay, or its price is not known. */
function toFree(
  { price, charges }: TollLine,
  line: number,
  way: Way,
  lines: readonly TollLine[],
): FreePassage | undefined {
  const { free } = charges[amountOf(way)];
  if (free === undefined || price[way.size] === undefined) return undefined;
  const { station, atMs } = price;
  const { rule, payer } = free;
  const paidAt = payer === undefined ? undefined : lines[payer]?.price.station.id;
  return { station, atMs, line, rule, ...(paidAt !== undefined && { paidAt }) };
}
