import type { Day } from '../base/day.ts';
import type { FerryClass } from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';
import type {
  FerryConnection,
  FerryCrossing,
  FerryVehicle,
  PricedCrossing,
  UnpricedCrossing,
} from './ferry.ts';
import { chargedClass } from './ferry-class.ts';
import { covers, type DatedFare, findFare, listPublished, listZoneFares } from './ferry-fare.ts';
import { type FreeBasis, findFareBasis, type PaidBasis } from './ferry-fare-basis.ts';
import { nameCrossing } from './ferry-name.ts';
import { shareInKroner, shareInOre } from './ferry-rounding.ts';
import type { FerryTariffs } from './ferry-tariffs.ts';
import { findZeroEmissionShare } from './ferry-zero-emission.ts';

/** A crossing with its three prices, or with the reason why it has none. */
export type CrossingOutcome =
  | { readonly priced: PricedCrossing; readonly warnings: readonly Warning[] }
  | { readonly unpriced: UnpricedCrossing; readonly warnings: readonly Warning[] };

/** One crossing on a day, rounded as its tariff is; a ferry of the summer says so on any day. */
export function priceCrossing(
  crossing: FerryCrossing,
  vehicle: FerryVehicle,
  day: Day,
  tariffs: FerryTariffs,
): CrossingOutcome {
  const outcome = findOutcome(crossing, vehicle, day, tariffs);
  if (crossing.connection?.summerOnly !== true) return outcome;
  return {
    ...outcome,
    warnings: [...outcome.warnings, seasonWarning(nameCrossing(crossing), day)],
  };
}

function findOutcome(
  crossing: FerryCrossing,
  vehicle: FerryVehicle,
  day: Day,
  tariffs: FerryTariffs,
): CrossingOutcome {
  const basis = findFareBasis(crossing, day, tariffs);
  if (basis.kind === 'unpriced') return unpriced(crossing, basis.why);
  if (basis.kind === 'free') {
    const priced = free(crossing, vehicle.ferryClass, basis);
    return { priced, warnings: basis.isProbable ? [estimatedWarning(priced)] : [] };
  }
  const ferryClass = chargedClass(vehicle, basis.bounds);
  const fare = findFare(listFares(basis, ferryClass, tariffs), day, basis.breaks);
  if (fare === undefined)
    return unpriced(
      crossing,
      `No fare of class ${ferryClass} is known for ${day}, nor a later or earlier one that compares.`,
    );
  return charge({ crossing, basis, ferryClass, fare, day, tariffs });
}

/** Published fares before estimates, so that they win where both cover the day. */
function listFares(basis: PaidBasis, ferryClass: FerryClass, tariffs: FerryTariffs): DatedFare[] {
  return [
    ...(basis.table === undefined ? [] : listPublished(basis.table, ferryClass)),
    ...(basis.zone === undefined ? [] : listZoneFares(tariffs.zoneTable, basis.zone, ferryClass)),
  ];
}

interface Charge {
  readonly crossing: FerryCrossing;
  readonly basis: PaidBasis;
  readonly ferryClass: FerryClass;
  readonly fare: DatedFare;
  readonly day: Day;
  readonly tariffs: FerryTariffs;
}

function charge({ crossing, basis, ferryClass, fare, day, tariffs }: Charge): CrossingOutcome {
  const name = nameCrossing(crossing);
  const { ordinaryOre } = fare;
  const known = covers(fare, day);
  const publishedOre = known ? fare.zeroEmissionOre : undefined;
  const { share, assumed, source } = findZeroEmissionShare(
    tariffs.zeroEmission,
    ferryClass,
    basis.connection,
    day,
  );
  const estimated = fare.estimate || !known;
  const priced = {
    crossing,
    name,
    ferryClass,
    ordinaryOre,
    zeroEmissionOre: publishedOre ?? shareInKroner(ordinaryOre, share),
    autopassOre: agreementOre(basis, ferryClass, fare),
    tariff: known ? fare.label : `${fare.label}, the nearest to ${day}`,
    estimated,
    row: {
      id: `${fare.label}/${ferryClass}`,
      from: fare.from,
      until: fare.until,
      source: fare.source ?? 'own reconstruction of the zone table',
    },
    ...(assumed && publishedOre === undefined && { isShareAssumed: true as const }),
    ...(publishedOre === undefined && {
      zeroEmissionShare: {
        percentLeft: Math.round(share * 10_000) / 100,
        rounding: 'nok' as const,
        source,
      },
    }),
    agreement: basis.agreement,
  };
  return {
    priced,
    warnings: [
      ...(estimated ? [estimatedWarning(priced, basis.connection)] : []),
      ...(assumed && publishedOre === undefined ? [shareAssumedWarning(name)] : []),
    ],
  };
}

function agreementOre({ agreement }: PaidBasis, ferryClass: FerryClass, fare: DatedFare) {
  if (agreement.exceptClasses.includes(ferryClass)) return fare.ordinaryOre;
  const shareOf = agreement.roundedTo === 'nok' ? shareInKroner : shareInOre;
  return shareOf(fare.ordinaryOre, agreement.share);
}

function free(
  crossing: FerryCrossing,
  ferryClass: FerryClass,
  { tariff, from, source, isProbable }: FreeBasis,
): PricedCrossing {
  const name = nameCrossing(crossing);
  return {
    crossing,
    name,
    ferryClass,
    ordinaryOre: 0,
    zeroEmissionOre: 0,
    autopassOre: 0,
    tariff,
    estimated: isProbable,
    row: { id: `${name}/free`, from, source },
  };
}

function unpriced(crossing: FerryCrossing, why: string): CrossingOutcome {
  const name = nameCrossing(crossing);
  return {
    unpriced: { crossing, name, why },
    warnings: [
      { code: 'ferry_unpriced', message: `${name} is not in the sums: ${why}`, about: name },
    ],
  };
}

function estimatedWarning({ name, tariff }: PricedCrossing, connection?: FerryConnection): Warning {
  const agreement = connection?.agreementUnsure
    ? ' Whether the ferry agreement is valid there is not known.'
    : '';
  const message = `The fare of ${name} is an estimate: ${tariff}.${agreement}`;
  return { code: 'ferry_estimated', message, about: name };
}

const seasonWarning = (name: string, day: Day): Warning => ({
  code: 'ferry_season',
  message: `${name} sails in summer only: check the timetable for ${day}.`,
  about: name,
});

const shareAssumedWarning = (name: string): Warning => ({
  code: 'zero_emission_share_assumed',
  message: `The zero-emission share of ${name} is not published for the day; the last known is used.`,
  about: name,
});
