import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { ChargedPassage } from '../pricing/charged-passage.ts';
import type { FreePassage } from '../pricing/free-passage.ts';
import type { TollPassage } from '../pricing/toll-passage.ts';
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
  const { smallOre, largeOre } = passage.station.listed ?? {};
  return {
    ...formatPassage(passage),
    ...(smallOre !== undefined && { listSmallNok: toNok(smallOre) }),
    ...(largeOre !== undefined && { listLargeNok: toNok(largeOre) }),
  };
}

/** A passage that costs something in one of the four ways to pay. */
export function formatCharged(passage: ChargedPassage): AnswerChargedStation {
  const { vehicle } = passage;
  return {
    ...formatPassage(passage),
    smallNok: toNok(passage.smallOre),
    smallNoDiscountNok: toNok(passage.smallNoDiscountOre),
    largeNok: toNok(passage.largeOre),
    largeNoDiscountNok: toNok(passage.largeNoDiscountOre),
    rush: passage.rush,
    reason: passage.reason,
    ...(vehicle && formatVehicleAmount(vehicle.amount && vehicle.charge.ore, vehicle.estimated)),
  };
}

/** A passage without charge, and the rule that made it free. */
export function formatFree(passage: FreePassage): AnswerFreePassage {
  const { rule, paidAt } = passage;
  return { ...formatPassage(passage), rule, ...(paidAt !== undefined && { paidAt }) };
}
