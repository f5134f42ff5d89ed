import type { ReversedRule, TollStation } from './tariff.ts';

export interface TimedPassage {
  readonly station: TollStation;
  /** Unix time, milliseconds. */
  readonly atMs: number;
}

/**
 * The indexes of the passages that a reversed hour rule (omvendt timesregel) makes free for a
 * vehicle with a tag: those without a passage of another station of the rule inside the window,
 * before or after. A distance of exactly the window still counts as inside.
 *
 * @param passages in travel order; `atMs` must not fall.
 *
 * Source: ferde.no/ufaqs/hva-er-omvendt-timesregel/, Tresfjord, 2026: free when "more than 60
 * minutes" lie between.
 */
export function findReversedFree(passages: readonly TimedPassage[]): ReadonlySet<number> {
  const free = new Set<number>();
  for (const rule of new Set(passages.flatMap(({ station }) => station.project.reversedRules))) {
    const indexes = [...passages.keys()].filter((i) => isOf(rule, passages[i]));
    const partnered = new Set([
      ...listPartnered(passages, indexes, rule),
      ...listPartnered(passages, indexes.toReversed(), rule),
    ]);
    for (const i of indexes) if (!partnered.has(i)) free.add(i);
  }
  return free;
}

const isOf = (rule: ReversedRule, passage?: TimedPassage) =>
  passage !== undefined && rule.stations.includes(passage.station.passageKey);

/** Those of the passages whose nearest predecessor at another station lies inside the window. */
function listPartnered(
  passages: readonly TimedPassage[],
  indexes: readonly number[],
  { windowMin }: ReversedRule,
): number[] {
  const lastMs = new Map<string, number>();
  return indexes.filter((i) => {
    const { station, atMs } = passages[i] as TimedPassage;
    lastMs.delete(station.passageKey);
    const isNear = [...lastMs.values()].some((ms) => Math.abs(atMs - ms) <= windowMin * 60_000);
    lastMs.set(station.passageKey, atMs);
    return isNear;
  });
}
