import { fromNok } from '../base/nok.ts';
import { FERRY_CLASSES } from '../base/vehicle.ts';
import type { ClassFares, FareRow, FerryTariffs } from '../pricing/ferry/law.ts';
import type { FareRowRecord, TariffFile } from './ferry-schema.ts';

/** The national tariff: the zone table goes by its bounds and agreement. */
const NATIONAL = { bounds: 'national', agreement: 'autopass-private' };

/**
 * The tariffs of `ferry-tariffs.json` in the kernel's form.
 *
 * @throws when a table names bounds or an agreement that the file does not have.
 */
export function toFerryTariffs(file: TariffFile): FerryTariffs {
  const breaks = file.breaks.map(({ day }) => day);
  const terms = ({ bounds, agreement }: typeof NATIONAL) => ({
    bounds: getNamed(file.bounds, bounds),
    agreement: toAgreement(getNamed(file.agreements, agreement)),
  });
  const tables = file.tables.map((table) => ({
    name: table.name,
    ...terms(table),
    breaks: table.ownTariff ? [] : breaks,
    rows: file.fares.filter((row) => row.table === table.name).map(toFareRow),
  }));
  return {
    tables: new Map(tables.map((table) => [table.name, table])),
    zoneTable: {
      ...terms(NATIONAL),
      breaks,
      fares: new Map(file.zones.map(({ zone, faresNok }) => [zone, toOre(faresNok)])),
      periods: file.zonePeriods.map(({ label, from, until, scale }) => ({
        label,
        from,
        until,
        scale,
      })),
    },
    zeroEmission: file.zeroEmission.map(({ percent, ...row }) => ({
      ...row,
      share: percent / 100,
    })),
  };
}

function getNamed<T extends { readonly name: string }>(rows: readonly T[], name: string): T {
  const found = rows.find((row) => row.name === name);
  if (found === undefined) throw new Error(`ferry-tariffs.json: ${name} is missing.`);
  return found;
}

function toAgreement({ percentOff, ...row }: TariffFile['agreements'][number]) {
  return { ...row, share: (100 - percentOff) / 100 };
}

function toFareRow({ ordinaryNok, zeroEmissionNok, ...row }: FareRowRecord): FareRow {
  const { label, from, until, dated, source } = row;
  return {
    label,
    from,
    until,
    dated,
    source,
    ordinary: toOre(ordinaryNok),
    zeroEmission: toOre(zeroEmissionNok),
  };
}

function toOre(nok: FareRowRecord['ordinaryNok']): ClassFares {
  return Object.fromEntries(
    FERRY_CLASSES.flatMap((ferryClass) => {
      const fare = nok[ferryClass];
      return fare === undefined ? [] : [[ferryClass, fromNok(fare)]];
    }),
  );
}
