/** Prices of passages that may have been driven, and that no line tells of. */
import { groupBy } from '../base/lists.ts';
import { memoize } from '../base/memoize.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { hourRuleFor } from '../pricing/toll/charge.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { pricePassage } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import { listPriceSteps } from '../pricing/toll/time-edges.ts';
import type { ReconcileTerms } from './statement.ts';

/** A time in which a passage may have been. Unix milliseconds. */
interface Time {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The prices of an hour group, from the beginning of a time on and before its end. */
export interface UnseenPrices {
  /** When a station first costs something, and less than an amount; `undefined`: none does. */
  readonly findCheaper: (group: string | undefined, time: Time, ore: Ore) => number | undefined;
  /** What stations cost, each amount once or more; 0: nothing. */
  readonly list: (group: string | undefined, time: Time) => readonly Ore[];
}

export function openUnseenPrices({
  tolls,
  calendar,
  vehicle,
}: Pick<ReconcileTerms, 'tolls' | 'calendar' | 'vehicle'>): UnseenPrices {
  const byGroup = groupBy(tolls.stations, ({ hourGroup }) => hourGroup);
  /** One station of each tariff: the stations of a city have few tariffs. */
  const kinds = new Map<string | undefined, readonly TollStation[]>();
  const kindsOf = (group: string | undefined) => {
    const own =
      kinds.get(group) ??
      [...groupBy(byGroup.get(group) ?? [], tellTerms).values()].flatMap(([one]) => one ?? []);
    kinds.set(group, own);
    return own;
  };
  /** 0: it costs nothing, or does not belong to the group then. */
  const priceAt = (group: string | undefined, station: TollStation, atMs: number): Ore => {
    if (!isCollecting(station, toOsloTime(atMs))) return 0;
    const passage = pricePassage({ station, atMs }, calendar);
    const isOfGroup = hourRuleFor(passage, vehicle)?.group === group;
    return isOfGroup ? (priceVehicle(passage, vehicle).amount?.ore ?? 0) : 0;
  };
  const listMoments = (station: TollStation, { fromMs, untilMs }: Time) =>
    [fromMs, ...listPriceSteps(station, fromMs, untilMs)].filter((atMs) => atMs < untilMs);
  return {
    findCheaper: (group, time, ore) => {
      const found = kindsOf(group).flatMap((station) => {
        const isCheaper = (atMs: number) => {
          const own = priceAt(group, station, atMs);
          return own > 0 && own < ore;
        };
        return listMoments(station, time).find(isCheaper) ?? [];
      });
      return found.length === 0 ? undefined : Math.min(...found);
    },
    list: (group, time) =>
      kindsOf(group).flatMap((station) =>
        listMoments(station, time).map((atMs) => priceAt(group, station, atMs)),
      ),
  };
}

/** Everything that the price of a station depends on. Asked for each vehicle of a statement. */
const tellTerms = memoize(({ project, tariffs, vehicleTariffs, periods }: TollStation): string =>
  JSON.stringify([project.id, tariffs, vehicleTariffs.map(({ id: _, ...one }) => one), periods]),
);
