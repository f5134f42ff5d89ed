import { formatClock } from '../../base/oslo-time.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { ObservedTariff } from '../schema/toll-stations.ts';

/** The tariff of a station by the source, in a comparable form. */
export type StationTariff = ObservedTariff & { readonly tariffNote?: string };

type TariffRow = Pick<
  StationRow,
  'smallNok' | 'largeNok' | 'smallRushNok' | 'largeRushNok' | 'rushMorning' | 'rushAfternoon'
>;

/**
 * The tariff of a row. If both groups have a tariff of 0 or none, the tariff is unknown, not free. A rush price without
 * a window is dropped, and so is a window without a rush price.
 *
 * Source: NVDB properties 1819, 1820, 9410, 9411 and 9405-9408, extract of 2026-09-10.
 */
export function readTariff(row: TariffRow): StationTariff {
  const { smallNok, largeNok, smallRushNok, largeRushNok } = row;
  if (!smallNok && !largeNok) {
    const tariffNote = `The source has ${smallNok ?? 'no'} and ${largeNok ?? 'no'} kroner: the tariff is unknown.`;
    return { smallNok: null, largeNok: null, smallRushNok: null, rush: null, tariffNote };
  }
  const rush = [row.rushMorning, row.rushAfternoon].flatMap(readWindow);
  if ((smallRushNok ?? largeRushNok) != null && rush.length > 0)
    return {
      smallNok,
      largeNok,
      smallRushNok,
      ...(largeRushNok != null && { largeRushNok }),
      rush,
    };
  const tariffNote = `The source has a rush price of ${smallRushNok} without a window: ignored.`;
  return {
    smallNok,
    largeNok,
    smallRushNok: null,
    rush: null,
    ...(smallRushNok !== null && { tariffNote }),
  };
}

/** Only the tariff, its members in a fixed order. */
export const tariffOf = (station: ObservedTariff): ObservedTariff => ({
  smallNok: station.smallNok,
  largeNok: station.largeNok,
  smallRushNok: station.smallRushNok,
  ...(station.largeRushNok !== undefined && { largeRushNok: station.largeRushNok }),
  rush: station.rush,
});

/**
 * A window whose end lies outside it. Most rows give the last minute inside (`08:59`), some the first minute outside
 * (`09:00`). `00:00-00:00` is no window.
 *
 * @internal Outside this file only its tests use it.
 */
export function readWindow(text: string | null): string[] {
  const [from, until] = text?.split('-') ?? [];
  if (from === undefined || until === undefined || from === until) return [];
  const [hour = 0, minute = 0] = until.split(':').map(Number);
  const isInside = minute === 29 || minute === 59;
  return [`${from}-${formatClock(hour * 60 + minute + (isInside ? 1 : 0))}`];
}
