/** Between which amounts the toll lies of a trip of which some passages are in doubt. */
import type { Calendar } from '../../base/calendar.ts';
import { groupJoined } from '../../base/group-by.ts';
import type { Ore } from '../../base/nok.ts';
import { sumTolls, type VehicleToll } from './bill.ts';
import { amountOf } from './four-ways.ts';
import type { TollStation } from './law.ts';
import type { TollPassage, TollTerms } from './terms.ts';
import type { TollRange } from './vehicle-toll.ts';

/** A station that is passed, or perhaps passed, in a charged direction. */
export interface PossiblePassage extends TollPassage {
  readonly isSure: boolean;
}

export interface TollBounds {
  /** For the size of the terms, with a tag. */
  readonly toll: TollRange;
  /** For the vehicle; absent: none was named. */
  readonly vehicle?: TollRange;
}

export interface BoundTerms extends Omit<TollTerms, 'rulesBetweenPassages'> {
  /** How far a moment of passing may be off. Milliseconds. */
  readonly slackMs: number;
}

/**
 * Tries every choice of the passages in doubt, with all rules between passages. Passages that share
 * no rule are tried apart from each other, and their bounds added.
 *
 * @param passages in travel order.
 */
export function boundTolls(
  passages: readonly PossiblePassage[],
  terms: BoundTerms,
  calendar: Calendar,
): TollBounds {
  const apart = groupJoined(passages, (a, b) => shareRules(a.station, b.station));
  const bounds = apart.map((together) => boundTogether(together, terms, calendar));
  const toll = addUp(bounds.map((one) => one.toll));
  if (terms.vehicle === undefined) return { toll };
  return { toll, vehicle: addUp(bounds.flatMap((one) => one.vehicle ?? [])) };
}

/** More passages in doubt than this are not tried: the bounds are 0 and the sum of all of them. */
const MOST_TRIED = 7;

function boundTogether(
  passages: readonly PossiblePassage[],
  { slackMs, capUse, ...terms }: BoundTerms,
  calendar: Calendar,
): TollBounds {
  const open = passages.filter(({ isSure }) => !isSure);
  const isTried = open.length <= MOST_TRIED;
  const choices = isTried ? listChoices(open) : [new Set(open)];
  const shiftsMs = slackMs === 0 ? [0] : [-slackMs, 0, slackMs];
  const bills = shiftsMs.flatMap((shiftMs) =>
    choices.map((chosen) => {
      const trip = passages
        .filter((passage) => passage.isSure || chosen.has(passage))
        .map(({ station, atMs, drive }) => ({ station, atMs: atMs + shiftMs, drive }));
      const how = isTried && capUse ? { capUse } : {};
      return sumTolls(trip, { ...terms, ...how, rulesBetweenPassages: isTried }, calendar);
    }),
  );
  const column = amountOf({ size: terms.size, tagged: true });
  const rangeOf = (amounts: readonly Ore[]): TollRange => ({
    minOre: isTried ? Math.min(...amounts) : 0,
    maxOre: Math.max(...amounts),
  });
  return {
    toll: rangeOf(bills.map(({ total }) => total[column])),
    ...(terms.vehicle && { vehicle: rangeOf(bills.flatMap(({ vehicle }) => toEnds(vehicle))) }),
  };
}

const toEnds = (toll: VehicleToll | undefined): Ore[] =>
  toll?.range === undefined ? [toll?.ore ?? 0] : [toll.range.minOre, toll.range.maxOre];

/** Every subset. */
function listChoices<Item>(items: readonly Item[]): ReadonlySet<Item>[] {
  return Array.from(
    { length: 2 ** items.length },
    (_, mask) => new Set(items.filter((_item, i) => Math.floor(mask / 2 ** i) % 2 === 1)),
  );
}

/** Passages of one project share rules, and so do those of one hour group or monthly cap. */
const shareRules = (a: TollStation, b: TollStation): boolean =>
  a.project.id === b.project.id ||
  (a.hourGroup !== undefined && a.hourGroup === b.hourGroup) ||
  (a.cap !== undefined && a.cap.key === b.cap?.key);

const addUp = (ranges: readonly TollRange[]): TollRange => ({
  minOre: ranges.reduce((sum, { minOre }) => sum + minOre, 0),
  maxOre: ranges.reduce((sum, { maxOre }) => sum + maxOre, 0),
});
