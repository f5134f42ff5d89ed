import type { Day } from '../../base/day.ts';
import type { Ore } from '../../base/nok.ts';
import type { FerryClass } from '../../base/vehicle.ts';
import type { Warning } from '../../base/warning.ts';
import { isInForce } from '../dated.ts';
import { addStep, leavePercent, type PricedAmount, type TariffRow } from '../priced-amount.ts';
import { addToll, type ClassToll, findAddedToll } from './added-toll.ts';
import { chargedClass } from './class.ts';
import { type DatedFare, findFare, findZeroEmissionShare } from './fare.ts';
import { type FreeBasis, findFareBasis, type PaidBasis } from './fare-basis.ts';
import type { FerryAgreement, FerryTariffs, ZeroEmissionShare } from './law.ts';
import type { FerryCrossing, FerryVehicle } from './terms.ts';
import {
  dayInferredWarning,
  estimatedWarning,
  listFreeWarnings,
  listTollWarnings,
  seasonWarning,
  shareAssumedWarning,
} from './warning.ts';

export interface PricedCrossing {
  readonly crossing: FerryCrossing;
  /** The day whose fares are taken. */
  readonly day: Day;
  readonly name: string;
  /** The class that was charged. A tariff with length bounds of its own can charge another class than the vehicle's. */
  readonly ferryClass: FerryClass;
  readonly ordinary: PricedAmount;
  readonly zeroEmission: PricedAmount;
  /** Private prepaid ferry agreement: AutoPASS, or the connection's own. */
  readonly autopass: PricedAmount;
  /** Name of the tariff and its validity, for a person to read. */
  readonly tariff: string;
  /**
   * The crossing has no published fare for the day, or is only probably free. A fare whose days are inferred is
   * published: it is no estimate, though its amounts are not certain.
   */
  readonly estimated: boolean;
  /** The prepaid agreement for private persons; absent: there is nothing to pay. */
  readonly agreement?: FerryAgreement;
  /** The fares without the toll in the ticket. */
  readonly fares: Pick<PricedCrossing, 'ordinary' | 'zeroEmission'>;
  /** What a tag or an agreement takes off the zero-emission fare; absent: the same as off the ordinary one. */
  readonly zeroEmissionDiscount?: DiscountTerms;
  /** The toll that is part of the ticket; absent: there is none, or its amount is not known. */
  readonly toll?: ClassToll;
  /** A toll whose amount is not known is added to the fare: the prices lack it. */
  readonly lacksToll?: true;
}

export interface UnpricedCrossing {
  /** Without a duration where none is known. */
  readonly crossing: Omit<FerryCrossing, 'durationS'> & Partial<Pick<FerryCrossing, 'durationS'>>;
  readonly name: string;
  /** One English sentence. */
  readonly why: string;
}

/** A crossing with its three prices. */
export interface PricedOutcome {
  readonly priced: PricedCrossing;
  readonly warnings: readonly Warning[];
}

/** A crossing with its three prices, or with the reason why it has none. */
type CrossingOutcome =
  | PricedOutcome
  | { readonly unpriced: UnpricedCrossing; readonly warnings: readonly Warning[] };

/**
 * Prices one crossing on a day, rounded by its tariff. A ferry that sails in summer only has a warning on every day.
 */
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
  const endedOn = crossing.connection?.endedOn;
  if (endedOn !== undefined && endedOn <= day)
    return unpriced(crossing, `The road database has ended the connection on ${endedOn}.`);
  const basis = findFareBasis(crossing, day, tariffs);
  if (basis.kind === 'unpriced') return unpriced(crossing, basis.why);
  if (basis.kind === 'free') {
    return free(crossing, vehicle.ferryClass, basis, day);
  }
  const ferryClass = chargedClass(vehicle, basis.terms.bounds);
  const fare = findFare(basis.listFares(ferryClass), day, basis.terms.breaks);
  if (fare === undefined)
    return unpriced(
      crossing,
      `No fare of class ${ferryClass} is known for ${day}, nor a later or earlier one that compares.`,
    );
  return charge({ crossing, basis, ferryClass, fare, day, tariffs });
}

interface Charge {
  readonly crossing: FerryCrossing;
  readonly basis: PaidBasis;
  readonly ferryClass: FerryClass;
  readonly fare: DatedFare;
  readonly day: Day;
  readonly tariffs: FerryTariffs;
}

function charge(terms: Charge): CrossingOutcome {
  const { crossing, basis, ferryClass, fare, day } = terms;
  const { connection } = basis;
  const isKnown = isInForce(fare, day);
  const added = findAddedToll(crossing, ferryClass, day);
  const toll = added === 'unknown' ? undefined : added;
  const estimated = fare.estimate || !isKnown || toll?.isKnown === false;
  const isDayInferred = isKnown && fare.isDayInferred;
  const isCertain = !estimated && !isDayInferred && added !== 'unknown';
  const ordinary = toOrdinary(fare.ordinaryOre, isCertain, {
    id: `${fare.label}/${ferryClass}`,
    from: fare.from,
    until: fare.until,
    source: fare.source ?? 'own reconstruction of the zone table',
  });
  const { zeroEmission, assumed, ...own } = toZeroEmission(ordinary, terms);
  const label = isKnown ? fare.label : `${fare.label}, the nearest to ${day}`;
  const priced: PricedCrossing = {
    crossing,
    day,
    name: nameCrossing(crossing),
    ferryClass,
    ...addTolls({ ordinary, zeroEmission }, toll, terms),
    tariff: toll ? `${label}, with the toll of ${toll.project} of ${toll.from}` : label,
    estimated,
    ...own,
    ...(added === 'unknown' && { lacksToll: true }),
  };
  return {
    priced,
    warnings: [
      ...(estimated ? [estimatedWarning(priced, connection)] : []),
      ...(isDayInferred ? [dayInferredWarning(priced)] : []),
      ...(assumed ? [shareAssumedWarning(priced, assumed)] : []),
      ...(added === 'unknown' ? listTollWarnings(priced.name, connection.addedToll) : []),
    ],
  };
}

/** The fares with the toll that is part of the ticket, and what they are made of. */
function addTolls(
  fares: PricedCrossing['fares'],
  toll: ClassToll | undefined,
  { basis, ferryClass }: Charge,
): Pick<PricedCrossing, 'ordinary' | 'zeroEmission' | 'autopass' | 'agreement' | 'fares' | 'toll'> {
  const { ordinary, zeroEmission } = fares;
  const { agreement } = basis.terms;
  const hasAgreement = !agreement.exceptClasses.includes(ferryClass);
  const agreed = hasAgreement ? takeOff(ordinary, agreement) : ordinary;
  return {
    ordinary: addToll(ordinary, toll, 'ordinaryOre'),
    zeroEmission: addToll(zeroEmission, toll, 'zeroEmissionOre'),
    autopass: addToll(agreed, toll, 'ordinaryOre'),
    agreement,
    fares,
    ...(toll && { toll }),
  };
}

type AssumedShare = ReturnType<typeof findZeroEmissionShare>;

interface ZeroEmissionFare extends Pick<PricedCrossing, 'zeroEmission' | 'zeroEmissionDiscount'> {
  /** The share that it is by, where no source has that for the day. */
  readonly assumed?: AssumedShare;
}

function toZeroEmission(ordinary: PricedAmount, terms: Charge): ZeroEmissionFare {
  const { basis, ferryClass, fare, day, tariffs } = terms;
  const flat = toFlat(ordinary, terms);
  if (flat !== undefined) return flat;
  const publishedOre = isInForce(fare, day) ? fare.zeroEmissionOre : undefined;
  const share = findZeroEmissionShare(tariffs.zeroEmission, ferryClass, basis.connection, day);
  const reduced = reduce(ordinary, publishedOre, share);
  return publishedOre === undefined && share.assumed
    ? { zeroEmission: { ...reduced, certainty: 'carried' }, assumed: share }
    : { zeroEmission: reduced };
}

/** The fare of another class, off which nothing is taken; `undefined`: zero emission pays by its own class. */
function toFlat(ordinary: PricedAmount, { basis, day }: Charge): ZeroEmissionFare | undefined {
  const { zeroEmissionFlat: flat, breaks } = basis.terms;
  if (flat === undefined || day >= flat.until) return undefined;
  const fare = findFare(basis.listFares(flat.fareOf), day, breaks);
  if (fare === undefined) return undefined;
  const { source } = flat;
  return {
    zeroEmission: addStep(ordinary, { kind: 'zero-emission', ore: fare.ordinaryOre, source }),
    zeroEmissionDiscount: { percentOff: 0, roundedTo: 'ore', source },
  };
}

/** The zero-emission fare: a published one goes before the share. */
const reduce = (
  ordinary: PricedAmount,
  publishedOre: Ore | undefined,
  { percent: percentLeft, source }: Pick<ZeroEmissionShare, 'percent' | 'source'>,
): PricedAmount =>
  publishedOre === undefined
    ? leavePercent(ordinary, { kind: 'zero-emission', percentLeft, rounding: 'nok', source })
    : addStep(ordinary, { kind: 'zero-emission', ore: publishedOre });

/** A free crossing; a toll may be the whole of its ticket. */
function free(
  crossing: FerryCrossing,
  ferryClass: FerryClass,
  basis: FreeBasis,
  day: Day,
): PricedOutcome {
  const { tariff, from, source, isProbable, isFromAssumed } = basis;
  const name = nameCrossing(crossing);
  const added = findAddedToll(crossing, ferryClass, day);
  const toll = added === 'unknown' ? undefined : added;
  const isOld = toll?.isKnown === false;
  const isCertain = !isProbable && !isFromAssumed && added !== 'unknown' && !isOld;
  const nothing = toOrdinary(0, isCertain, { id: `${name}/free`, from, source });
  const ordinary = addToll(nothing, toll, 'ordinaryOre');
  const priced: PricedCrossing = {
    crossing,
    day,
    name,
    ferryClass,
    ordinary,
    zeroEmission: addToll(nothing, toll, 'zeroEmissionOre'),
    autopass: ordinary,
    tariff: toll ? `${tariff}, with the toll of ${toll.project} of ${toll.from}` : tariff,
    estimated: isProbable || isOld,
    fares: { ordinary: nothing, zeroEmission: nothing },
    ...(toll && { toll }),
    ...(added === 'unknown' && { lacksToll: true }),
  };
  const told = listFreeWarnings(priced, { ...basis, isProbable: priced.estimated });
  const unknown = added === 'unknown' ? crossing.connection?.addedToll : undefined;
  return { priced, warnings: [...told, ...listTollWarnings(name, unknown)] };
}

const toOrdinary = (ore: Ore, isCertain: boolean, row: TariffRow): PricedAmount => ({
  ore,
  certainty: isCertain ? 'known' : 'carried',
  row,
  steps: [{ kind: 'full', ore }],
});

/** What an agreement, or a tag, takes off a fare. */
export type DiscountTerms = Pick<FerryAgreement, 'percentOff' | 'roundedTo' | 'source'>;

export const takeOff = (
  fare: PricedAmount,
  { percentOff, roundedTo: rounding, source }: DiscountTerms,
): PricedAmount =>
  leavePercent(fare, { kind: 'ferry-agreement', percentLeft: 100 - percentOff, rounding, source });

function unpriced(crossing: FerryCrossing, why: string): CrossingOutcome {
  const found = { crossing, name: nameCrossing(crossing), why };
  return { unpriced: found, warnings: [warnOfUnpriced(found)] };
}

/** What a reader of the bill must know of a crossing without a price. */
export const warnOfUnpriced = ({ name, why }: UnpricedCrossing): Warning => ({
  code: 'ferry_unpriced',
  message: `${name} is not in the sums: ${why}`,
  about: name,
});

/**
 * The name of a crossing. It is the name of the connection, with the quays behind it where the connection has more than
 * two. Without a connection it is the planner's name, or is made of the quays.
 */
function nameCrossing({ connection, fromQuay, toQuay, plannedName }: FerryCrossing): string {
  const leg = [fromQuay, toQuay].map((quay) => shortQuayName(quay?.name)).join('-');
  if (connection === undefined) return plannedName ?? `Ferry ${leg}`;
  return connection.quayIds.length > 2 ? `${connection.name} (${leg})` : connection.name;
}

/** Moss ferjekai becomes Moss. */
function shortQuayName(name = 'unknown quay'): string {
  const short = name.replace(/\s+(?:ferjekai|ferjeleie|fergeleie|kai|brygge)\b/i, '').trim();
  return short === '' ? name : short;
}
