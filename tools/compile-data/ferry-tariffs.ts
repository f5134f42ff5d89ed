import { FERRY_CLASSES } from '../../src/base/vehicle.ts';
import type { FerryDecisions } from '../../src/facts/schema/curated.ts';
import type { FareRowRecord, TariffFile } from '../../src/facts/schema/ferries.ts';
import type {
  SourceClass,
  SourcePrices,
  SourcePriceTable,
  SourceZoneTable,
} from './ferry-source.ts';

type FareDateDecision = FerryDecisions['fareDates'][number];

/**
 * Bounds, discounts, published fares and the zone table. Fares by local length groups and commercial fares are left
 * out, because they do not fit the classes.
 *
 * @throws Error when a published row has no decided dates.
 */
export function compileFerryTariffs(
  prices: SourcePrices,
  zoneTable: SourceZoneTable,
  decisions: FerryDecisions,
): Omit<TariffFile, 'meta'> {
  const fares = prices.tables
    .filter(({ bounds }) => bounds !== 'local')
    .flatMap((row) => toFareRows(row, dateOf(row, decisions)))
    .sort((a, b) => a.table.localeCompare(b.table, 'nb') || (a.from < b.from ? -1 : 1));
  return {
    bounds: [
      { name: 'national', classes: toBounds(prices.classes.national) },
      { name: 'moss-horten', classes: toBounds(prices.classes.mossHorten) },
    ],
    agreements: decisions.agreements,
    zeroEmission: decisions.zeroEmission.map(({ classes, authorities, ...row }) => ({
      ...row,
      classes: classes === 'all' ? FERRY_CLASSES : classes,
      ...(authorities === null ? {} : { authorities }),
    })),
    breaks: decisions.breaks,
    tables: [...new Set(fares.map(({ table }) => table))].map((name) => toTable(name, decisions)),
    fares,
    zonePeriods: decisions.zonePeriods,
    zones: zoneTable.zones.map(({ zone, ...faresNok }) => ({ zone, faresNok })),
  };
}

function toBounds(classes: readonly SourceClass[]) {
  return classes
    .filter((row) => row.class !== 'MC')
    .map(({ class: ferryClass, toM }) =>
      toM === null ? { ferryClass } : { ferryClass, upToM: toM },
    );
}

function toTable(name: string, { tables }: FerryDecisions) {
  const found = tables.find((table) => table.name === name);
  const { reason: _, ...table } = found ?? {
    name,
    bounds: 'national',
    agreement: 'autopass-private',
    ownTariff: false,
    reason: '',
  };
  return table;
}

function dateOf(row: SourcePriceTable, { fareDates }: FerryDecisions): FareDateDecision {
  const found = fareDates.filter(
    ({ connection, validFrom }) => connection === row.connection && validFrom === row.validFrom,
  );
  const [dates] = found;
  if (dates === undefined || found.length > 1)
    throw new Error(`Expected one date for ${row.connection} ${row.validFrom}: ${found.length}.`);
  return dates;
}

function toFareRows(row: SourcePriceTable, dates: FareDateDecision): FareRowRecord[] {
  const { source, sourceKind, connection: table } = row;
  const current: FareRowRecord = {
    table,
    label: dates.label,
    from: dates.from,
    until: dates.until,
    dated: dates.dated,
    datedWhy: dates.reason,
    ordinaryNok: row.pricesNok,
    zeroEmissionNok: row.zeroEmissionNok ?? {},
    sourceKind,
    source,
  };
  if (row.previousNok === null) return [current];
  if (dates.previousFrom === undefined || dates.previousLabel === undefined)
    throw new Error(`Expected dates for the previous fare of ${table}, got none.`);
  return [
    {
      ...current,
      label: dates.previousLabel,
      from: dates.previousFrom,
      until: dates.from,
      dated: 'inferred',
      datedWhy: 'Named as the fare before; fares change at New Year.',
      ordinaryNok: row.previousNok,
      zeroEmissionNok: {},
    },
    current,
  ];
}
