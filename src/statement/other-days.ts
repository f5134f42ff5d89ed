/** Which tariff of other days gives the amount that is billed. */
import { type Day, fromDayNumber, toDayNumber } from '../base/day.ts';
import { formatClock, fromOsloWallClock } from '../base/oslo-time.ts';
import { hasBegun, type Moment } from '../pricing/dated.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import type { Tariff } from '../pricing/toll/law.ts';
import { pricePassage } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import { mayBeFree, type VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import { type Explained, listHypotheses, ownPriceOf } from './mistaken-prices.ts';
import type { BilledPassage, ReconcileTerms } from './statement.ts';

/**
 * The tariff before the one in force, or after it, whose price is billed: by itself, or after one of the mistakes that
 * the tariff in force is tried with. Each is asked at the same time of the same weekday, so many weeks away.
 *
 * @returns `undefined` where neither gives the amount.
 */
export function findOtherDay(
  line: TollLine,
  { ore: billedOre }: BilledPassage,
  terms: ReconcileTerms,
): Explained | undefined {
  const { station, time } = line.price;
  for (const [which, tariff] of listNeighbours(line)) {
    const other = priceUnder(tariff, line, terms);
    const because = `The amount is that of the tariff ${which} this one, ${tellSince(tariff, station.tariffs, time)}.`;
    if (!mayBeFree(other.vehicle ?? {}) && ownPriceOf(other, terms) === billedOre)
      return { kind: 'other-amount', because };
    const hit = listHypotheses(other, terms).find(({ ore }) => ore === billedOre);
    if (hit !== undefined) return { kind: hit.kind, because: `${hit.because} ${because}` };
  }
  return undefined;
}

/** The nearest rows of other prices than those in force, the later one first: operators change prices early. */
function listNeighbours({ price: { station, tariff, time } }: TollLine) {
  const isOther = (row: Tariff) => pricesOf(row) !== (tariff && pricesOf(tariff));
  const begun = station.tariffs.filter((row) => hasBegun(row, time));
  const after = station.tariffs.slice(begun.length).find(isOther);
  const before = begun.findLast(isOther);
  return [
    ...(after ? [['after', after] as const] : []),
    ...(before ? [['before', before] as const] : []),
  ];
}

const pricesOf = ({ small, large }: Tariff): string =>
  [small, large].map((one) => `${one?.ore} ${one?.rushOre}`).join();

const WEEK = 7;

/** The passage as it would be priced while a row holds. */
function priceUnder(tariff: Tariff, line: TollLine, { calendar }: ReconcileTerms): TollLine {
  const { station, drive, time } = line.price;
  const day = findDay(tariff, station.tariffs, time);
  const atMs = fromOsloWallClock(`${day}T${formatClock(time.minuteOfDay)}`);
  const price = pricePassage({ station: { ...station, tariffs: [tariff] }, atMs, drive }, calendar);
  const own = line.vehicle;
  return {
    ...line,
    price,
    ...(own && { vehicle: { ...about(own), passage: price, ...priceVehicle(price, own.vehicle) } }),
  };
}

/** What of a charge has nothing to do with its day. */
const about = ({ vehicle, charge, estimated }: VehicleCharge) => ({ vehicle, charge, estimated });

/** The nearest day of the same weekday on which the row holds at the time of day. */
function findDay(tariff: Tariff, rows: readonly Tariff[], { day, minuteOfDay }: Moment): Day {
  const at = (weeks: number) => ({
    day: fromDayNumber(toDayNumber(day) + WEEK * weeks),
    minuteOfDay,
  });
  if (!hasBegun(tariff, { day, minuteOfDay })) {
    const days = toDayNumber(tariff.from) - toDayNumber(day);
    const weeks = Math.ceil(days / WEEK);
    return hasBegun(tariff, at(weeks)) ? at(weeks).day : at(weeks + 1).day;
  }
  const next = rows[rows.indexOf(tariff) + 1];
  if (next === undefined) return day;
  const weeks = Math.floor((toDayNumber(next.from) - toDayNumber(day)) / WEEK);
  return hasBegun(next, at(weeks)) ? at(weeks - 1).day : at(weeks).day;
}

/** From when it is in force, and until when: a row of the road database from the day on which it was seen, an undated one in its year. */
function tellSince(tariff: Tariff, rows: readonly Tariff[], time: Moment): string {
  const { from, until, observed } = tariff;
  if (until === from) return `of which the year is known alone, ${from.slice(0, 4)}`;
  const next = rows[rows.indexOf(tariff) + 1];
  if (!hasBegun(tariff, time))
    return observed === true
      ? `which was seen from ${tellMinute(tariff)} on`
      : `which is in force from ${tellMinute(tariff)} on`;
  const end = next === undefined || next.observed === true ? ' on' : ` until ${tellMinute(next)}`;
  return `which was in force from ${tellMinute(tariff)}${end}`;
}

const tellMinute = ({ from, fromMin }: Tariff): string =>
  fromMin === undefined ? from : `${from} ${formatClock(fromMin)}`;
