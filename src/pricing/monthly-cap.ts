/** Monthly caps: from some passage of the calendar month on a vehicle with a tag passes for nothing. */
import type { Day } from '../base/day.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { Charge, Way } from './charge.ts';
import type { PassagePrice } from './price-passage.ts';

/** How many paid passages of a calendar month a vehicle with a tag pays for. */
export interface MonthlyCap {
  /** What is counted together: an hour group, or a name of its own. */
  readonly key: string;
  /** For a person to read. */
  readonly name: string;
  readonly perMonth: number;
  readonly sizes: readonly VehicleSize[];
  /** A day on which the source says so. */
  readonly knownOn: Day;
  readonly source: string;
}

/** How far the caps are used when the trip begins. */
export interface CapUse {
  /** The month of departure, `YYYY-MM`, that the counts are of; every other month begins at 0. */
  readonly month: string;
  /** Paid passages by the key of the cap; a cap that is not named is not applied. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What of a cap a passage meets. */
export interface MetCap {
  readonly cap: MonthlyCap;
  readonly month: string;
  /** Paid passages of the month before this one. */
  readonly used: number;
}

/**
 * The charges of a trip with the monthly caps, in the order given. A passage counts when it is paid:
 * one that a rule makes free does not. Who rides along with a passage beyond the cap is beyond it, too.
 *
 * Source: the operators' pages named with each cap; passages inside the hour count once.
 */
export function applyCaps(
  passages: readonly PassagePrice[],
  charges: readonly Charge[],
  { size, tagged }: Way,
  use: CapUse | undefined,
): readonly Charge[] {
  if (use === undefined || !tagged) return charges;
  const counts = new Map<string, number>();
  const met = passages.map((passage, i): MetCap | undefined => {
    const { cap } = passage.station;
    const counted = cap && use.counts[cap.key];
    if (cap === undefined || counted === undefined || !cap.sizes.includes(size)) return undefined;
    const month = passage.time.day.slice(0, 7);
    const key = `${month} ${cap.key}`;
    const used = counts.get(key) ?? (month === use.month ? counted : 0);
    counts.set(key, used + ((charges[i]?.ore ?? 0) > 0 ? 1 : 0));
    return { cap, month, used };
  });
  const isBeyond = (i: number) => {
    const here = met[i];
    return here !== undefined && here.used >= here.cap.perMonth && (charges[i]?.ore ?? 0) > 0;
  };
  return charges.map((charge, i) => {
    const cap = met[i];
    if (cap === undefined) return charge;
    const payer = charge.free?.payer;
    if (!isBeyond(i) && (payer === undefined || !isBeyond(payer))) return { ...charge, cap };
    const free = { rule: 'monthly-cap', payer: undefined } as const;
    return { ...charge, ore: 0, isDearestOfHour: false, free, cap };
  });
}
