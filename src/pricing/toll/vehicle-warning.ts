import { yearOf } from '../../base/day.ts';
import type { Steps } from '../../base/steps.ts';
import { isZeroEmission } from '../../base/vehicle.ts';
import { eachOnceOf, type Warning, type WarningCode } from '../../base/warning.ts';
import { ALWAYS, hasBegun, tellBegin } from '../dated.ts';
import type { PricedAmount } from '../priced-amount.ts';
import type { ShareCeiling, TollClass, VehicleTariff } from './law.ts';
import { amountFor, type PassagePrice } from './price-passage.ts';
import { type PriceDoubt, priceVehicle } from './price-vehicle.ts';
import type { TollVehicle } from './terms.ts';
import { findEndedShare, type RowQuestion } from './vehicle-tariff.ts';
import type { VehicleCharge } from './vehicle-toll.ts';

/**
 * Why the price of a vehicle is an estimate, and whether a tag would lower it; each once per project, in travel order.
 */
export const listVehicleWarnings = (charges: readonly VehicleCharge[]): Steps<Warning[]> =>
  eachOnceOf(charges, (charge) => [
    ...warnOfDoubt(charge),
    ...warnOfApplication(charge),
    ...warnOfTag(charge),
  ]);

function warnOfApplication({ passage, vehicle, onApplication }: VehicleCharge): Warning[] {
  if (onApplication === undefined) return [];
  const { tollClass, row } = onApplication;
  const about = passage.station.project.name;
  const who = `${describeClass(tollClass, vehicle.size)}${tellCode(row)}`;
  const message = `In ${about} ${who} pass for nothing on application: whether this one has applied is not known, and its tariff without is charged.`;
  return [{ code: 'vehicle_not_known', message, about }];
}

/**
 * Warns of zero emission without a tag that pays as all others do, where a tag would give it more than the general
 * discount.
 */
function warnOfTag({ passage, vehicle, amount, doubt }: VehicleCharge): Warning[] {
  const { tagged, fuel, size } = vehicle;
  if (tagged || fuel === undefined || !isZeroEmission(fuel)) return [];
  const isFull = doubt === undefined || doubt.kind === 'ordinary-not-known';
  const withTag = { ...vehicle, tagged: true };
  const isLess = (way: TollVehicle, price: PricedAmount | undefined) =>
    price !== undefined && price.ore < (amountFor(passage, way)?.ore ?? 0);
  if (!isFull || isLess(vehicle, amount)) return [];
  if (!isLess(withTag, priceVehicle(passage, withTag).amount)) return [];
  const about = passage.station.project.name;
  const message = `Without a tag ${describeClass(fuel, size)} pay the full price in ${about}: with one they pay less than others.`;
  return [{ code: 'zero_emission_untagged', message, about }];
}

/** `[]` where there is no doubt, and where other warnings tell of the doubt already. */
function warnOfDoubt({ passage, vehicle, doubt }: VehicleCharge): Warning[] {
  if (doubt === undefined || doubt.kind === 'ordinary-not-known') return [];
  const message = tell(doubt, passage, vehicle);
  return [{ code: CODES[doubt.kind], message, about: passage.station.project.name }];
}

type ToldDoubt = Exclude<PriceDoubt, { readonly kind: 'ordinary-not-known' }>;

const CODES = {
  'vehicle-not-known': 'vehicle_not_known',
  carried: 'vehicle_tariff_carried',
  'exemption-not-known': 'vehicle_tariff_not_known',
  'share-not-known': 'vehicle_tariff_not_known',
  'class-not-known': 'vehicle_tariff_not_known',
} as const satisfies Record<ToldDoubt['kind'], WarningCode>;

function tell(doubt: ToldDoubt, passage: PassagePrice, vehicle: TollVehicle): string {
  const { station, time } = passage;
  const about = station.project.name;
  if (doubt.kind === 'vehicle-not-known')
    return `The ${WORDS[doubt.fact]} of the vehicle is not known: the ordinary tariff of ${about} is charged.`;
  const { tollClass } = doubt;
  const who = describeClass(tollClass, vehicle.size);
  switch (doubt.kind) {
    case 'carried':
      return tellCarried(doubt.row, who, passage);
    case 'exemption-not-known':
      return `Whether ${who} with a tag passed for nothing in ${about} on ${time.day} is not known, only that they do from ${tellBegin(doubt.row, time)} on: their tariff of before is charged.`;
    case 'share-not-known':
      return `What ${who} pay in ${about} on ${time.day} is not published${recall(passage, { ...vehicle, tollClass, moment: time })}: ${tellMost(doubt.ceiling)}, and it may be anything down to nothing.`;
    case 'class-not-known':
      return `The tariff of ${who} in ${about} on ${time.day} is not known: the ordinary one is charged.`;
  }
}

const WORDS = { fuel: 'fuel', euroClass: 'Euro class' } as const;

function tellCarried(row: VehicleTariff, who: string, passage: PassagePrice): string {
  const { price } = row;
  const { name: about } = passage.station.project;
  const { day } = passage.time;
  if (price.kind === 'tariff')
    return `The tariff of ${who} in ${about} is not published for ${day}: ${tellUsed(row, passage)}.`;
  const untilNewer = 'it holds until a newer decision, and none is known';
  return price.kind === 'share'
    ? `The share of ${who} in ${about} on ${day} is ${tellSince(row)}, ${price.percentOfTagged} % of the price with tag: ${untilNewer}.`
    : `The free passage of ${who}${tellCode(row)} in ${about} on ${day} is ${tellSince(row)}: ${untilNewer}.`;
}

const tellCode = ({ technicalCode }: VehicleTariff): string =>
  technicalCode === undefined ? '' : ` (${technicalCode})`;

const tellSince = ({ from, knownUntil }: VehicleTariff): string =>
  from === ALWAYS || from === knownUntil ? 'one whose first day is not told' : `that of ${from}`;

const tellMost = (ceiling: ShareCeiling | undefined): string =>
  ceiling === undefined
    ? 'the ordinary tariff is charged'
    : `the most that the law allows, ${ceiling.percentOfTagged} % of the price with tag, is charged`;

/** Which row of another day stands in, and why it may. */
function tellUsed(row: VehicleTariff, { time, ordinary }: PassagePrice): string {
  const { from, knownUntil } = row;
  if (!hasBegun(row, time))
    return `that of ${tellBegin(row, time)} is charged, of which it is not known since when it holds, beside the ordinary one of the same notice`;
  if (ordinary?.isKnown)
    return `that of ${from} is carried forward, because the ordinary one stands as it stood then`;
  return from === knownUntil
    ? `that of the notice of ${yearOf(from)} is charged, whose day is not told, beside the ordinary one of the same notice`
    : `that of ${from} is carried forward, beside the ordinary one that stood beside it then`;
}

/**
 * Names a share that no source tells of any more and that no newer one follows. It is not used: whether it has ended is
 * not always known.
 */
function recall({ station }: PassagePrice, question: RowQuestion): string {
  const last = findEndedShare(station.vehicleTariffs, question);
  return last === undefined
    ? ''
    : ` (a share of ${last.percentOfTagged} % is known for the days before ${last.end}, and none after it)`;
}

/** Vehicles of a class, such as `small electric vehicles`. */
export function describeClass(tollClass: TollClass, size: TollVehicle['size']): string {
  if (tollClass === 'euro-6') return `${size} Euro VI vehicles`;
  if (tollClass === 'euro-5-and-older') return `${size} vehicles of Euro V and older`;
  if (tollClass === 'other') return `${size} vehicles of another fuel`;
  return `${size} ${tollClass} vehicles`;
}
