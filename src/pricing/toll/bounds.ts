/** The least and the most that the toll of a trip can be, where some of its passages are in doubt. */
import type { Calendar } from '../../base/calendar.ts';
import { groupBy, listChoices } from '../../base/lists.ts';
import type { Ore } from '../../base/nok.ts';
import { mapInSteps, type Steps } from '../../base/steps.ts';
import { sumTolls, type VehicleToll } from './bill.ts';
import { hourRuleFor } from './charge.ts';
import { type Doubt, listDoubts } from './doubt.ts';
import { mergeDrivePasts } from './drive-past.ts';
import { amountOf } from './four-ways.ts';
import { boundByHourRule, type PossiblePrices } from './hour-rule.ts';
import { isCollecting } from './in-force.ts';
import { amountFor, type PassagePrice, pricePassage } from './price-passage.ts';
import { priceVehicle } from './price-vehicle.ts';
import { listTried, rereadBy, widen } from './readings.ts';
import {
  addRanges,
  spanOf,
  type TollPassage,
  type TollRange,
  type TollTerms,
  toRange,
  type Way,
} from './terms.ts';
import { listPasts, partPassages, withSilences } from './time-edges.ts';
import { mayBeFree } from './vehicle-toll.ts';

/** A station that is passed, or perhaps passed, in a charged direction. */
export interface PossiblePassage extends TollPassage {
  readonly isSure: boolean;
  /** Between which moments a recording tells that it is passed, Unix milliseconds; absent: the moment is known. */
  readonly rangeMs?: readonly [early: number, late: number];
}

export interface TollBounds {
  /** For the size of the terms, with a tag. */
  readonly toll: TollRange;
  /** For the vehicle; absent: no vehicle was named. */
  readonly vehicle?: TollRange;
}

export interface BoundTerms extends Omit<TollTerms, 'rulesBetweenPassages'> {
  /** How far the moments of passing may all be off together. Milliseconds. */
  readonly slackMs: number;
}

/**
 * The bounds over every choice of the passages in doubt, with all rules between passages. Passages that share no rule
 * are bounded apart from each other, and their bounds are added.
 *
 * @param passages in travel order.
 */
export function* boundTolls(
  passages: readonly PossiblePassage[],
  terms: BoundTerms,
  calendar: Calendar,
): Steps<TollBounds> {
  const timed = passages.map((passage) => {
    const { atMs, rangeMs: [earlyMs, lateMs] = [atMs, atMs] } = passage;
    return { ...passage, atMs: [earlyMs, atMs, lateMs] };
  });
  const { slackMs } = terms;
  const shiftsMs = slackMs === 0 ? [0] : [-slackMs, 0, slackMs];
  const parts = partPassages(withSilences(timed), { ...terms, rulesBetweenPassages: true });
  const bounds: TollBounds[][] = [];
  for (const part of parts) {
    const pasts = (yield* listPasts(part, true)).flatMap((passed) =>
      shiftsMs.map((shiftMs) =>
        passed.map((passage) => ({ ...passage, atMs: passage.atMs + shiftMs })),
      ),
    );
    const choices = 2 ** part.filter(({ isSure }) => !isSure).length;
    const isTried = choices <= MOST_CHOICES && choices * pasts.length <= MOST_BILLS;
    const bound = isTried ? boundByTrying : boundByWindows;
    bounds.push(yield* mapInSteps(pasts, (passed) => bound(passed, terms, calendar)));
  }
  const toll = addRanges(bounds.map((all) => spanOf(all.map((one) => one.toll))));
  if (terms.vehicle === undefined) return { toll };
  return {
    toll,
    vehicle: addRanges(bounds.map((all) => spanOf(all.flatMap((one) => one.vehicle ?? [])))),
  };
}

/** Every choice of up to 7 passages in doubt is billed. */
const MOST_CHOICES = 128;

/** At most this many bills are made of a part: each choice at all of the moments. More are bounded by windows. */
const MOST_BILLS = 1024;

function boundByTrying(
  passages: readonly PossiblePassage[],
  terms: BoundTerms,
  calendar: Calendar,
): TollBounds {
  const choices = listChoices(passages.filter(({ isSure }) => !isSure));
  const bills = choices.map((chosen) => {
    const trip = passages.filter((passage) => passage.isSure || chosen.includes(passage));
    return sumTolls(trip, { ...terms, rulesBetweenPassages: true }, calendar);
  });
  const column = amountOf({ size: terms.size, tagged: true });
  return {
    toll: spanOf(bills.map(({ total }) => toRange(total[column]))),
    ...(terms.vehicle && { vehicle: spanOf(bills.map(({ vehicle }) => toEnds(vehicle))) }),
  };
}

/**
 * Bounds the toll by the windows of the hour rule. Where a local rule or a monthly cap may make more passages free, the
 * least is 0. A passage is in doubt, too, where a reversed rule may make it free, or where it may repeat the drive past
 * of another passage.
 */
function boundByWindows(
  passages: readonly PossiblePassage[],
  { size, vehicle, capUse }: BoundTerms,
  calendar: Calendar,
): TollBounds {
  const kept = new Set(mergeDrivePasts(passages));
  const repeated = new Set(
    passages.flatMap((passage) => (kept.has(passage) ? [] : passage.station.passageKey)),
  );
  const prices = passages
    .map((passage) => {
      const { passageKey, project } = passage.station;
      const isAlone = !repeated.has(passageKey) && project.reversedRules.length === 0;
      return { ...pricePassage(passage, calendar), isSure: passage.isSure && isAlone };
    })
    .filter(({ station, time }) => isCollecting(station, time));
  const mayBeLess = prices.some(
    ({ station: { cap, project } }) =>
      project.linkedStations.length + project.reversedRules.length > 0 ||
      (cap !== undefined && capUse?.counts[cap.key] !== undefined),
  );
  /** An open price may be anything from nothing to the amount. */
  const boundWay = (
    way: Way,
    read: readonly PassagePrice[],
    priceOf: (price: PassagePrice) => { readonly ore: Ore | undefined; readonly isOpen: boolean },
  ): TollRange => {
    const possible = read.map((price, i): PossiblePrices => {
      const { ore = 0, isOpen } = priceOf(price);
      const mayBeNothing = ore === 0 || isOpen || prices[i]?.isSure !== true;
      const some = ore === 0 ? [] : [...(isOpen ? [0] : []), ore];
      const pricesOre = [...(mayBeNothing ? [undefined] : []), ...some];
      return { atMs: price.atMs, rule: hourRuleFor(price, way), pricesOre };
    });
    const groups = groupBy(possible, ({ rule }) => rule?.group);
    const range = addRanges([...groups.values()].map(boundByHourRule));
    return mayBeLess ? { ...range, minOre: 0 } : range;
  };
  const way = { size, tagged: true };
  const toll = boundWay(way, prices, (price) => ({
    ore: amountFor(price, way)?.ore,
    isOpen: false,
  }));
  if (vehicle === undefined) return { toll };
  const boundVehicle = (taken: readonly Doubt[]) =>
    boundWay(vehicle, rereadBy(taken, prices), (price) => {
      const own = priceVehicle(price, vehicle);
      return { ore: own.amount?.ore, isOpen: mayBeFree(own) };
    });
  return { toll, vehicle: boundDoubts(listDoubts(prices, vehicle, capUse), boundVehicle) };
}

/** The bounds over all readings of the rules in doubt. */
function boundDoubts(
  doubts: readonly Doubt[],
  boundRead: (taken: readonly Doubt[]) => TollRange,
): TollRange {
  const byProject = groupBy(doubts, ({ project }) => project.id);
  const others = [...byProject.values()].map((own) => listTried(own).map(boundRead));
  return widen(boundRead([]), others);
}

const toEnds = (toll: VehicleToll | undefined): TollRange => toll?.range ?? toRange(toll?.ore ?? 0);
