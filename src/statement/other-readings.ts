/** Other readings of lines of which a file does not tell how they are meant. Nothing is asked back that one of them denies. */
import { groupBy } from '../base/lists.ts';
import { fromNok, type Ore, sumOre } from '../base/nok.ts';
import { mapInSteps, type Steps } from '../base/steps.ts';
import { pricePassage, turnRush } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import { listOres } from './find-stations.ts';
import { limitExcess } from './limit-excess.ts';
import {
  type BilledPassage,
  excessOf,
  type Finding,
  type Located,
  type ReconcileTerms,
} from './statement.ts';

type PriceTerms = Pick<ReconcileTerms, 'calendar' | 'vehicle'>;

interface OtherReading {
  /** Rows of each vehicle. */
  readonly vehicles: readonly (readonly BilledPassage[])[];
  /** Why the lines may be meant so. */
  readonly because: string;
}

type Vehicles = OtherReading['vehicles'];

/** Why rows may be meant otherwise, and how they are read then; the same rows where nothing leaves that open. */
const CHANGES: readonly (readonly [because: string, change: (vehicles: Vehicles) => Vehicles])[] = [
  [
    'a column or lines between the passages may name several vehicles, as drivers, units or foreign plates do: write the plate beside each passage, in a column of its own.',
    (vehicles) => vehicles.flatMap((rows) => [...groupBy(rows, ({ unit }) => unit).values()]),
  ],
  [
    'a line that corrects another one has no minus, and may pay back: write what is paid back with a minus.',
    (vehicles) => vehicles.map((rows) => rows.map(payBack)),
  ],
  [
    'days such as 11/05/2026 may begin with the month, and none of them tells: write the year first.',
    (vehicles) => vehicles.map((rows) => rows.map(beginWithMonth)),
  ],
];

/** @param vehicles rows of each, as they are read at first. */
export function listOtherReadings(vehicles: Vehicles): readonly OtherReading[] {
  const others: OtherReading[] = [];
  for (const [because, change] of CHANGES) {
    const changed = change(vehicles);
    if (isSame(changed, vehicles)) continue;
    const further = others.map((one) => ({ vehicles: change(one.vehicles), because }));
    others.push({ vehicles: changed, because }, ...further);
  }
  return others;
}

const isSame = (some: Vehicles, others: Vehicles): boolean =>
  some.length === others.length &&
  some.every((rows, i) => rows.every((row, at) => row === others[i]?.[at]));

function payBack(row: BilledPassage): BilledPassage {
  const { ore, vatOre = 0 } = row;
  return row.mayPayBack ? { ...row, ore: -ore, ...(vatOre !== 0 && { vatOre: -vatOre }) } : row;
}

function beginWithMonth(row: BilledPassage): BilledPassage {
  const { otherMs, ...rest } = row;
  return otherMs === undefined ? row : { ...rest, atMs: otherMs };
}

const beginWithDay = ({ otherMs: _, ...row }: BilledPassage): BilledPassage => row;

/**
 * Rows whose days begin as the drives tell: where most of those that differ by the order of day and month are of a drive
 * in the one order, and in the other one no further row is.
 *
 * @param listDriven lines of which there is a drive.
 * @returns the same rows where the drives do not tell.
 */
export function* settleDays(
  vehicles: Vehicles,
  listDriven: (vehicles: Vehicles) => Steps<readonly number[]>,
): Steps<Vehicles> {
  const differing = vehicles
    .flat()
    .filter(({ atMs, otherMs = atMs }) => otherMs !== atMs)
    .map(({ line }) => line);
  if (differing.length === 0) return vehicles;
  const byDay = vehicles.map((rows) => rows.map(beginWithDay));
  const byMonth = vehicles.map((rows) => rows.map(beginWithMonth));
  const ofDay = new Set(yield* listDriven(byDay));
  const ofMonth = new Set(yield* listDriven(byMonth));
  const isTold = (own: ReadonlySet<number>, other: ReadonlySet<number>): boolean => {
    const fitting = differing.filter((line) => own.has(line)).length;
    const others = differing.filter((line) => other.has(line));
    return (
      fitting * 2 > differing.length &&
      fitting > others.length &&
      others.every((line) => own.has(line))
    );
  };
  if (isTold(ofDay, ofMonth)) return byDay;
  return isTold(ofMonth, ofDay) ? byMonth : vehicles;
}

/**
 * Lines of a file of whole kroner, with the prices that their amounts are rounded from: that of the vehicle, else another
 * price of the station, or of a passage of the same hours. An amount that is a price itself stays. A credit is rounded as
 * a line of its amount.
 *
 * @param located lines of one vehicle.
 */
export function* unround(located: readonly Located[], terms: PriceTerms): Steps<Located[]> {
  const ofGroup = new Map<string, Set<Ore>>();
  const priced = yield* mapInSteps(located, ({ row, found }) => {
    const prices = found.map((station) =>
      pricePassage({ station, atMs: row.atMs }, terms.calendar),
    );
    const own = prices.flatMap((one) => priceVehicle(one, terms.vehicle).amount?.ore ?? []);
    const group = found[0]?.hourGroup;
    if (group !== undefined) ofGroup.set(group, new Set([...(ofGroup.get(group) ?? []), ...own]));
    return { own, others: prices.flatMap((one) => [one, turnRush(one)].flatMap(listOres)) };
  });
  const exact = new Map<Ore, Ore>();
  const paid = yield* mapInSteps(located, (one, i) => {
    const { row, found } = one;
    if (row.ore <= 0 || row.vatOre !== undefined) return one;
    const { own = [], others = [] } = priced[i] ?? {};
    const isOf = (ore: Ore) => Math.abs(ore - row.ore) * 2 <= fromNok(1);
    const ofHours = ofGroup.get(found[0]?.hourGroup ?? '') ?? [];
    const ore =
      own.find(isOf) ?? (others.includes(row.ore) ? row.ore : [...others, ...ofHours].find(isOf));
    if (ore === undefined || ore === row.ore) return one;
    exact.set(row.ore, ore);
    return { ...one, row: { ...row, ore, roundedOre: row.ore } };
  });
  return paid.map((one) => {
    const ore = exact.get(-one.row.ore);
    return ore === undefined
      ? one
      : { ...one, row: { ...one.row, ore: -ore, roundedOre: one.row.ore } };
  });
}

/** @param others the findings of another reading. @param because why the lines may be meant so. */
export function limitByReading(
  findings: readonly Finding[],
  others: readonly Finding[],
  because: string,
): readonly Finding[] {
  const ofLine = groupBy(
    others.filter(({ estimated }) => !estimated),
    ({ line }) => line,
  );
  return findings.map((one) => {
    const otherOre: Ore = sumOre(ofLine.get(one.line) ?? [], excessOf);
    if (one.estimated || excessOf(one) <= otherOre) return one;
    return limitExcess([one], otherOre, because)[0] ?? one;
  });
}
