import type { Ore } from '../base/nok.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import { percentWithTag, takePercent } from './discount.ts';
import {
  type ExemptionDoubt,
  findExemptionDoubt,
  findOwnTariff,
  type OwnTariffDoubt,
} from './own-tariff.ts';
import type { PassagePrice } from './price-passage.ts';
import type { Certainty, PricedAmount, PriceStep, TariffRow } from './priced-amount.ts';
import type { ShareCeiling, Tariff } from './tariff.ts';
import type { TollClass, TollVehicle } from './toll-vehicle.ts';
import type { FoundRow, VehicleTariff } from './vehicle-tariff.ts';

/** What a vehicle pays for a passage by itself. */
export interface VehiclePrice {
  /** Absent: nobody knows what its size pays here. */
  readonly amount?: PricedAmount;
  /** Why the amount is no more than an estimate; absent: it is none. */
  readonly doubt?: PriceDoubt;
}

export type PriceDoubt =
  /** The ordinary tariff of the day, or its rush price, is not known: a near one stands in. */
  | { readonly kind: 'ordinary-not-known' }
  /** The newest row of the class is carried forward: no source tells of it for the day. */
  | { readonly kind: 'carried'; readonly tollClass: TollClass; readonly row: VehicleTariff }
  | OwnTariffDoubt
  | ExemptionDoubt;

/** Prices a passage for one vehicle, by the tariff of its moment, before any rule between passages. */
export function priceVehicle(passage: PassagePrice, vehicle: TollVehicle): VehiclePrice {
  const { station, time, tariff } = passage;
  const { size } = vehicle;
  const price = passage[size];
  if (price === undefined || tariff === undefined) return {};
  const base: Base = {
    passage,
    tariff,
    vehicle,
    fullOre: price.fullOre,
    isRush: price.rush === 'yes',
  };
  const exemption = station.project.exemptions?.find(
    ({ from, codePrefix }) =>
      from <= time.day && vehicle.technicalCode?.startsWith(codePrefix) === true,
  );
  if (exemption !== undefined) {
    const { source } = exemption;
    return { amount: { ...ordinary(base, 'known', [{ kind: 'exempt', ore: 0, source }]), ore: 0 } };
  }
  const priced = priceByTariff(base);
  const doubt = priced.doubt === undefined ? findExemptionDoubt(base) : undefined;
  if (doubt === undefined || priced.amount === undefined) return priced;
  return { amount: { ...priced.amount, certainty: 'carried' }, doubt };
}

/** By the row of its class, or the ordinary one. */
function priceByTariff(base: Base): VehiclePrice {
  const { passage, tariff } = base;
  const { size } = base.vehicle;
  const own = findOwnTariff(base);
  const isFirm = isOrdinaryFirm(passage, tariff, size);
  if (own.kind === 'ordinary')
    return {
      amount: ordinary(base, isFirm ? 'known' : 'carried', tagSteps(base)),
      ...(!isFirm && { doubt: { kind: 'ordinary-not-known' } }),
    };
  if (own.kind === 'doubt') return byDoubt(base, own.doubt);

  const { found, tollClass } = own;
  const amount = byRow(base, found);
  const { row } = found;
  if (found.certainty === 'carried') return { amount, doubt: { kind: 'carried', tollClass, row } };
  const isShareOfUnknown = row.price.kind === 'share' && row.price.percentOfTagged > 0 && !isFirm;
  if (!isShareOfUnknown) return { amount };
  return { amount: { ...amount, certainty: 'carried' }, doubt: { kind: 'ordinary-not-known' } };
}

/** Where the row is not known: the lawful ceiling of zero emission, else the ordinary tariff. */
function byDoubt(base: Base, doubt: OwnTariffDoubt): VehiclePrice {
  const ceiling = doubt.kind === 'share-not-known' ? doubt.ceiling : undefined;
  if (ceiling === undefined) return { amount: ordinary(base, 'ordinary', tagSteps(base)), doubt };
  const { percentOfTagged, source } = ceiling;
  return { amount: byShare(base, 'ceiling', { percentOfTagged, source }), doubt };
}

interface Base {
  readonly passage: PassagePrice;
  readonly tariff: Tariff;
  readonly vehicle: TollVehicle;
  /** The ordinary full price of the moment. */
  readonly fullOre: Ore;
  readonly isRush: boolean;
}

function isOrdinaryFirm(passage: PassagePrice, tariff: Tariff, size: VehicleSize): boolean {
  const rush = passage[size]?.rush;
  const isRushCarried =
    size === 'large' && rush === 'yes' && tariff.largeRushCarriedFrom !== undefined;
  const isCarriedOver = tariff.carriedOver?.includes(size) === true;
  return passage.isTariffKnown && !isCarriedOver && rush !== 'unknown' && !isRushCarried;
}

function ordinary(base: Base, certainty: Certainty, more: readonly PriceStep[]): PricedAmount {
  const { passage, tariff, vehicle, fullOre } = base;
  const { from, fromMin, until, source } = tariff;
  const row: TariffRow = {
    id: `${passage.station.passageKey}/${from}/${vehicle.size}`,
    from,
    ...(fromMin !== undefined && { fromMin }),
    ...(until !== undefined && { until }),
    source,
  };
  const steps = [toFirst(base, fullOre), ...more];
  return { ore: steps.at(-1)?.ore ?? fullOre, certainty, row, steps };
}

function byRow(base: Base, { row, certainty }: FoundRow): PricedAmount {
  const { id, from, fromMin, knownUntil, source, price } = row;
  if (price.kind !== 'tariff') {
    const percentOfTagged = price.kind === 'share' ? price.percentOfTagged : 0;
    return byShare(base, certainty, { percentOfTagged, source });
  }
  // In a rush whose ordinary price is not known a row has its own: `hasPrice` has seen to it.
  const isRush = base.passage[base.vehicle.size]?.rush !== 'no';
  const fullOre = (isRush ? price.rushOre : undefined) ?? price.ore;
  const steps = [toFirst({ isRush }, fullOre), ...tagSteps({ ...base, fullOre })];
  return {
    ore: steps.at(-1)?.ore ?? fullOre,
    certainty,
    row: {
      id,
      from,
      ...(fromMin !== undefined && { fromMin }),
      ...(knownUntil !== undefined && { until: knownUntil }),
      source,
    },
    steps,
  };
}

function byShare(
  base: Base,
  certainty: Certainty,
  { percentOfTagged: percentLeft, source }: Pick<ShareCeiling, 'percentOfTagged' | 'source'>,
): PricedAmount {
  const paid = ordinary(base, certainty, tagSteps(base));
  const ore = takePercent(paid.ore, percentLeft);
  const step: PriceStep = { kind: 'zero-emission', percentLeft, ore, source };
  return { ...paid, ore, steps: [...paid.steps, step] };
}

const toFirst = ({ isRush }: Pick<Base, 'isRush'>, ore: Ore): PriceStep => ({
  kind: isRush ? 'full-rush' : 'full',
  ore,
});

/** `[]` without a tag, and where a tag takes nothing off. */
function tagSteps({ passage, vehicle, fullOre }: Base): PriceStep[] {
  const { station, time } = passage;
  if (!vehicle.tagged || fullOre === 0) return [];
  const { size } = vehicle;
  const percentLeft = percentWithTag(station.project.tagDiscounts, { day: time.day, size });
  if (percentLeft === 100) return [];
  return [{ kind: 'tag-discount', percentLeft, ore: takePercent(fullOre, percentLeft) }];
}
