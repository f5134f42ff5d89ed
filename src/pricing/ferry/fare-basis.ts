import type { Day } from '../../base/day.ts';
import type { FerryClass } from '../../base/vehicle.ts';
import { type DatedFare, listPublished, listZoneFares } from './fare.ts';
import type {
  FareTerms,
  FerryConnection,
  FerryFare,
  FerryLeg,
  FerryTariffs,
  FreeTerm,
} from './law.ts';
import type { FerryCrossing } from './terms.ts';

/** What a crossing is priced by. */
export type FareBasis = FreeBasis | { readonly kind: 'unpriced'; readonly why: string } | PaidBasis;

export interface FreeBasis {
  readonly kind: 'free';
  readonly tariff: string;
  /** First day on which it is known, or taken, to be free. */
  readonly from: Day;
  readonly source: string;
  /** The source does not name the leg itself. */
  readonly isProbable: boolean;
  /** No source tells the first day. */
  readonly isFromAssumed: boolean;
}

export interface PaidBasis {
  readonly kind: 'paid';
  readonly connection: FerryConnection;
  readonly terms: FareTerms;
  /** Published fares before estimates, so that they win where both cover the day. */
  readonly listFares: (ferryClass: FerryClass) => DatedFare[];
}

/** Finds the tariff that a crossing falls under on a day, from its connection and quays. */
export function findFareBasis(crossing: FerryCrossing, day: Day, tariffs: FerryTariffs): FareBasis {
  const { connection } = crossing;
  if (connection === undefined)
    return unpriced('No ferry connection of the road database serves these quays.');
  const { fare } = connection;
  switch (fare.kind) {
    case 'free':
    case 'partly-free':
      return byTerms(crossing, connection, { ...fare, day }, tariffs);
    case 'announced-free':
      return unpriced(`It was announced as free, but nothing confirms it (${fare.source}).`);
    case 'likely-free':
      return unpriced(`It is probably free, but nothing confirms it: ${fare.source}.`);
    case 'own-fares':
      return unpriced(`It has fares of its own: ${fare.note}.`);
    case 'own-table':
      return byTable(connection, fare.table, tariffs);
    case 'zone':
      return byLeg(crossing, connection, fare.legs, tariffs);
  }
}

const unpriced = (why: string): FareBasis => ({ kind: 'unpriced', why });

type FreeFare = Extract<FerryFare, { readonly terms: unknown }>;

/** Takes the first of the terms for a leg that has begun. A sure term goes before a probable one. */
function byTerms(
  crossing: FerryCrossing,
  connection: FerryConnection,
  { terms, legs, day }: FreeFare & { readonly day: Day },
  tariffs: FerryTariffs,
): FareBasis {
  const named = terms.filter((term) => isNamed(crossing, term));
  const held = named.filter(({ from }) => from <= day);
  const term = held.find(({ sureness }) => sureness !== 'probable') ?? held[0];
  if (term !== undefined) return toFree(term);
  const [first] = named.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  if (first !== undefined) return unpriced(sayBefore(first));
  return legs.length === 0
    ? unpriced('Other legs of it are free; no source names this one, and no fare of it is known.')
    : byLeg(crossing, connection, legs, tariffs);
}

const sayBefore = ({ from, fromAssumed }: FreeTerm): string =>
  fromAssumed
    ? `It is free, but no source tells since when: ${from} is assumed, and the fare before is not known.`
    : `It is known to be free from ${from} on; the fare before is not known.`;

function isNamed({ fromQuay, toQuay }: FerryCrossing, { touching, between }: FreeTerm): boolean {
  const ends = [fromQuay?.id ?? '', toQuay?.id ?? ''];
  return (
    (touching === undefined || ends.some((id) => touching.includes(id))) &&
    (between === undefined || ends.every((id) => between.includes(id)))
  );
}

function toFree({ from, fromAssumed, asOf, source, sureness }: FreeTerm): FreeBasis {
  const isProbable = sureness === 'probable';
  const isFromAssumed = fromAssumed === true;
  const since = isFromAssumed ? ', first day assumed' : '';
  const what = `${isProbable ? 'probably free' : 'free'} from ${from} on${since}`;
  const when = asOf === undefined ? 'undated' : `as of ${asOf}`;
  const tariff = `${what} (${source}, ${when})`;
  return { kind: 'free', tariff, from, source, isProbable, isFromAssumed };
}

function byTable(connection: FerryConnection, name: string, tariffs: FerryTariffs): FareBasis {
  const table = tariffs.tables.get(name);
  if (table === undefined) return unpriced(`Its fare table ${name} is missing.`);
  const listFares = (ferryClass: FerryClass) => listPublished(table, ferryClass);
  return { kind: 'paid', connection, terms: table, listFares };
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
  const { zone, table: name } = leg;
  const table = name === undefined ? undefined : tables.get(name);
  const listFares = (ferryClass: FerryClass) => [
    ...(table === undefined ? [] : listPublished(table, ferryClass)),
    ...listZoneFares(zoneTable, zone, ferryClass),
  ];
  return { kind: 'paid', connection, terms: zoneTable, listFares };
}
