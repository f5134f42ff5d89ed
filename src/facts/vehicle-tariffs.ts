import { type Day, nextNewYear } from '../base/day.ts';
import { memoize } from '../base/memoize.ts';
import { fromNok } from '../base/nok.ts';
import { parseClock } from '../base/oslo-time.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import { ALWAYS } from '../pricing/dated.ts';
import type { TollClass, VehicleTariff } from '../pricing/toll/law.ts';
import type {
  ProjectRecord,
  PublishedTariffRecord,
  ZeroEmissionRecord,
} from './schema/toll-projects.ts';
import { onceForAlike, toSizePrices } from './station-tariffs.ts';

const ZERO_EMISSION: readonly TollClass[] = ['electric', 'hydrogen'];

/**
 * The fuels of a price by fuel. A plug-in hybrid, gas and the rest pay as petrol does.
 *
 * The ordinary tariff is that of diesel, and of Euro V and older.
 *
 * Source: autopass.no/no/kunde/takster-og-rabatter: group 1 has the classes zero emission, plug-in,
 * diesel and other; fjellinjen.no and ferde.no print one price for petrol and plug-in.
 */
const CLASSES_OF_FUEL = {
  petrol: ['petrol', 'plugin-hybrid', 'gas', 'other'],
  electric: ZERO_EMISSION,
  hydrogen: ['hydrogen'],
} as const satisfies Record<string, readonly TollClass[]>;

/**
 * The tariffs of vehicles of some fuels and classes at a station, oldest first for each kind.
 *
 * A price is known until its `until`, or until the next notice for its size or class, or else to the end of the
 * calendar year of its first day. If only the year of the first day is known, the price is known for no day.
 *
 * @param national terms that hold in every project.
 */
export function listVehicleTariffs(
  passageKey: string,
  project: ProjectRecord,
  national: readonly ZeroEmissionRecord[],
): VehicleTariff[] {
  return listAlike(national)(passageKey, project).map((row) => ({
    ...row,
    id: `${passageKey}/${row.id}`,
  }));
}

/** The same for all stations that are alike: their ids lack the station. */
const listAlike = memoize((national: readonly ZeroEmissionRecord[]) => {
  const ofState = listTerms(national).map(holdForCertain);
  return onceForAlike((passageKey, project): readonly VehicleTariff[] => {
    const holds = ({ stations }: { readonly stations?: readonly string[] }) =>
      stations?.includes(passageKey) ?? true;
    const notices = (project.tariffs ?? [])
      .filter(holds)
      .toSorted((a, b) => (a.from < b.from ? -1 : 1));
    const terms = (project.zeroEmission ?? []).filter(holds);
    const context: Context = { notices, terms };
    return [
      ...notices.flatMap((notice) => [
        ...listByFuel(notice, context),
        ...listByEuroClass(notice, context),
      ]),
      // Of two decisions from one day that of the project goes before that of the state: the later row holds.
      ...[...(project.nationalTerms === false ? [] : ofState), ...listTerms(terms)].toSorted(
        (a, b) => Number(a.from > b.from) - Number(a.from < b.from),
      ),
    ];
  });
});

interface Context {
  /** The notices that hold at the station, oldest first. */
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
    const { otherwise } = price;
    return [
      {
        ...row,
        classes: CLASSES_OF_FUEL[fuel],
        price: toPrice(price),
        ...(otherwise && { otherwise: { from: notice.from, price: toPrice(otherwise) } }),
        untagged,
      },
    ];
  });
}

function listByEuroClass(notice: PublishedTariffRecord, context: Context): VehicleTariff[] {
  const price = notice.byEuroClass?.['euro-6'];
  if (price === undefined) return [];
  const row = toRow(notice, { ...context, size: 'large', name: 'euro-6' });
  return [{ ...row, classes: ['euro-6'], price: toPrice(price), untagged: true }];
}

/** A rule of the state holds in every project until the state has a newer one. */
const holdForCertain = ({ knownUntil: _, ...row }: VehicleTariff): VehicleTariff => ({
  ...row,
  isOfState: true,
});

/**
 * The decisions of a project about zero emission: shares for small vehicles, and vehicles whose passage is free. Each
 * is known to its `until`, else to the end of the last calendar year for which a source has it. If no source has a day,
 * it is known for no day.
 */
function listTerms(terms: readonly ZeroEmissionRecord[]): VehicleTariff[] {
  return terms.flatMap((term) => {
    const price = toPriceOf(term);
    if (price === undefined) return [];
    const { size, from = ALWAYS, fromTime, fuels = ZERO_EMISSION, technicalCode } = term;
    const kinds = [...fuels, ...(technicalCode === undefined ? [] : [technicalCode])];
    return [
      {
        id: `${from}/${[price.kind, ...kinds].join('-')}`,
        size: size ?? 'small',
        classes: fuels,
        ...(technicalCode !== undefined && { technicalCode }),
        from,
        ...(fromTime !== undefined && { fromMin: parseClock(fromTime) }),
        ...endOf(term),
        price,
        ...toOtherwise(term),
        untagged: term.untagged === 'same',
        source: term.source,
      },
    ];
  });
}

/** The end of a row. For a row without an end, the day until which a source has it. */
function endOf({
  from = ALWAYS,
  until,
  untilTime = '00:00',
  dateKnown,
  knownOn = from,
}: ZeroEmissionRecord): Pick<VehicleTariff, 'end' | 'knownUntil'> {
  if (until !== undefined) return { end: { day: until, minuteOfDay: parseClock(untilTime) } };
  return { knownUntil: dateKnown === 'none' ? from : nextNewYear(knownOn) };
}

/** The price by the terms; `undefined`: they set no price by themselves. */
function toPriceOf({
  terms,
  size,
  percentOfTagged = 100,
}: ZeroEmissionRecord): VehicleTariff['price'] | undefined {
  if (terms === 'on-application') return { kind: 'on-application' };
  if (terms === 'exempt' || (size === 'large' && percentOfTagged === 0)) return { kind: 'exempt' };
  return terms === 'share' && size !== 'large' ? { kind: 'share', percentOfTagged } : undefined;
}

const toOtherwise = ({ otherwise }: ZeroEmissionRecord): Pick<VehicleTariff, 'otherwise'> =>
  otherwise === undefined
    ? {}
    : {
        otherwise: {
          from: otherwise.from,
          price: { kind: 'share', percentOfTagged: otherwise.percentOfTagged },
        },
      };

interface Naming extends Context {
  readonly size: VehicleSize;
  readonly name: 'petrol' | 'electric' | 'hydrogen' | 'euro-6';
}

function toRow(
  notice: PublishedTariffRecord,
  naming: Naming,
): Omit<VehicleTariff, 'classes' | 'price' | 'untagged'> {
  const { size } = naming;
  const { from, fromTime, dateKnown, source } = notice;
  const beside = toSizePrices(notice[size], notice[`${size}Rush`]);
  return {
    id: `${from}/${naming.name}`,
    size,
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
  return until ?? next?.from ?? nextNewYear(from);
}

function isOf({ byFuel, byEuroClass }: PublishedTariffRecord, name: Naming['name']): boolean {
  if (name === 'euro-6') return byEuroClass?.['euro-6'] !== undefined;
  return byFuel?.[name] !== undefined;
}

const toPrice = ({ off, rush }: { readonly off: number; readonly rush?: number }) => ({
  kind: 'tariff' as const,
  ore: fromNok(off),
  ...(rush !== undefined && { rushOre: fromNok(rush) }),
});
