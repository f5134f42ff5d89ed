/** What a passage would cost after each mistake of an operator. */
import type { Ore } from '../base/nok.ts';
import { OTHER_SIZE, TARIFF_GROUPS, type VehicleSize } from '../base/vehicle.ts';
import type { PricedAmount } from '../pricing/priced-amount.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import type { Charge } from '../pricing/toll/charge.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import { amountFor } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import { mayBeFree } from '../pricing/toll/vehicle-toll.ts';
import type { Finding, ReconcileTerms } from './statement.ts';

export interface Explained {
  readonly kind: Finding['kind'];
  /** One or more English sentences. */
  readonly because: string;
}

export const chargeOf = (line: TollLine, terms: ReconcileTerms): Charge =>
  line.vehicle?.charge ?? line.charges[amountOf(terms.vehicle)];

/** What the passage costs by itself, before the rules between passages; `undefined`: not known. */
export const ownAmountOf = (
  { price, vehicle }: TollLine,
  terms: ReconcileTerms,
): PricedAmount | undefined => (vehicle ? vehicle.amount : amountFor(price, terms.vehicle));

export const ownPriceOf = (line: TollLine, terms: ReconcileTerms): Ore | undefined =>
  ownAmountOf(line, terms)?.ore;

/** What the passage would cost by itself after each mistake. */
export function listHypotheses(
  line: TollLine,
  terms: ReconcileTerms,
): (Explained & { readonly ore: Ore })[] {
  const { price, vehicle } = line;
  const way = terms.vehicle;
  const other = OTHER_SIZE[way.size];
  const isRush = price[way.size]?.rush === 'yes';
  const [ordinary, full] = [way, { ...way, tagged: false }].map(
    (one) => amountFor(price, one)?.ore,
  );
  const own = ownPriceOf(line, terms);
  const otherGroup = `The price of tariff group ${TARIFF_GROUPS[other]}`;
  const [turnedKind, turnedBecause] = isRush
    ? (['rush-not-charged', NOT_IN_RUSH] as const)
    : (['rush-charged', IN_RUSH] as const);
  const rows: readonly MistakenPrice[] = [
    ['wrong-fuel', NOT_OWN_PRICE, vehicle ? ordinary : undefined, way.size],
    [...(way.tagged ? TAG_NOT_USED : TAG_CHARGED), ownOtherwise(line, terms), way.size],
    ['wrong-fuel', `${NOT_OWN_PRICE} ${NO_TAG}`, vehicle && full, way.size],
    ['wrong-class', `${otherGroup} is billed.`, price[other]?.tagged.ore, other],
    ['wrong-class', `${otherGroup} without tag is billed.`, price[other]?.untagged.ore, other],
  ];
  const all: readonly MistakenPrice[] = [
    [
      turnedKind,
      turnedBecause,
      turnRush(price, mayBeFree(vehicle ?? {}) ? undefined : own, way.size),
      way.size,
    ],
    ...rows,
    // Two mistakes at once.
    ...rows.map(([kind, because, ore, size]): MistakenPrice => {
      return [kind, `${because} ${turnedBecause}`, turnRush(price, ore, size), size];
    }),
  ];
  return all.flatMap(([kind, because, ore]) => (ore === undefined ? [] : [{ kind, because, ore }]));
}

/** What the vehicle pays without its tag, or with one where it has none. */
function ownOtherwise({ price }: TollLine, { vehicle }: ReconcileTerms): Ore | undefined {
  return priceVehicle(price, { ...vehicle, tagged: !vehicle.tagged }).amount?.ore;
}

type MistakenPrice = readonly [Finding['kind'], string, Ore | undefined, VehicleSize];

/** A price outside the rush if this moment lies in it, and the reverse: what of the full price is paid is the same. */
function turnRush(
  { tariff, ...price }: TollLine['price'],
  ore: Ore | undefined,
  size: VehicleSize,
): Ore | undefined {
  const { ore: usual, rushOre: rush } = tariff?.[size] ?? {};
  const [full, turned] = price[size]?.rush === 'yes' ? [rush, usual] : [usual, rush];
  return ore && full && turned && Math.round((ore * turned) / full);
}

const TAG_NOT_USED = ['tag-not-used', 'The price without tag is billed.'] as const;
const TAG_CHARGED = [
  'tag-charged',
  'The price with a tag is billed, and the vehicle has none.',
] as const;
const NOT_IN_RUSH = 'The price outside the rush is billed, and this moment lies in the rush.';
const IN_RUSH = 'The rush price is billed, and this moment lies outside the rush.';
const NO_TAG = 'It is that without tag.';
const NOT_OWN_PRICE = 'The ordinary price is billed, not that of the fuel or class of the vehicle.';
