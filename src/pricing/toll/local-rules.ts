/** Named local exceptions: stations that are paid together, and reversed hour rules. */
import { groupBy } from '../../base/lists.ts';
import type { Ore } from '../../base/nok.ts';
import { isInForce } from '../dated.ts';
import type { HourCharge } from './hour-rule.ts';
import type { LinkedStations, ReversedRule, TollProject, UnappliedRule } from './law.ts';
import type { PassagePrice } from './price-passage.ts';
import type { TollPassage } from './terms.ts';

type Linkable = Pick<PassagePrice, 'station' | 'time' | 'drive'>;

/** A rule that frees a passage, and the index of the passage that pays instead. */
interface LinkedFree {
  readonly law: LinkedStations;
  readonly payer: number;
}

/**
 * The passages that are free because their trip is paid at a linked station, by their index. A passage
 * that the hour rule makes free is not paid and frees nothing.
 *
 * @param passages in travel order.
 * @param prices what each costs by itself.
 * @param charges what a vehicle with a tag pays for each after the hour rule.
 *
 * Source: vegamot.no/Kundeservice/Takster/Regler-1.aspx, Bøckmans veg and Tonstad, about 2022.
 */
export function findLinkedFree(
  passages: readonly Linkable[],
  prices: readonly Ore[],
  charges: readonly Pick<HourCharge, 'chargeOre'>[],
): ReadonlyMap<number, LinkedFree> {
  const free = new Map<number, LinkedFree>();
  for (const law of new Set(passages.flatMap(({ station }) => station.project.linkedStations))) {
    const isAt = (keys: readonly string[], { station, time }: Linkable) =>
      keys.includes(station.passageKey) && isInForce(law, time.day);
    const isPaid = (i: number) => (charges[i] as Pick<HourCharge, 'chargeOre'>).chargeOre > 0;

    const payers = new Map<number | undefined, number>();
    passages.forEach((passage, i) => {
      const trip = passage.drive?.trip;
      if (!payers.has(trip) && isPaid(i) && isAt(law.paid, passage)) payers.set(trip, i);
    });
    if (payers.size === 0) continue;
    passages.forEach((passage, i) => {
      const payer = payers.get(passage.drive?.trip);
      const isPriced = (prices[i] as Ore) > 0;
      if (payer !== undefined && isPriced && !free.has(i) && isAt(law.free, passage))
        free.set(i, { law, payer });
    });
  }
  return free;
}

/**
 * The passages that a reversed hour rule (omvendt timesregel) makes free for a vehicle with a tag, by their index. A
 * passage is free where no passage of another station of the rule lies inside the window, before or after it. A
 * distance of exactly the window still counts as inside.
 *
 * @param passages in travel order; `atMs` must not fall.
 *
 * Source: ferde.no/ufaqs/hva-er-omvendt-timesregel/, Tresfjord, 2026: free when "more than 60 minutes" lie between.
 */
export function findReversedFree(
  passages: readonly TollPassage[],
): ReadonlyMap<number, ReversedRule> {
  const free = new Map<number, ReversedRule>();
  for (const rule of new Set(passages.flatMap(({ station }) => station.project.reversedRules))) {
    const indexes = [...passages.keys()].filter((i) => isOf(rule, passages[i]));
    const partnered = new Set([
      ...listPartnered(passages, indexes, rule),
      ...listPartnered(passages, indexes.toReversed(), rule),
    ]);
    for (const i of indexes) if (!partnered.has(i)) free.set(i, rule);
  }
  return free;
}

const isOf = (rule: ReversedRule, passage?: TollPassage) =>
  passage !== undefined && rule.stations.includes(passage.station.passageKey);

/** The passages whose nearest predecessor at another station lies inside the window. */
function listPartnered(
  passages: readonly TollPassage[],
  indexes: readonly number[],
  { windowMin }: ReversedRule,
): number[] {
  const lastMs = new Map<string, number>();
  return indexes.filter((i) => {
    const { station, atMs } = passages[i] as TollPassage;
    lastMs.delete(station.passageKey);
    const isNear = [...lastMs.values()].some((ms) => Math.abs(atMs - ms) <= windowMin * 60_000);
    lastMs.set(station.passageKey, atMs);
    return isNear;
  });
}

/**
 * A rule that is known and not applied, and the trips that meet it. A rule that counts passages is met by all trips of
 * the vehicle.
 */
interface MetRule {
  readonly rule: UnappliedRule;
  /** As `DriveMark.trip`; `undefined`: there is one drive alone. */
  readonly trips: ReadonlySet<number | undefined>;
}

type Passed = Pick<PassagePrice, 'station' | 'time' | 'atMs' | 'drive'>;

/**
 * The rules of a project that are known, not applied, and met by the passages. A rule is met where a trip passes enough
 * of its stations, or where the vehicle passes them often enough within the hour.
 *
 * @param passages in travel order.
 */
export function listUnapplied(
  { unappliedRules }: Pick<TollProject, 'unappliedRules'>,
  passages: readonly Passed[],
): MetRule[] {
  if (unappliedRules.length === 0) return [];
  const byTrip = [...groupBy(passages, ({ drive }) => drive?.trip)];
  return unappliedRules.flatMap((rule) => {
    const isOf = ({ station, time }: Passed) =>
      rule.from <= time.day && rule.stations.includes(station.passageKey);
    const met =
      rule.ofPassages === true
        ? byTrip.filter(() => isMetByPassages(rule, passages.filter(isOf)))
        : byTrip.filter(([, own]) => isMetByStations(rule, own.filter(isOf)));
    return met.length === 0 ? [] : [{ rule, trips: new Set(met.map(([trip]) => trip)) }];
  });
}

const isMetByStations = ({ atLeast }: UnappliedRule, own: readonly Passed[]): boolean =>
  new Set(own.map(({ station }) => station.passageKey)).size >= atLeast;

function isMetByPassages({ atLeast, otherwise }: UnappliedRule, own: readonly Passed[]): boolean {
  const { windowMin = Number.POSITIVE_INFINITY } = otherwise ?? {};
  return own.some(({ atMs }, i) => {
    const last = own[i + atLeast - 1];
    return last !== undefined && last.atMs - atMs < windowMin * 60_000;
  });
}
