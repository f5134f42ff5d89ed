/** What stations that may have been passed would add to a bill. */
import type { Calendar } from '../base/calendar.ts';
import type { Ore } from '../base/nok.ts';
import { priceTolls } from '../pricing/toll/bill.ts';
import { isOneDrivePast } from '../pricing/toll/drive-past.ts';
import { eachWay, type FourAmounts } from '../pricing/toll/four-ways.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import type { StationDoubt, TollCatalogue } from './ports.ts';
import type { QuotedRoute, QuoteRequest } from './quote.ts';

/** A station that may have been passed. */
export interface DoubtedToll extends Omit<StationDoubt, 'stationId'> {
  readonly station: TollStation;
  /** By this passage alone, hour rule and caps applied: 0 where another one pays for it. Absent: no tariff is known. */
  readonly adds?: FourAmounts;
  /** For the vehicle; absent: none was named, or no tariff is known. */
  readonly addsVehicleOre?: Ore;
}

/** Each station once in one drive past; those that collect nothing at the time are left out. */
export function priceDoubts(
  doubts: readonly StationDoubt[],
  { toll }: QuotedRoute,
  {
    tolls,
    calendar,
    request: { size, vehicle, capUse },
  }: {
    readonly tolls: TollCatalogue;
    readonly calendar: Calendar;
    readonly request: QuoteRequest;
  },
): DoubtedToll[] {
  const terms = {
    size,
    rulesBetweenPassages: true,
    ...(vehicle && { vehicle }),
    ...(capUse && { capUse }),
  };
  const sure = toll.lines.map(({ price: { station, atMs } }) => ({ station, atMs }));
  const seen = [...sure];
  return doubts.flatMap(({ stationId, atMs, why }): DoubtedToll[] => {
    const station = tolls.findStation(stationId);
    if (station === undefined) return [];
    const isSeen = seen.some(
      (other) =>
        other.station.passageKey === station.passageKey &&
        isOneDrivePast(station, Math.min(other.atMs, atMs), Math.max(other.atMs, atMs)),
    );
    if (isSeen) return [];
    const passages = [...sure, { station, atMs }].sort((a, b) => a.atMs - b.atMs);
    const bill = priceTolls(passages, terms, calendar);
    if (bill.lines.length === toll.lines.length) return [];
    seen.push({ station, atMs });
    if (bill.unpriced.some((one) => one.station === station)) return [{ station, atMs, why }];
    const adds = eachWay((_, amount) => bill.total[amount] - toll.total[amount]);
    const addsVehicleOre = bill.vehicle && bill.vehicle.ore - (toll.vehicle?.ore ?? 0);
    return [{ station, atMs, why, adds, ...(addsVehicleOre !== undefined && { addsVehicleOre }) }];
  });
}
