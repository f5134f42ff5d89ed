/** The prices that stations ask of the vehicle of a request, and how long each price holds. */
import type { Calendar } from '../base/calendar.ts';
import { memoize } from '../base/memoize.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { hourRuleFor } from '../pricing/toll/charge.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { amountFor, type PassagePrice, pricePassage } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import type { TollPassage, Way } from '../pricing/toll/terms.ts';
import { listPriceSteps } from '../pricing/toll/time-edges.ts';
import type { DepartureWindow, SignFares, TollCatalogue } from './ports.ts';
import type { QuoteRequest } from './quote.ts';

export interface PricedPassage {
  readonly price: PassagePrice;
  readonly ore: Ore;
  readonly isKnown: boolean;
}

/** The price of a station from a moment on, Unix milliseconds. `priced` is `undefined` where it does not collect. */
interface AskedPrice {
  readonly fromMs: number;
  readonly priced: PricedPassage | undefined;
}

export interface AskedPrices {
  /** The way to pay of the vehicle; without a vehicle it is the size of the request, with a tag. */
  readonly way: Way;
  /** `undefined` where the station does not collect at that moment. */
  priceOf(passage: TollPassage): PricedPassage | undefined;
  /**
   * The prices between two moments, Unix milliseconds. The first price holds at once, each other price from its moment
   * on.
   */
  list(station: TollStation, fromMs: number, untilMs: number): readonly AskedPrice[];
  /** A text that tells prices apart: by the amount, and by the hour rule that it counts for. */
  sign(asked: AskedPrice): string;
}

/** Remembers prices: they are the same for a minute, and are asked for again and again. */
export function openAskedPrices(
  { calendar }: { readonly calendar: Calendar },
  { size, vehicle }: Pick<QuoteRequest, 'size' | 'vehicle'>,
  { earliestMs, latestMs }: DepartureWindow,
): AskedPrices {
  const way: Way = vehicle ?? { size, tagged: true };
  const known = new Map<TollStation, Map<number, PricedPassage>>();
  const listed = new Map<TollStation, { untilMs: number; prices: readonly AskedPrice[] }>();
  const price = (station: TollStation, atMs: number): PricedPassage => {
    const made = pricePassage({ station, atMs }, calendar);
    const ore = (vehicle ? priceVehicle(made, vehicle).amount : amountFor(made, way))?.ore;
    return { price: made, ore: ore ?? 0, isKnown: ore !== undefined };
  };
  const priceOf = ({ station, atMs }: TollPassage): PricedPassage | undefined => {
    const minute = Math.floor(atMs / 60_000);
    const ofStation = known.get(station) ?? new Map<number, PricedPassage>();
    known.set(station, ofStation);
    const found = ofStation.get(minute) ?? price(station, atMs);
    ofStation.set(minute, found);
    if (!isCollecting(station, found.price.time)) return undefined;
    return found.price.atMs === atMs ? found : { ...found, price: { ...found.price, atMs } };
  };
  const listAll = (station: TollStation, untilMs: number): readonly AskedPrice[] => {
    const found = listed.get(station);
    if (found !== undefined && found.untilMs >= untilMs) return found.prices;
    const moments = [earliestMs, ...listPriceSteps(station, earliestMs, untilMs)];
    const prices = moments.map((fromMs) => ({
      fromMs,
      priced: priceOf({ station, atMs: fromMs }),
    }));
    listed.set(station, { untilMs, prices });
    return prices;
  };
  return {
    way,
    priceOf,
    list(station, fromMs, untilMs) {
      // As far as a trip of that length reaches if it begins last.
      const all = listAll(station, Math.max(untilMs, latestMs + untilMs - fromMs));
      const first = all.findLastIndex((one) => one.fromMs <= fromMs);
      const end = all.findLastIndex((one) => one.fromMs <= untilMs);
      return all.slice(Math.max(0, first), end + 1);
    },
    sign: memoize(({ priced }: AskedPrice) =>
      JSON.stringify([priced?.ore, priced?.isKnown, priced && hourRuleFor(priced.price, way)]),
    ),
  };
}

/** Tells departures of a window apart by what stations ask of the vehicle of a request. */
export function signFares(
  { findStation }: TollCatalogue,
  { list, sign }: AskedPrices,
  { startMs, capUse }: Pick<QuoteRequest, 'startMs' | 'capUse'>,
): SignFares {
  // The use of a cap belongs to one month.
  const monthOf = ({ cap }: TollStation, atMs: number): string =>
    cap && capUse ? toOsloTime(atMs).day.slice(0, 7) : '';
  return (near, withinMs) => {
    // Fares of ferries are those of the day on which they are boarded.
    const [day = '', lastDay] = [startMs, startMs + withinMs].map((ms) => toOsloTime(ms).day);
    if (day !== lastDay) return undefined;
    const texts = [day];
    for (const { stationId, soonestMs, toEndMs } of near) {
      const station = findStation(stationId);
      if (station === undefined) continue;
      const [fromMs, untilMs] = [startMs + soonestMs, startMs + withinMs - toEndMs];
      const [first, ...later] = list(station, fromMs, untilMs).map(sign);
      const [month, lastMonth] = [fromMs, untilMs].map((atMs) => monthOf(station, atMs));
      if (later.some((text) => text !== first) || month !== lastMonth) return undefined;
      texts.push(`${month} ${first}`);
    }
    return texts.join();
  };
}
