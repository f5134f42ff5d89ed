/** What stations that may have been passed would add to a bill. */
import type { Calendar } from '../base/calendar.ts';
import type { Ore } from '../base/nok.ts';
import type { Steps } from '../base/steps.ts';
import { priceTolls, type TollBill } from '../pricing/toll/bill.ts';
import { eachWay, type FourAmounts } from '../pricing/toll/four-ways.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import type { TollPassage } from '../pricing/toll/terms.ts';
import { isSamePast, markOf } from './list-toll-passages.ts';
import type { StationDoubt, TollCatalogue } from './ports.ts';
import type { QuotedRoute, QuoteRequest } from './quote.ts';

/** A station that may have been passed. */
export interface DoubtedToll extends Omit<StationDoubt, 'stationId' | 'trip'> {
  readonly station: TollStation;
  /** By this passage alone, hour rule and caps applied: 0 where another one pays for it. Absent: no tariff is known. */
  readonly adds?: FourAmounts;
  /** For the vehicle; absent: none was named, or no tariff is known. */
  readonly addsVehicleOre?: Ore;
}

/**
 * Each station once in one drive past; those that collect nothing at the time are left out.
 *
 * @param billWith the same bill with one passage more, or with none.
 */
export function* priceDoubts(
  doubts: readonly StationDoubt[],
  billWith: (passage?: TollPassage) => TollBill,
  { findStation }: Pick<TollCatalogue, 'findStation'>,
): Steps<DoubtedToll[]> {
  if (doubts.length === 0) return [];
  const sure = billWith();
  const seen: TollPassage[] = sure.lines.map(({ price }) => price);
  const priced: DoubtedToll[] = [];
  for (const { stationId, atMs, why, trip } of doubts) {
    const station = findStation(stationId);
    if (station === undefined || seen.some((other) => isSamePast(other, { station, atMs })))
      continue;
    yield;
    const bill = billWith({ station, atMs, drive: markOf(trip) });
    if (bill.lines.length === sure.lines.length) continue;
    seen.push({ station, atMs });
    const doubted = { station, atMs, why };
    if (bill.unpriced.some((one) => one.station === station)) {
      priced.push(doubted);
      continue;
    }
    const adds = eachWay((_, amount) => bill.total[amount] - sure.total[amount]);
    const addsVehicleOre = bill.vehicle && bill.vehicle.ore - (sure.vehicle?.ore ?? 0);
    priced.push({ ...doubted, adds, ...(addsVehicleOre !== undefined && { addsVehicleOre }) });
  }
  return priced;
}

/** A quoted bill with one passage more. */
export function openBillWith(
  { toll }: Pick<QuotedRoute, 'toll'>,
  request: QuoteRequest,
  calendar: Calendar,
): Parameters<typeof priceDoubts>[1] {
  const terms = { ...request, rulesBetweenPassages: true };
  const sure = toll.lines.map(({ price: { station, atMs, drive } }) => ({ station, atMs, drive }));
  return (passage) => {
    if (passage === undefined) return toll;
    const passages = [...sure, passage].sort((a, b) => a.atMs - b.atMs);
    return priceTolls(passages, terms, calendar);
  };
}
