/** What a passage would cost after each mistake of an operator. */
import type { Ore } from '../base/nok.ts';
import { OTHER_SIZE, TARIFF_GROUPS, type VehicleSize } from '../base/vehicle.ts';
import { amountFor, type PassagePrice } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import { mayBeFree, type VehicleCharge } from '../pricing/toll/vehicle-toll.ts';
import type { Finding } from './statement.ts';

export interface Explained {
  readonly kind: Finding['kind'];
  /** One or more English sentences. */
  readonly because: string;
}

/** What the vehicle pays for a passage by itself, before the rules between passages. */
export type OwnPrice = Omit<VehicleCharge, 'charge' | 'estimated'>;

type MistakenPrice = readonly [Finding['kind'], string, Ore | undefined, VehicleSize];

/** What the passage would cost by itself after each mistake. */
export function listHypotheses(own: OwnPrice): (Explained & { readonly ore: Ore })[] {
  const { passage, vehicle, amount } = own;
  const { size, tagged } = vehicle;
  const other = OTHER_SIZE[size];
  const otherGroup = `The price of tariff group ${TARIFF_GROUPS[other]}`;
  const otherwise = priceVehicle(passage, { ...vehicle, tagged: !tagged }).amount?.ore;
  const untagged = amountFor(passage, { size, tagged: false })?.ore;
  const rows: readonly MistakenPrice[] = [
    ['wrong-fuel', NOT_OWN_PRICE, amountFor(passage, vehicle)?.ore, size],
    [...(tagged ? TAG_NOT_USED : TAG_CHARGED), otherwise, size],
    ['wrong-fuel', `${NOT_OWN_PRICE} It is that without tag.`, untagged, size],
    ['wrong-class', `${otherGroup} is billed.`, passage[other]?.tagged.ore, other],
    ['wrong-class', `${otherGroup} without tag is billed.`, passage[other]?.untagged.ore, other],
  ];
  const [turned, turnedBecause] = passage[size]?.rush === 'yes' ? RUSH_NOT_CHARGED : RUSH_CHARGED;
  const knownOre = mayBeFree(own) ? undefined : amount?.ore;
  const all: readonly MistakenPrice[] = [
    [turned, turnedBecause, turnRush(passage, knownOre, size), size],
    ...rows,
    // Two mistakes at once.
    ...rows.map(([kind, because, ore, ofSize]): MistakenPrice => {
      return [kind, `${because} ${turnedBecause}`, turnRush(passage, ore, ofSize), ofSize];
    }),
  ];
  return all.flatMap(([kind, because, ore]) => (ore === undefined ? [] : [{ kind, because, ore }]));
}

/** A price outside the rush if this moment lies in it, and the reverse: what of the full price is paid is the same. */
function turnRush(
  { ordinary, ...price }: PassagePrice,
  ore: Ore | undefined,
  size: VehicleSize,
): Ore | undefined {
  const { ore: usual, rushOre: rush } = ordinary?.tariff[size] ?? {};
  const [full, turned] = price[size]?.rush === 'yes' ? [rush, usual] : [usual, rush];
  return ore && full && turned && Math.round((ore * turned) / full);
}

const NOT_OWN_PRICE = 'The ordinary price is billed, not that of the fuel or class of the vehicle.';
const TAG_NOT_USED = ['tag-not-used', 'The price without tag is billed.'] as const;
const TAG_CHARGED = [
  'tag-charged',
  'The price with a tag is billed, and the vehicle has none.',
] as const;
const RUSH_NOT_CHARGED = [
  'rush-not-charged',
  'The price outside the rush is billed, and this moment lies in the rush.',
] as const;
const RUSH_CHARGED = [
  'rush-charged',
  'The rush price is billed, and this moment lies outside the rush.',
] as const;
