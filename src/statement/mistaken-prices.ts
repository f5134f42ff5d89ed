/** What a passage would cost after each mistake of an operator, and by the tariff of other days. */
import type { Calendar } from '../base/calendar.ts';
import { type Day, fromDayNumber, toDayNumber } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import { formatClock, fromOsloWallClock, toOsloTime } from '../base/oslo-time.ts';
import { OTHER_SIZE, TARIFF_GROUPS } from '../base/vehicle.ts';
import { hasBegun } from '../pricing/dated.ts';
import type { Tariff } from '../pricing/toll/law.ts';
import {
  amountFor,
  isRush,
  type PassagePrice,
  pricePassage,
  turnRush,
} from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import type { TollVehicle } from '../pricing/toll/terms.ts';
import { mayBeFree, type VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import type { BilledPassage, Explained, Finding, ReconcileTerms } from './statement.ts';

/** What the vehicle pays for a passage by itself, before the rules between passages. */
type OwnPrice = Omit<VehicleCharge, 'charge' | 'estimated'>;

type MistakenPrice = readonly [Finding['kind'], string, Ore | undefined];

/** The first mistake after which the passage would cost by itself what is billed; `undefined`: none. */
export function findMistakenPrice(own: OwnPrice, billedOre: Ore): Explained | undefined {
  const { passage, vehicle } = own;
  const turned = turnRush(passage);
  const [turnedKind, turnedBecause] =
    passage[vehicle.size]?.rush === 'yes' ? RUSH_NOT_CHARGED : RUSH_CHARGED;
  const all: readonly MistakenPrice[] = [
    [turnedKind, turnedBecause, findTurned(own, turned)],
    ...listMistakes(passage, vehicle),
    // Two mistakes at once.
    ...listMistakes(turned, vehicle).map(([kind, because, ore]): MistakenPrice => {
      return [kind, `${because} ${turnedBecause}`, ore];
    }),
  ];
  const hit = all.find(([, , ore]) => ore === billedOre);
  return hit && { kind: hit[0], because: hit[1] };
}

/** The price of the vehicle itself, with the rush turned; `undefined`: not known. */
function findTurned(own: OwnPrice, turned: PassagePrice): Ore | undefined {
  const price = priceVehicle(turned, own.vehicle);
  const isOrdinary =
    price.doubt?.kind === 'class-not-known' && own.doubt?.kind !== price.doubt.kind;
  return isOrdinary || mayBeFree(price) ? undefined : price.amount?.ore;
}

function listMistakes(passage: PassagePrice, vehicle: TollVehicle): readonly MistakenPrice[] {
  const { size, tagged } = vehicle;
  const other = OTHER_SIZE[size];
  const otherGroup = `The price of tariff group ${TARIFF_GROUPS[other]}`;
  const otherwise = priceVehicle(passage, { ...vehicle, tagged: !tagged }).amount?.ore;
  const untagged = amountFor(passage, { size, tagged: false })?.ore;
  return [
    ['wrong-fuel', NOT_OWN_PRICE, amountFor(passage, vehicle)?.ore],
    [...(tagged ? TAG_NOT_USED : TAG_CHARGED), otherwise],
    ['wrong-fuel', `${NOT_OWN_PRICE} It is that without tag.`, untagged],
    ['wrong-class', `${otherGroup} is billed.`, passage[other]?.tagged.ore],
    ['wrong-class', `${otherGroup} without tag is billed.`, passage[other]?.untagged.ore],
  ];
}

const NOT_OWN_PRICE = 'The ordinary price is billed, not that of the fuel or class of the vehicle.';
const TAG_NOT_USED = ['tag-not-used', 'The price without tag is billed.'] as const;
const TAG_CHARGED = [
  'tag-charged',
  'The price with a tag is billed, and the vehicle has none.',
] as const;
const RUSH_NOT_CHARGED = [
  'rush-not-charged',
  'The price outside the rush is billed, and this moment lies in the rush.',
] as const;
const RUSH_CHARGED = [
  'rush-charged',
  'The rush price is billed, and this moment lies outside the rush.',
] as const;

/**
 * The tariff before or after the one in force whose price is billed, either by itself or after one of the mistakes that
 * are tried with the tariff in force. Each tariff is asked at the same time of a day on which it holds.
 *
 * @returns `undefined` where neither gives the amount.
 */
export function findOtherDay(
  { passage, vehicle }: OwnPrice,
  { ore: billedOre }: BilledPassage,
  { calendar }: Pick<ReconcileTerms, 'calendar'>,
): Explained | undefined {
  for (const [which, tariff] of listNeighbours(passage)) {
    const other = repriceUnder(tariff, passage, calendar);
    if (other === undefined) continue;
    const own = { passage: other, vehicle, ...priceVehicle(other, vehicle) };
    const because = `The amount is that of the tariff ${which} this one, ${tellSince(tariff, passage)}.`;
    if (!mayBeFree(own) && own.amount?.ore === billedOre) return { kind: 'other-amount', because };
    const hit = findMistakenPrice(own, billedOre);
    if (hit !== undefined) return { kind: hit.kind, because: `${hit.because} ${because}` };
  }
  return undefined;
}

/** The nearest rows of other prices than those in force, the later one first: operators change prices early. */
function listNeighbours({ station, ordinary, time }: PassagePrice) {
  const isOther = (row: Tariff) => pricesOf(row) !== (ordinary && pricesOf(ordinary.tariff));
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

/**
 * The passage as it would be priced while a row holds; `undefined`: the row holds on no day like that of the passage.
 */
function repriceUnder(
  tariff: Tariff,
  passage: PassagePrice,
  calendar: Calendar,
): PassagePrice | undefined {
  const atMs = findMoment(tariff, passage, calendar);
  if (atMs === undefined) return undefined;
  const station = { ...passage.station, tariffs: [tariff] };
  return pricePassage({ ...passage, station, atMs }, calendar);
}

/** More days than the longest time without rush, which is July. */
const MOST_DAYS = 60;

/**
 * The same time of the nearest day on which the row holds then, and on which its rush is as on the day of the passage:
 * tariffs change on 1 January, and most days around it have no rush.
 */
function findMoment(
  tariff: Tariff,
  { station, time }: PassagePrice,
  calendar: Calendar,
): number | undefined {
  const { minuteOfDay } = time;
  const next = station.tariffs[station.tariffs.indexOf(tariff) + 1];
  const holds = (day: Day) =>
    (tariff.isOlder === true || hasBegun(tariff, { day, minuteOfDay })) &&
    (next === undefined || !hasBegun(next, { day, minuteOfDay }));
  const { rush } = tariff;
  const isAlike = (atMs: number) =>
    rush === undefined ||
    rush.sizes.every(
      (size) =>
        isRush(rush, toOsloTime(atMs), calendar, size) === isRush(rush, time, calendar, size),
    );
  const [first, step] = hasBegun(tariff, time)
    ? [next?.from ?? time.day, -1]
    : [tariff.from, tariff.isOlder === true ? -1 : 1];
  for (let days = 0; days < MOST_DAYS; days++) {
    const day = fromDayNumber(toDayNumber(first) + step * days);
    const atMs = fromOsloWallClock(`${day}T${formatClock(minuteOfDay)}`);
    if (holds(day) && isAlike(atMs)) return atMs;
  }
  return undefined;
}

/**
 * Says from when and until when a tariff is in force. A row of the road database is known from the day on which it was
 * seen, an undated row only by its year, and some rows only by their last day.
 */
function tellSince(tariff: Tariff, { station: { tariffs }, time }: PassagePrice): string {
  const { from, until, observed, isOlder } = tariff;
  if (until === from) return `of which the year is known alone, ${from.slice(0, 4)}`;
  if (isOlder === true) return `of which the last day is known alone, ${from}`;
  const next = tariffs[tariffs.indexOf(tariff) + 1];
  if (!hasBegun(tariff, time))
    return observed === true
      ? `which was seen from ${tellMinute(tariff)} on`
      : `which is in force from ${tellMinute(tariff)} on`;
  const nextBegins = next === undefined || next.observed === true ? [] : [tellMinute(next)];
  const [end] = [...(until === undefined ? [] : [until]), ...nextBegins].toSorted();
  return `which was in force from ${tellMinute(tariff)} ${end === undefined ? 'on' : `until ${end}`}`;
}

const tellMinute = ({ from, fromMin }: Tariff): string =>
  fromMin === undefined ? from : `${from} ${formatClock(fromMin)}`;
