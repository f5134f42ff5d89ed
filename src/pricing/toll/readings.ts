/** What passages cost by every reading of the rules that are in doubt. */
import { groupBy, listChoices } from '../../base/lists.ts';
import { type Ore, sumOre } from '../../base/nok.ts';
import type { Steps } from '../../base/steps.ts';
import type { Doubt } from './doubt.ts';
import type { PassagePrice } from './price-passage.ts';
import { addRanges, spanOf, type TollRange, toRange } from './terms.ts';

/** What each passage is charged, in the order given. */
export type ChargeAll = (passages: readonly PassagePrice[]) => Steps<readonly Ore[]>;

export interface Readings {
  /** The charges as the bill reads the rules. */
  readonly charged: readonly Ore[];
  /** The other readings of the rules of each project in doubt. No rule in doubt looks from one project at another. */
  readonly others: readonly (readonly Reading[])[];
}

interface Reading {
  /** The rules that are read the other way. */
  readonly doubts: readonly Doubt[];
  readonly ores: readonly Ore[];
}

/**
 * Tries every reading. A project whose readings all give the same sum is in no doubt.
 *
 * @param charged as the bill reads the rules.
 */
export function* tryReadings(
  passages: readonly PassagePrice[],
  charged: readonly Ore[],
  doubts: readonly Doubt[],
  charge: ChargeAll,
): Steps<Readings> {
  const others: Reading[][] = [];
  for (const own of groupBy(doubts, ({ project }) => project.id).values()) {
    const readings: Reading[] = [];
    for (const taken of listTried(own)) {
      yield;
      readings.push({ doubts: taken, ores: yield* charge(rereadBy(taken, passages)) });
    }
    if (readings.some(({ ores }) => sumOf(ores) !== sumOf(charged))) others.push(readings);
  }
  return { charged, others };
}

/**
 * Where a project has more doubts than this, each is tried alone, and all of them together. So a long journey is not
 * charged a thousand times.
 */
const MOST_TRIED = 5;

export const listTried = (doubts: readonly Doubt[]): readonly (readonly Doubt[])[] =>
  doubts.length > MOST_TRIED ? [...doubts.map((one) => [one]), doubts] : listChoices(doubts);

/** The passages with some rules read the other way. Each rule changes only the passages of its own project. */
export const rereadBy = (
  doubts: readonly Doubt[],
  passages: readonly PassagePrice[],
): readonly PassagePrice[] =>
  passages.map((passage) =>
    doubts.reduce(
      (read, { project, reread }) => (project.id === read.station.project.id ? reread(read) : read),
      passage,
    ),
  );

/**
 * The least and the most that passages cost, over all readings.
 *
 * @param summed indexes of the passages that are summed up.
 */
export const boundReadings = (
  { charged, others }: Readings,
  summed: readonly number[],
): TollRange =>
  widen(
    toRange(sumAt(charged, summed)),
    others.map((readings) => readings.map(({ ores }) => toRange(sumAt(ores, summed)))),
  );

/**
 * The range over all readings: no rule in doubt looks from one project at another, so what the projects add is summed
 * up.
 *
 * @param others the other ranges of each project in doubt.
 */
export function widen(charged: TollRange, others: readonly (readonly TollRange[])[]): TollRange {
  const less = { minOre: -charged.minOre, maxOre: -charged.maxOre };
  const more = others.map((ranges) => addRanges([spanOf([charged, ...ranges]), less]));
  return addRanges([charged, ...more]);
}

/** The doubts that lead to a sum that no reading without them gives. */
export const listDeciding = ({ charged, others }: Readings, summed: readonly number[]): Doubt[] =>
  others.flatMap((readings) => {
    const all = [{ doubts: [], ores: charged }, ...readings];
    const sums = new Map(all.map((reading) => [reading, sumAt(reading.ores, summed)]));
    const listSums = (holds: (reading: Reading) => boolean) =>
      all.filter(holds).map((reading) => sums.get(reading));
    return [...new Set(readings.flatMap(({ doubts }) => doubts))].filter((doubt) => {
      const without = new Set(listSums(({ doubts }) => !doubts.includes(doubt)));
      return listSums(({ doubts }) => doubts.includes(doubt)).some((ore) => !without.has(ore));
    });
  });

/** Does a passage cost something else by another reading? */
export const isInDoubt = ({ charged, others }: Readings, i: number): boolean =>
  others.some((readings) => readings.some(({ ores }) => ores[i] !== charged[i]));

const sumOf = (ores: readonly Ore[]): Ore => sumOre(ores, (ore) => ore);

const sumAt = (ores: readonly Ore[], indexes: readonly number[]): Ore =>
  sumOre(indexes, (i) => ores[i] as Ore);
