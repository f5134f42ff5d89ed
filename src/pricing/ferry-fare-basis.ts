import type { Day } from '../base/day.ts';
import type { FerryConnection, FerryCrossing, FerryLeg } from './ferry.ts';
import type { FareTable, FerryAgreement, FerryTariffs, LengthBounds } from './ferry-tariffs.ts';

/** What a crossing is priced by. */
export type FareBasis = FreeBasis | { readonly kind: 'unpriced'; readonly why: string } | PaidBasis;

export interface FreeBasis {
  readonly kind: 'free';
  readonly tariff: string;
  /** First day on which it is known to be free. */
  readonly from: Day;
  readonly source: string;
}

export interface PaidBasis {
  readonly kind: 'paid';
  readonly connection: FerryConnection;
  readonly bounds: LengthBounds;
  readonly agreement: FerryAgreement;
  readonly breaks: readonly Day[];
  /** Published fares; absent: none. */
  readonly table?: FareTable;
  /** Tariff zone; absent where the zone tariff is not valid. */
  readonly zone?: number;
}

/** Finds the tariff that a crossing falls under on a day, from its connection and quays. */
export function findFareBasis(crossing: FerryCrossing, day: Day, tariffs: FerryTariffs): FareBasis {
  const { connection } = crossing;
  if (connection === undefined)
    return unpriced('No ferry connection of the road database serves these quays.');
  const { fare } = connection;
  switch (fare.kind) {
    case 'free':
      return freeFrom(fare.from, day, fare.source);
    case 'announced-free':
      return unpriced(`It was announced as free, but nothing confirms it (${fare.source}).`);
    case 'likely-free':
      return unpriced(`It is probably free, but nothing confirms it: ${fare.source}.`);
    case 'own-fares':
      return unpriced(`It has fares of its own: ${fare.note}.`);
    case 'own-table':
      return byTable(connection, fare.table, tariffs);
    case 'partly-free':
      return touches(crossing, fare.freeQuayIds)
        ? freeFrom(fare.from, day, fare.source)
        : byLeg(crossing, connection, fare.legs, tariffs);
    case 'zone':
      return byLeg(crossing, connection, fare.legs, tariffs);
  }
}

const unpriced = (why: string): FareBasis => ({ kind: 'unpriced', why });

function freeFrom(from: Day, day: Day, source: string): FareBasis {
  if (day >= from) return { kind: 'free', tariff: `free (${source})`, from, source };
  return unpriced(`It is known to be free from ${from} on; the fare before is not known.`);
}

function touches({ fromQuay, toQuay }: FerryCrossing, quayIds: readonly string[]): boolean {
  return quayIds.some((id) => id === fromQuay?.id || id === toQuay?.id);
}

function byTable(connection: FerryConnection, name: string, tariffs: FerryTariffs): FareBasis {
  const table = tariffs.tables.get(name);
  if (table === undefined) return unpriced(`Its fare table ${name} is missing.`);
  const { bounds, agreement, breaks } = table;
  return { kind: 'paid', connection, bounds, agreement, breaks, table };
}

function byLeg(
  { fromQuay, toQuay }: FerryCrossing,
  connection: FerryConnection,
  legs: readonly FerryLeg[],
  { tables, zoneTable }: FerryTariffs,
): FareBasis {
  const leg = legs.find(({ quayIds: [a, b] }) =>
    a === fromQuay?.id ? b === toQuay?.id : b === fromQuay?.id && a === toQuay?.id,
  );
  if (leg === undefined) return unpriced('No tariff zone is known between these quays.');
  const { bounds, agreement, breaks } = zoneTable;
  const paid = { kind: 'paid', connection, bounds, agreement, breaks, zone: leg.zone } as const;
  const table = leg.table === undefined ? undefined : tables.get(leg.table);
  return table === undefined ? paid : { ...paid, table };
}
