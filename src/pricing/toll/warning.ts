import { type Day, yearOf } from '../../base/day.ts';
import { toNok } from '../../base/nok.ts';
import type { Steps } from '../../base/steps.ts';
import { VEHICLE_SIZES, type VehicleSize } from '../../base/vehicle.ts';
import { eachOnce, eachOnceOf, type Warning, type WarningCode } from '../../base/warning.ts';
import { findInForce, hasBegun, type Moment, tellBegin } from '../dated.ts';
import { listOpenPayments } from './doubt.ts';
import { findCollectionDoubt, type OrdinaryTariff, stoodAt } from './in-force.ts';
import type {
  AbsentStation,
  ListPrices,
  Tariff,
  TariffOrigin,
  TollClass,
  TollStation,
  VehicleTariff,
} from './law.ts';
import { listTollClasses } from './own-tariff.ts';
import { originOf, type PassagePrice } from './price-passage.ts';
import { listDeciding, type Readings } from './readings.ts';
import { isTagKnown } from './tag-discount.ts';
import type { TollTerms } from './terms.ts';

/**
 * The warnings of the bill, each once, in the order of the trip. Rules of a project are told once per project, unknown
 * prices and directions once per station, and the doubts about the stations of a past day once per bill.
 */
export function* listTollWarnings(
  passages: readonly PassagePrice[],
  terms: Pick<TollTerms, 'rulesBetweenPassages' | 'size' | 'vehicle'>,
): Steps<Warning[]> {
  const others = tellOthers(passages);
  return eachOnce([
    ...(yield* eachOnceOf(passages, (passage) => listForPassage(passage, others, terms))),
    ...warnOfUnapplied(passages, terms),
    ...listMissing(passages),
    ...tellExtract(passages),
  ]);
}

/** The warnings about rules in doubt that change a sum, each once. */
export function* listDoubtWarnings(
  readings: readonly Readings[],
  summed: readonly number[],
): Steps<Warning[]> {
  const told: Warning[] = [];
  for (const one of readings) {
    yield;
    told.push(...listDeciding(one, summed).flatMap(({ warning }) => warning ?? []));
  }
  return eachOnce(told);
}

function listForPassage(passage: PassagePrice, others: OtherAmounts, asked: Asked): Warning[] {
  const { station, ordinary, small, large } = passage;
  if (station.listed !== undefined) return [warnOfListPrice(station, station.listed)];
  const warnings: Warning[] = [];
  if (small === undefined || large === undefined) warnings.push(unpriced(passage));
  if (ordinary === undefined || (small === undefined && large === undefined)) return warnings;

  warnings.push(...listCollection(passage), ...listUnknown(passage, ordinary, others));
  warnings.push(...listTag(passage), ...listAssumed(passage, asked));
  warnings.push(...VEHICLE_SIZES.flatMap((size) => listRush(passage, size)));
  warnings.push(...listDirection(station));
  return warnings;
}

/** The size and the vehicle that the bill is for. */
type Asked = Pick<TollTerms, 'size' | 'vehicle'>;

/**
 * Warns of what the ordinary price of the size assumes about the vehicle; `[]` where the class of the vehicle is told.
 */
function listAssumed(passage: PassagePrice, { size, vehicle }: Asked): Warning[] {
  const isTold = vehicle !== undefined && listTollClasses(vehicle).length > 0;
  if (isTold || passage[size] === undefined) return [];
  return size === 'small' ? assumeDiesel(passage) : assumeEuro5(passage);
}

function assumeDiesel({ station, time }: PassagePrice): Warning[] {
  const { name: about, byVehicle } = station.project;
  if (byVehicle?.smallByFuel !== true || isOrdinary(findRow(station, time, 'petrol'))) return [];
  const message = `Small vehicles pay by fuel in ${about}: the price assumes diesel, the dearest.`;
  return [{ code: 'fuel_assumed', message, about }];
}

function assumeEuro5({ station, time }: PassagePrice): Warning[] {
  const { name: about, byVehicle } = station.project;
  const row = findRow(station, time, 'euro-6');
  if (byVehicle?.largeByEuroClass !== true || isOrdinary(row)) return [];
  const { beside, from, price } = row ?? {};
  const isTold = row && hasBegun(row, time) && beside !== undefined && price?.kind === 'tariff';
  const difference = isTold
    ? `; outside the rush it was ${toNok(beside.ore)} kr, and ${toNok(price.ore)} kr for Euro VI, by the tariff of ${from}`
    : '';
  const message = `Large vehicles pay by Euro class in ${about}: the price assumes Euro V and older, the dearest${difference}.`;
  return [{ code: 'euro_class_assumed', message, about }];
}

/** The newest row of a class that has begun, else the first. */
function findRow({ vehicleTariffs }: TollStation, time: Moment, tollClass: TollClass) {
  const rows = vehicleTariffs.filter(({ classes }) => classes.includes(tollClass));
  return rows.findLast((row) => hasBegun(row, time)) ?? rows[0];
}

/** Is the price of the class the ordinary one of its notice, in and outside the rush? */
const isOrdinary = ({ beside, price }: Partial<VehicleTariff> = {}): boolean =>
  beside !== undefined &&
  price?.kind === 'tariff' &&
  price.ore === beside.ore &&
  price.rushOre === beside.rushOre;

function listDirection(station: TollStation): Warning[] {
  const { name: about, directionUndecided, directionInferred } = station;
  if (directionUndecided === true) {
    const message = `${about} charges one direction, and it is not known which: it is charged in both.`;
    return [{ code: 'direction_undecided', message, about }];
  }
  if (directionInferred !== true) return [];
  const message = `${about} charges one direction; which one is not published, and is worked out from the metering of its road.`;
  return [{ code: 'direction_inferred', message, about }];
}

function unpriced({ station: { name: about }, small, large }: PassagePrice): Warning {
  const size = small === undefined ? 'small' : 'large';
  const message =
    small === undefined && large === undefined
      ? `${about} has no known tariff: the sums leave it out.`
      : `${about} has no known tariff for ${size} vehicles: their sums leave it out.`;
  return { code: 'station_unpriced', message, about };
}

/** The passage is charged all the same, so that no toll is left out by a guess. */
function listCollection({ station, time }: PassagePrice): Warning[] {
  const doubt = findCollectionDoubt(station, time);
  if (doubt === undefined) return [];
  const about = station.project.name;
  const { what, from } = doubt;
  const by = tellBegin(doubt.by, time);
  const when = from === undefined ? `by ${by}` : `between ${from} and ${by}`;
  const message = `Whether ${about} collected on ${time.day} is not known at every station passed, only that it ${what} ${when}: they are charged.`;
  return [{ code: 'collection_not_known', message, about }];
}

function listUnknown(
  passage: PassagePrice,
  { tariff, isKnown, other }: OrdinaryTariff,
  others: OtherAmounts,
): Warning[] {
  const { station, time } = passage;
  const about = station.project.name;
  const amounts = [...(others.get(keyOfOther(passage)) ?? [])];
  const beside =
    amounts.length === 0
      ? ''
      : ` The one of ${other?.from} has ${amounts.join(', ')} (small / large, without discount).`;
  const warn = (what: string, used: TariffOrigin): Warning => ({
    code: 'tariff_not_known_for_day',
    message: `The tariff ${what} ${about} on ${time.day} is not known: ${tellUsed(used, time)} is used.${beside}`,
    about,
  });
  const isCarried = (size: VehicleSize) => tariff[size]?.carriedFrom !== undefined;
  if (!isKnown && !VEHICLE_SIZES.some(isCarried)) return [warn('of', tariff)];
  return VEHICLE_SIZES.filter(
    (size) => tariff[size] !== undefined && (!isKnown || isCarried(size)),
  ).map((size) => warn(`of ${size} vehicles in`, originOf(tariff, size)));
}

const tellUsed = (used: TariffOrigin, time: Moment): string =>
  hasBegun(used, time) ? `the one of ${used.from}` : `a later one, of ${tellBegin(used, time)},`;

/** Warns of the discount that the price with a tag is worked out with, where no source tells it. */
function listTag({ station, time: { day } }: PassagePrice): Warning[] {
  const { name: about, tagDiscounts } = station.project;
  if (isTagKnown(tagDiscounts, day)) return [];
  const { small = 0, large = 0 } = findInForce(tagDiscounts, day)?.percent ?? {};
  const message = `What a tag took off in ${about} on ${day} is not known: ${small} % of the price of small and ${large} % of that of large vehicles are taken off.`;
  return [{ code: 'tag_discount_not_known', message, about }];
}

/** By day and pair of rows of a project: the amounts that the unused row has, at all stations passed. */
type OtherAmounts = ReadonlyMap<string, ReadonlySet<string>>;

function tellOthers(passages: readonly PassagePrice[]): OtherAmounts {
  const told = new Map<string, Set<string>>();
  for (const passage of passages) {
    const { ordinary } = passage;
    if (ordinary?.other === undefined) continue;
    const [used, other] = [tellAmounts(ordinary.tariff), tellAmounts(ordinary.other)];
    if (used === other) continue;
    const key = keyOfOther(passage);
    told.set(key, (told.get(key) ?? new Set()).add(`${other} instead of ${used} kr`));
  }
  return told;
}

const keyOfOther = ({ station, time, ordinary }: PassagePrice): string =>
  [station.project.id, time.day, ordinary?.tariff.from, ordinary?.other?.from].join(' ');

const tellAmounts = (tariff: Tariff): string =>
  VEHICLE_SIZES.map((size) => {
    const price = tariff[size];
    return price === undefined ? '-' : toNok(price.ore);
  }).join(' / ');

/** Warns where the rush price of a size is not known, or is that of an older row. */
function listRush(passage: PassagePrice, size: VehicleSize): Warning[] {
  const rush = passage[size]?.rush;
  const rushCarriedFrom = passage.ordinary?.tariff[size]?.rushCarriedFrom;
  if (rush !== 'unknown' && (rush !== 'yes' || rushCarriedFrom === undefined)) return [];
  const used =
    rushCarriedFrom === undefined
      ? 'the ordinary one'
      : `the last published, of ${rushCarriedFrom.from},`;
  const { name: about } = passage.station.project;
  const message = `The rush tariff of ${size} vehicles in ${about} is not published: ${used} is used.`;
  return [{ code: RUSH_CODES[size], message, about }];
}

/** No small rush tariff is missing today; the general code says the same if one ever is. */
const RUSH_CODES = {
  small: 'tariff_not_known_for_day',
  large: 'large_rush_tariff_unknown',
} as const satisfies Record<VehicleSize, WarningCode>;

/**
 * Warns of rules that may change what the vehicle pays; where none is named, what its size pays with or without a tag.
 * A preliminary bill has no rules between passages. It may still charge one payment twice, and warns of that alone.
 */
function warnOfUnapplied(
  passages: readonly PassagePrice[],
  {
    rulesBetweenPassages: hasRules,
    size,
    vehicle,
  }: Pick<TollTerms, 'rulesBetweenPassages'> & Asked,
): Warning[] {
  const ways = vehicle ? [vehicle] : [true, false].map((tagged) => ({ size, tagged }));
  const projects = new Set(passages.map(({ station }) => station.project));
  return [...projects].flatMap((project) =>
    ways
      .flatMap((way) => listOpenPayments(project, passages, way))
      .filter(({ rule }) => hasRules || rule.mayBeOnePayment === true)
      .map(({ rule: { note: message, mayBeOnePayment } }): Warning => {
        const code = mayBeOnePayment === true ? 'payments_not_known' : 'local_rule_not_applied';
        return { code, message, about: project.name };
      }),
  );
}

/** What a reader must know of a station that only the route planner names. */
function warnOfListPrice({ name: about }: TollStation, listed: ListPrices): Warning {
  const who = `${about} is named by the route planner alone`;
  const prices = VEHICLE_SIZES.flatMap((size) => {
    const price = listed[size];
    return price === undefined ? [] : [`${toNok(price.ore)} kr ${size}`];
  });
  if (prices.length === 0) {
    const message = `${who}, without a price: the sums leave it out.`;
    return { code: 'station_unpriced', message, about };
  }
  const message = `${who}: its list price (${prices.join(', ')}) is in the sums, for small vehicles with a tag less the general discount; rush, rules and direction are not known.`;
  return { code: 'station_list_price', message, about };
}

/**
 * The stations of the passed projects that are not in the data and still stood, each once, for the first moment at
 * which its project is passed.
 *
 * Source: NVDB shows the stations of the day it is read; what has been removed by then is not in it.
 */
function listMissing(passages: readonly PassagePrice[]): Warning[] {
  const missing = new Map<AbsentStation, Warning>();
  for (const { station, time } of passages)
    for (const absent of station.project.absentStations)
      if (stoodAt(absent, time) && !missing.has(absent))
        missing.set(absent, {
          code: 'station_missing',
          message: `${absent.name} still stood on ${time.day} and is not in the data: if the trip passes it, the sums leave it out.`,
          about: absent.name,
        });
  return [...missing.values()];
}

/** All stations are those of one extract, whose day is told once. */
function tellExtract(passages: readonly PassagePrice[]): Warning[] {
  const extractDay = findExtractDay(passages);
  if (extractDay === undefined) return [];
  const past = passages.find(({ time }) => yearOf(time.day) < yearOf(extractDay));
  return past === undefined ? [] : [warnOfExtract(extractDay, past.time.day)];
}

/** @param extractDay the first day on which the stations were seen. */
export const warnOfExtract = (extractDay: Day, day: Day): Warning => ({
  code: 'stations_of_extract',
  message: `The stations are those of ${extractDay}: on ${day} some of them may not have stood, and others are missing.`,
});

/** The first day of an observed tariff is the day on which the stations were seen. */
function findExtractDay(passages: readonly PassagePrice[]): Day | undefined {
  for (const { station } of passages) {
    const observed = station.tariffs.find((tariff) => tariff.observed === true);
    if (observed !== undefined) return observed.from;
  }
  return undefined;
}
