import { type Day, yearOf } from '../base/day.ts';
import { fromNok } from '../base/nok.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { TollClass } from '../pricing/toll-vehicle.ts';
import type { OrdinaryPrices, VehicleTariff } from '../pricing/vehicle-tariff.ts';
import { parseClock } from './clock-window.ts';
import type { PublishedTariffRecord } from './published-tariff-schema.ts';
import type { ProjectRecord } from './toll-projects-schema.ts';
import type { ZeroEmissionRecord } from './toll-rule-schema.ts';

const ZERO_EMISSION: readonly TollClass[] = ['electric', 'hydrogen'];

/**
 * The fuels of a price by fuel. A plug-in hybrid, gas and the rest pay as petrol does.
 *
 * Source: autopass.no/no/kunde/takster-og-rabatter: group 1 has the classes zero emission, plug-in,
 * diesel and other; fjellinjen.no and ferde.no print one price for petrol and plug-in.
 */
const CLASSES_OF_FUEL = {
  petrol: ['petrol', 'plugin-hybrid', 'gas', 'other'],
  diesel: [],
  electric: ZERO_EMISSION,
  hydrogen: ['hydrogen'],
} as const satisfies Record<string, readonly TollClass[]>;

/** Diesel, and Euro V and older, are the ordinary tariff itself. */
const CLASSES_OF_EURO = {
  'euro-5-and-older': [],
  'euro-6': ['euro-6'],
} as const satisfies Record<string, readonly TollClass[]>;

/**
 * What vehicles of some fuels and classes pay at a station, oldest first; exemptions come last, so
 * that they win over the prices of the same class.
 *
 * A row is known until its `until`, or until the next notice for its size or class, or else to the
 * end of the calendar year of its first day; for no day where only the year of that is known.
 *
 * @param national terms that hold in every project.
 */
export function listVehicleTariffs(
  passageKey: string,
  project: ProjectRecord,
  national: readonly ZeroEmissionRecord[],
): VehicleTariff[] {
  const holds = ({ stations }: { readonly stations?: readonly string[] }) =>
    stations?.includes(passageKey) ?? true;
  const notices = (project.tariffs ?? [])
    .filter((notice) => notice.where === undefined && holds(notice))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const terms = (project.zeroEmission ?? []).filter(holds);
  const context: Context = { passageKey, notices, terms };
  return [
    ...notices.flatMap((notice) => [
      ...listByFuel(notice, context),
      ...listByEuroClass(notice, context),
      ...listShares(notice, context),
    ]),
    ...[...terms, ...(project.nationalTerms === false ? [] : national)].flatMap((term) =>
      listExemptions(term, passageKey),
    ),
  ];
}

interface Context {
  readonly passageKey: string;
  /** Those of the station, oldest first. */
  readonly notices: readonly PublishedTariffRecord[];
  readonly terms: readonly ZeroEmissionRecord[];
}

function listByFuel(notice: PublishedTariffRecord, context: Context): VehicleTariff[] {
  const isOwnUntagged = context.terms.some(({ untagged }) => untagged === 'own-tariff');
  return (['petrol', 'electric', 'hydrogen'] as const).flatMap((fuel) => {
    const price = notice.byFuel?.[fuel];
    if (price === undefined) return [];
    const untagged = fuel === 'petrol' || isOwnUntagged;
    const row = toRow(notice, { ...context, size: 'small', name: fuel });
    return [{ ...row, classes: CLASSES_OF_FUEL[fuel], price: toPrice(price), untagged }];
  });
}

function listByEuroClass(notice: PublishedTariffRecord, context: Context): VehicleTariff[] {
  const price = notice.byEuroClass?.['euro-6'];
  if (price === undefined) return [];
  const row = toRow(notice, { ...context, size: 'large', name: 'euro-6' });
  return [{ ...row, classes: CLASSES_OF_EURO['euro-6'], price: toPrice(price), untagged: true }];
}

/** A share is published with the notices of its time, and known with their prices. */
function listShares(notice: PublishedTariffRecord, context: Context): VehicleTariff[] {
  if (notice.small === undefined) return [];
  return context.terms
    .filter(
      ({ terms, size, from = '', until = '9999' }) =>
        terms === 'share' && size !== 'large' && from <= notice.from && notice.from < until,
    )
    .map(({ percentOfTagged = 100, until, source, fuels = ZERO_EMISSION }) => {
      const row = toRow(notice, { ...context, size: 'small', name: 'zero-emission' });
      const end = until !== undefined && until < (row.knownUntil ?? until) ? until : row.knownUntil;
      return {
        ...row,
        ...(end !== undefined && { knownUntil: end }),
        classes: fuels,
        price: { kind: 'share', percentOfTagged },
        untagged: false,
        source,
      };
    });
}

/** A kind of vehicle that pays nothing with a tag: a rule, which no tariff moves. */
function listExemptions(term: ZeroEmissionRecord, passageKey: string): VehicleTariff[] {
  const { terms, size, from = ALWAYS, until, fuels = ZERO_EMISSION, source } = term;
  const isFree = terms === 'exempt' || (size === 'large' && term.percentOfTagged === 0);
  if (!isFree) return [];
  return [
    {
      id: `${passageKey}/${from}/exempt-${fuels.join('-')}`,
      size: size ?? 'small',
      classes: fuels,
      from,
      ...(until !== undefined && { knownUntil: until }),
      price: { kind: 'share', percentOfTagged: 0 },
      untagged: false,
      source,
    },
  ];
}

/** Terms whose first day nobody tells hold since before every trip. */
const ALWAYS: Day = '0001-01-01';

interface Naming extends Context {
  readonly size: VehicleSize;
  readonly name: 'petrol' | 'electric' | 'hydrogen' | 'euro-6' | 'zero-emission';
}

function toRow(
  notice: PublishedTariffRecord,
  naming: Naming,
): Omit<VehicleTariff, 'classes' | 'price' | 'untagged'> {
  const { from, fromTime, dateKnown, source } = notice;
  const beside = toOrdinary(notice, naming.size);
  return {
    id: `${naming.passageKey}/${from}/${naming.name}`,
    size: naming.size,
    from,
    ...(fromTime !== undefined && { fromMin: parseClock(fromTime) }),
    ...(dateKnown === 'last-day' && { isOlder: true }),
    knownUntil: findEnd(notice, naming),
    ...(beside && { beside }),
    source,
  };
}

function findEnd(notice: PublishedTariffRecord, { notices, size, name }: Naming): Day {
  const { from, until, dateKnown } = notice;
  if (dateKnown === 'year') return from;
  const next = notices.find(
    (other) => other.from > from && (other[size] !== undefined || isOf(other, name)),
  );
  return until ?? next?.from ?? `${yearOf(from) + 1}-01-01`;
}

function isOf({ byFuel, byEuroClass }: PublishedTariffRecord, name: Naming['name']): boolean {
  if (name === 'euro-6') return byEuroClass?.['euro-6'] !== undefined;
  return name !== 'zero-emission' && byFuel?.[name] !== undefined;
}

function toOrdinary(
  { small, smallRush, large, largeRush }: PublishedTariffRecord,
  size: VehicleSize,
): OrdinaryPrices | undefined {
  const [nok, rushNok] = size === 'small' ? [small, smallRush] : [large, largeRush];
  if (nok === undefined) return undefined;
  return { ore: fromNok(nok), ...(rushNok !== undefined && { rushOre: fromNok(rushNok) }) };
}

const toPrice = ({ off, rush }: { readonly off: number; readonly rush?: number }) => ({
  kind: 'tariff' as const,
  ore: fromNok(off),
  ...(rush !== undefined && { rushOre: fromNok(rush) }),
});
