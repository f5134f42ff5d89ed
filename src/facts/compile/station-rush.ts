import { formatClock } from '../../base/oslo-time.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';

/** What a vehicle pays at a station, as the source states it, made comparable. */
export interface StationTariff {
  readonly smallNok: number | null;
  readonly largeNok: number | null;
  readonly smallRushNok: number | null;
  /** Absent: not known. */
  readonly largeRushNok?: number;
  readonly rush: readonly string[] | null;
  readonly tariffNote?: string;
}

type TariffRow = Pick<
  StationRow,
  'smallNok' | 'largeNok' | 'smallRushNok' | 'largeRushNok' | 'rushMorning' | 'rushAfternoon'
>;

/**
 * The tariff of a row. A tariff of 0 or none in both groups is unknown, not free; a rush price
 * without a window, and a window without a rush price, are dropped.
 *
 * Source: NVDB properties 1819, 1820, 9410, 9411 and 9405-9408, extract of 2026-09-10.
 */
export function readTariff(row: TariffRow): StationTariff {
  if (!row.smallNok && !row.largeNok)
    return {
      smallNok: null,
      largeNok: null,
      smallRushNok: null,
      rush: null,
      tariffNote: `The source has ${row.smallNok ?? 'no'} and ${row.largeNok ?? 'no'} kroner: the tariff is unknown.`,
    };
  const prices = { smallNok: row.smallNok, largeNok: row.largeNok };
  const windows = [row.rushMorning, row.rushAfternoon].flatMap(readWindow);
  const largeRushNok = row.largeRushNok ?? undefined;
  if ((row.smallRushNok ?? largeRushNok) !== undefined && windows.length > 0)
    return {
      ...prices,
      smallRushNok: row.smallRushNok,
      ...(largeRushNok !== undefined && { largeRushNok }),
      rush: windows,
    };
  const note =
    row.smallRushNok === null
      ? undefined
      : `The source has a rush price of ${row.smallRushNok} without a window: ignored.`;
  return {
    ...prices,
    smallRushNok: null,
    rush: null,
    ...(note === undefined ? {} : { tariffNote: note }),
  };
}

/**
 * A window with its end outside: most rows write the last minute inside (`08:59`), some the first
 * outside (`09:00`). `00:00-00:00` is no window.
 *
 * @internal Outside this file only its tests ask for it.
 */
export function readWindow(text: string | null): string[] {
  const [from, until] = text?.split('-') ?? [];
  if (from === undefined || until === undefined || from === until) return [];
  const [hour = 0, minute = 0] = until.split(':').map(Number);
  const isInside = minute === 29 || minute === 59;
  return [`${from}-${formatClock(hour * 60 + minute + (isInside ? 1 : 0))}`];
}
