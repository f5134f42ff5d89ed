/** What is charged on a way: the toll stations that are passed, and the ferry crossings. */
import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import { FERRY_CLASSES } from '../base/vehicle.ts';
import type { BilledCrossing } from '../pricing/ferry/bill.ts';
import type { UnpricedCrossing } from '../pricing/ferry/price-crossing.ts';
import type { FerryCrossing } from '../pricing/ferry/terms.ts';
import {
  CHARGE_REASONS,
  type ChargedPassage,
  type FreePassage as FreeOne,
  type TollBill,
} from '../pricing/toll/bill.ts';
import { FREE_RULES } from '../pricing/toll/charge.ts';
import type { FourAmounts } from '../pricing/toll/four-ways.ts';
import type { TollPassage } from '../pricing/toll/terms.ts';
import { FerryProof, TollProof } from './proof.ts';
import * as t from './unit.ts';
import { formatVehicleAmount, vehicleAmount } from './vehicle.ts';

const place = {
  id: t.text('Id in the national road database (NVDB), object type 45.'),
  name: t.text('Name of the station.'),
  operator: t.text('Toll company; empty where none is named.'),
  ...t.position,
  passedAt: t.instant('Moment of passing: departure plus travel time up to the station.'),
};

const freeRule = t.choice(FREE_RULES, {
  description:
    'What made the passage free: `hour-rule` another passage of the same hour pays; `once-between` one passage is paid between two times of day; `linked-station` it is paid at a linked station; `reversed-rule` only one station of a pair was passed; `zero-tariff` the tariff is 0; `monthly-cap` the month has had as many paid passages as it has to (only with `passagesThisMonth`).',
});
const paidAt = t.maybe(t.text('Id of the station that paid for it. Absent: none did.'));

export const ChargedStation = t.object('ChargedStation', 'A toll station that costs something.', {
  ...place,
  smallNok: t.nok('Small vehicle with tag.'),
  smallNoDiscountNok: t.nok('Small vehicle without tag.'),
  largeNok: t.nok('Large vehicle with tag.'),
  largeNoDiscountNok: t.nok('Large vehicle without tag.'),
  rush: t.bool('The rush-hour tariff was charged.'),
  reason: t.choice(CHARGE_REASONS, {
    description:
      'Why it costs what it does, for the size asked for: `regular` and `rush` name the tariff; `dearest-of-hour` pays for all passages of its hour; `list-price` is that of the route planner, for a station without a tariff of ours; `untagged-only` is free with a tag, by `rule`; `other-size-only` is free by `rule`, or without a known price, for the size asked for. No passage stands in `freePassages`, too.',
  }),
  rule: t.maybe(freeRule),
  paidAt,
  ...vehicleAmount,
  proof: t.maybe(TollProof),
});

export type AnswerChargedStation = t.Shape<typeof ChargedStation>;

export const FreePassage = t.object(
  'FreePassage',
  'A toll station passed without charge in every way to pay.',
  {
    ...place,
    rule: freeRule,
    paidAt,
    proof: t.maybe(TollProof),
  },
);

export const UnpricedStation = t.object(
  'UnpricedStation',
  'A toll station without a known tariff: the sums leave it out.',
  {
    ...place,
    listSmallNok: t.maybe(
      t.nok('List price of the route planner, small vehicle; where the size asked for is large.'),
    ),
    listLargeNok: t.maybe(
      t.nok('List price of the route planner, large vehicle; where the size asked for is small.'),
    ),
  },
);

/** A station that is passed, whatever it costs. */
export type AnswerPassage = Pick<t.Shape<typeof FreePassage>, keyof typeof place>;

/** A passage of a station, without its price. */
function formatPassage({ station, atMs }: TollPassage) {
  const { id, name, operator, at } = station;
  return { id, name, operator, lat: at.lat, lon: at.lon, passedAt: formatOsloInstant(atMs) };
}

/** A passage whose price is not known, with what a planner says of it. */
export function formatUnpriced(passage: TollPassage): t.Shape<typeof UnpricedStation> {
  const { small, large } = passage.station.listed ?? {};
  return {
    ...formatPassage(passage),
    ...(small && { listSmallNok: toNok(small.ore) }),
    ...(large && { listLargeNok: toNok(large.ore) }),
  };
}

/**
 * The passages that cost something in one of the four ways to pay, with the rule that makes them free
 * for the size asked for, and those that cost nothing in any. No passage stands in both lists.
 */
export function splitPassages({ charged, free }: Pick<TollBill, 'charged' | 'free'>) {
  const freeBy = new Map(free.map((passage) => [passage.line, passage]));
  const charges = new Set(charged.map(({ line }) => line));
  return {
    charged: charged.map((passage) => ({ passage, free: freeBy.get(passage.line) })),
    free: free.filter(({ line }) => !charges.has(line)),
  };
}

/** The amounts of the four ways to pay. */
export const formatFour = (amounts: FourAmounts) => ({
  smallNok: toNok(amounts.smallOre),
  smallNoDiscountNok: toNok(amounts.smallNoDiscountOre),
  largeNok: toNok(amounts.largeOre),
  largeNoDiscountNok: toNok(amounts.largeNoDiscountOre),
});

/** @param free why it is free for the size asked for; absent: it is not. */
export function formatCharged(passage: ChargedPassage, free?: FreeOne): AnswerChargedStation {
  const { vehicle } = passage;
  return {
    ...formatPassage(passage),
    ...formatFour(passage),
    rush: passage.rush,
    reason: passage.reason,
    ...(free && formatRule(free)),
    ...(vehicle && formatVehicleAmount(vehicle.amount && vehicle.charge.ore, vehicle.estimated)),
  };
}

/** A passage without charge in any way to pay, and the rule that made it free. */
export const formatFree = (passage: FreeOne): t.Shape<typeof FreePassage> => ({
  ...formatPassage(passage),
  ...formatRule(passage),
});

const formatRule = ({ rule, paidAt }: FreeOne) => ({
  rule,
  ...(paidAt !== undefined && { paidAt }),
});

export const VehicleClass = t.choice(FERRY_CLASSES, {
  title: 'FerryClass',
  description:
    'Ferry tariff class: `MC` motorcycle, `AP1` car up to 6 m, then by length up to `AP9`, road train above 22 m. Of a crossing: what its tariff charges. Of a route (`ferryVehicleClass`): what its paid crossings charge; where their tariffs give different classes, and where nothing is paid, that of the national length bounds.',
});

const quay = () => t.maybe(t.text('Name. Absent: not known.'));

const minutes = (description: string) =>
  t.maybe(t.measure(`Minutes. ${description} Absent: not known.`));

/** Times beside the crossing itself: they are part of the route's `durationMin`, but not of the crossing's. */
const boarding = {
  waitMin: minutes('Until the next departure after the arrival at the quay, as a mean.'),
  boardingMin: minutes('To drive aboard and ashore.'),
  timesEstimated: t.maybe(
    t.bool(
      'True where no timetable of the quay is known: the wait is that of ferries like it, or of another of its quays. Absent where the wait is.',
    ),
  ),
};

export const Ferry = t.object('Ferry', 'A ferry crossing with its fares.', {
  name: t.text('Name of the connection.'),
  nok: t.nok('Standard tariff.'),
  evNok: t.nok('Zero-emission tariff.'),
  autopassNok: t.nok('With a prepaid AutoPASS ferry agreement.'),
  tariff: t.text('Name of the tariff and its validity.'),
  estimated: t.bool(
    'No published fare: an estimate. A published fare whose days are inferred is none; `warnings` say so.',
  ),
  vehicleClass: VehicleClass,
  km: t.measure('Kilometres.'),
  durationMin: t.measure('Minutes under way.'),
  ...boarding,
  ...vehicleAmount,
  proof: t.maybe(FerryProof),
});

export const UnpricedFerry = t.object(
  'UnpricedFerry',
  'A ferry crossing that the caller must price.',
  {
    name: t.text('Name of the connection, or of its quays.'),
    fromQuay: quay(),
    toQuay: quay(),
    why: t.text('Why it has no price, one sentence.'),
    lengthKm: t.measure('Kilometres.'),
    durationMin: t.maybe(t.measure('Minutes under way. Absent: not known.')),
    ...boarding,
  },
);

/** A crossing with its fares. */
export function formatFerry(priced: BilledCrossing): t.Shape<typeof Ferry> {
  const { vehicle } = priced;
  return {
    name: priced.name,
    nok: toNok(priced.ordinary.ore),
    evNok: toNok(priced.zeroEmission.ore),
    autopassNok: toNok(priced.autopass.ore),
    tariff: priced.tariff,
    estimated: priced.estimated,
    vehicleClass: priced.ferryClass,
    km: t.toKm(priced.crossing.lengthM),
    durationMin: t.toMinutes(priced.crossing.durationS),
    ...formatBoarding(priced.crossing),
    ...(vehicle && formatVehicleAmount(vehicle.amount?.ore, vehicle.estimated)),
  };
}

function formatBoarding({ boarding: at }: Pick<FerryCrossing, 'boarding'>) {
  return (
    at && {
      waitMin: t.toMinutes(at.waitS),
      boardingMin: t.toMinutes(at.boardingS),
      timesEstimated: at.isEstimated,
    }
  );
}

/** A crossing that the caller must price. */
export function formatUnpricedFerry({
  name,
  why,
  crossing,
}: UnpricedCrossing): t.Shape<typeof UnpricedFerry> {
  const { fromQuay, toQuay, lengthM, durationS } = crossing;
  return {
    name,
    ...(fromQuay && { fromQuay: fromQuay.name }),
    ...(toQuay && { toQuay: toQuay.name }),
    why,
    lengthKm: t.toKm(lengthM),
    ...(durationS !== undefined && { durationMin: t.toMinutes(durationS) }),
    ...formatBoarding(crossing),
  };
}
