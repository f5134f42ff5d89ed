import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { ChargedPassage, FreePassage, TollBill } from '../pricing/toll/bill.ts';
import type { TollPassage } from '../pricing/toll/terms.ts';
import type {
  AnswerChargedStation,
  AnswerFreePassage,
  AnswerPassage,
  AnswerUnpricedStation,
} from './answer-types.ts';
import { formatVehicleAmount } from './format-vehicle.ts';

/** A passage of a station, without its price. */
function formatPassage({ station, atMs }: TollPassage): AnswerPassage {
  const { id, name, operator, at } = station;
  return { id, name, operator, lat: at.lat, lon: at.lon, passedAt: formatOsloInstant(atMs) };
}

/** A passage whose price is not known, with what a planner says of it. */
export function formatUnpriced(passage: TollPassage): AnswerUnpricedStation {
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

/** @param free why it is free for the size asked for; absent: it is not. */
export function formatCharged(passage: ChargedPassage, free?: FreePassage): AnswerChargedStation {
  const { vehicle } = passage;
  return {
    ...formatPassage(passage),
    smallNok: toNok(passage.smallOre),
    smallNoDiscountNok: toNok(passage.smallNoDiscountOre),
    largeNok: toNok(passage.largeOre),
    largeNoDiscountNok: toNok(passage.largeNoDiscountOre),
    rush: passage.rush,
    reason: passage.reason,
    ...(free && formatRule(free)),
    ...(vehicle && formatVehicleAmount(vehicle.amount && vehicle.charge.ore, vehicle.estimated)),
  };
}

/** A passage without charge in any way to pay, and the rule that made it free. */
export function formatFree(passage: FreePassage): AnswerFreePassage {
  return { ...formatPassage(passage), ...formatRule(passage) };
}

const formatRule = ({ rule, paidAt }: FreePassage) => ({
  rule,
  ...(paidAt !== undefined && { paidAt }),
});
