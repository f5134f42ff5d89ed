/**
 * Settles which of several stations of a name a line means: the one that a drive passed, or any if all cost the same.
 */
import { groupBy } from '../base/lists.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import { findTariff, isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { pairPassages } from './pair-passages.ts';
import { isOneStation, type Located } from './statement.ts';

interface Settled extends Located {
  /** Its station stands for others that cost the same, too. */
  readonly isAnyOf?: true;
}

interface Driven {
  readonly station: TollStation;
  readonly atMs: number;
  readonly isPossible?: true;
}

/**
 * @param byKey drives by the passage key of their station, each in time order.
 * @param reachMs the most time between a line and its drive.
 * @returns in the order given; several stations where nothing tells which is meant.
 */
export function* settleNamesakes(
  located: readonly Located[],
  byKey: ReadonlyMap<string, readonly Driven[]>,
  reachMs: number,
): Steps<Settled[]> {
  const open = located.filter(({ found }) => found.length > 0 && !isOneStation(found));
  const driven = new Map<Located, TollStation>();
  for (const own of groupBy(open, ({ row }) => row.station).values()) {
    const keys = new Set(own.flatMap(({ found }) => found.map(({ passageKey }) => passageKey)));
    const drives = [...keys]
      .flatMap((key) => byKey.get(key) ?? [])
      .toSorted((a, b) => a.atMs - b.atMs);
    const lines = own.map((one) => ({ one, atMs: one.row.atMs }));
    for (const [{ one }, { station }] of yield* pairPassages(lines, drives, reachMs))
      driven.set(one, station);
  }
  const areAlike = openAlike();
  const settled = new Map<Located, Settled>();
  for (const one of open) {
    yield;
    const [station] = one.found;
    const past = driven.get(one);
    if (past) settled.set(one, { ...one, found: [past] });
    else if (station && areAlike(one.found, one.row.atMs))
      settled.set(one, { ...one, found: [station], isAnyOf: true });
  }
  return located.map((one) => settled.get(one) ?? one);
}

/** Are stations of one operator, project, tariff, hour rule and cap at a moment, and in the same local rules? */
type AreAlike = (stations: readonly TollStation[], atMs: number) => boolean;

/** The terms of a station that do not depend on the moment are worked out once. */
function openAlike(): AreAlike {
  const terms = new Map<TollStation, string>();
  const termsOf = (station: TollStation) => {
    const told = terms.get(station) ?? tellTerms(station);
    terms.set(station, told);
    return told;
  };
  return (stations, atMs) => {
    const [first, ...others] = stations.map(
      (station) => `${termsOf(station)} ${tellTariff(station, atMs)}`,
    );
    return first !== undefined && others.every((one) => one === first);
  };
}

function tellTerms({ passageKey, project, ...station }: TollStation): string {
  const { operator, hourGroup, cap, directionUndecided, vehicleTariffs } = station;
  const { linkedStations, reversedRules, unappliedRules, exemptions = [] } = project;
  const lists = [
    ...linkedStations.flatMap(({ paid, free }) => [paid, free]),
    ...[...reversedRules, ...unappliedRules, ...exemptions].map((rule) =>
      'stations' in rule ? rule.stations : undefined,
    ),
  ];
  return JSON.stringify([
    [project.id, operator, hourGroup, cap?.key, directionUndecided],
    lists.map((keys) => keys?.includes(passageKey)),
    vehicleTariffs.map(({ id: _, source: __, ...tariff }) => tariff),
  ]);
}

function tellTariff(station: TollStation, atMs: number): string {
  const time = toOsloTime(atMs);
  const { tariff, isKnown } = findTariff(station, time) ?? {};
  const { small, large, rush } = tariff ?? {};
  return JSON.stringify([isCollecting(station, time), small, large, rush, isKnown]);
}
