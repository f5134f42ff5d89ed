/** What passages cost by every reading of the rules that are in doubt. */
import { groupBy } from '../../base/group-by.ts';
import { listChoices } from '../../base/list-choices.ts';
import type { Ore } from '../../base/nok.ts';
import type { Doubt } from './doubt.ts';
import type { PassagePrice } from './price-passage.ts';
import type { TollRange } from './terms.ts';

/** What each passage is charged, in the order given. */
export type ChargeAll = (passages: readonly PassagePrice[]) => readonly Ore[];

export interface Readings {
  /** As the bill reads the rules. */
  readonly charged: readonly Ore[];
  /** Of each project in doubt the other readings of its rules. No rule in doubt looks from one project at another. */
  readonly others: readonly (readonly Reading[])[];
}

interface Reading {
  /** The rules that are read the other way. */
  readonly doubts: readonly Doubt[];
  readonly ores: readonly Ore[];
}

/** Tries every reading. A project is in no doubt where none of its readings gives another sum. */
export function tryReadings(
  passages: readonly PassagePrice[],
  doubts: readonly Doubt[],
  charge: ChargeAll,
): Readings {
  const charged = charge(passages);
  const others = [...groupBy(doubts, ({ project }) => project.id).values()]
    .map((own) =>
      listTried(own).map((taken) => ({ doubts: taken, ores: charge(rereadBy(taken, passages)) })),
    )
    .filter((readings) => readings.some(({ ores }) => sumOf(ores) !== sumOf(charged)));
  return { charged, others };
}

/** Of more doubts in one project each is tried alone, and all together: a long journey is not charged a thousand times. */
const MOST_TRIED = 4;

export const listTried = (doubts: readonly Doubt[]): readonly (readonly Doubt[])[] =>
  doubts.length > MOST_TRIED ? [...doubts.map((one) => [one]), doubts] : listChoices(doubts);

/** The passages with some rules read the other way. */
export const rereadBy = (
  doubts: readonly Doubt[],
  passages: readonly PassagePrice[],
): readonly PassagePrice[] => doubts.reduce((read, { reread }) => reread(read), passages);

/** Which passages are summed up, by their index. */
type IsIn = (i: number) => boolean;

/** The least and the most that the passages cost, over all readings. */
export function boundReadings({ charged, others }: Readings, isIn: IsIn): TollRange {
  const chargedOre = sumOf(charged, isIn);
  const ends = others.map((readings) => {
    const more = readings.map(({ ores }) => sumOf(ores, isIn) - chargedOre);
    return { least: Math.min(0, ...more), most: Math.max(0, ...more) };
  });
  return {
    minOre: ends.reduce((ore, { least }) => ore + least, chargedOre),
    maxOre: ends.reduce((ore, { most }) => ore + most, chargedOre),
  };
}

/** The doubts that give a sum which is not there without them. */
export const listDeciding = ({ charged, others }: Readings, isIn: IsIn): Doubt[] =>
  others.flatMap((readings) => {
    const all = [{ doubts: [], ores: charged }, ...readings];
    const listSums = (holds: (reading: Reading) => boolean) =>
      all.filter(holds).map(({ ores }) => sumOf(ores, isIn));
    return [...new Set(readings.flatMap(({ doubts }) => doubts))].filter((doubt) => {
      const without = new Set(listSums(({ doubts }) => !doubts.includes(doubt)));
      return listSums(({ doubts }) => doubts.includes(doubt)).some((ore) => !without.has(ore));
    });
  });

/** Does a passage cost something else by another reading? */
export const isInDoubt = ({ charged, others }: Readings, i: number): boolean =>
  others.some((readings) => readings.some(({ ores }) => ores[i] !== charged[i]));

const sumOf = (ores: readonly Ore[], isIn: IsIn = () => true): Ore =>
  ores.reduce((sum, ore, i) => (isIn(i) ? sum + ore : sum), 0);
