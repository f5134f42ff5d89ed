import { formatClock, formatOsloInstant } from '../base/oslo-time.ts';
import type { PricedAmount } from '../pricing/priced-amount.ts';
import type { TollBill, TollLine } from '../pricing/toll/bill.ts';
import type { Charge } from '../pricing/toll/charge.ts';
import { eachWay, type FourAmounts } from '../pricing/toll/four-ways.ts';
import { amountFor, type PassagePrice } from '../pricing/toll/price-passage.ts';
import type { Way } from '../pricing/toll/terms.ts';
import { formatPrice, formatVersion, nameProof, type ProofTerms, refOf } from './format-proof.ts';
import type { RuleProof, TollAmountName, TollAmountProof, TollProof } from './proof.ts';

/** The member of a station that has the amount of each way to pay. */
const MEMBERS = {
  smallOre: 'smallNok',
  smallNoDiscountOre: 'smallNoDiscountNok',
  largeOre: 'largeNok',
  largeNoDiscountOre: 'largeNoDiscountNok',
} as const satisfies Record<keyof FourAmounts, TollAmountName>;

/** The proofs of all passages of a route, in travel order; also of those that are free. */
export function formatTollProofs(
  { lines }: Pick<TollBill, 'lines'>,
  routeId: string,
  terms: ProofTerms,
): TollProof[] {
  return lines.map((line, i) => {
    const { station, atMs, time } = line.price;
    return {
      id: nameProof(routeId, 'toll', i),
      ...formatVersion(terms),
      stationId: station.id,
      project: station.project.name,
      ...(station.hourGroup !== undefined && { hourGroup: station.hourGroup }),
      passedAt: formatOsloInstant(atMs),
      local: { day: time.day, weekday: time.weekday, time: formatClock(time.minuteOfDay) },
      amounts: listAmounts(line, lines),
    };
  });
}

function listAmounts(
  { price, charges, vehicle }: TollLine,
  lines: readonly TollLine[],
): TollAmountProof[] {
  const prove = (
    of: TollAmountName,
    { way, charge, amount }: { way: Way; charge: Charge; amount?: PricedAmount | undefined },
  ): TollAmountProof[] =>
    amount === undefined
      ? []
      : [
          {
            of,
            ...formatPrice(amount, charge.ore),
            window: formatWindow(price, way, amount),
            rule: formatRule(price, charge, lines),
          },
        ];
  return [
    ...Object.values(
      eachWay((way, column) =>
        prove(MEMBERS[column], { way, charge: charges[column], amount: amountFor(price, way) }),
      ),
    ).flat(),
    ...(vehicle === undefined
      ? []
      : prove('vehicleNok', {
          way: vehicle.vehicle,
          charge: vehicle.charge,
          amount: vehicle.amount,
        })),
  ];
}

function formatWindow(
  { tariff, ...prices }: PassagePrice,
  { size }: Way,
  { steps: [first] }: PricedAmount,
) {
  // A price of a fuel in the rush may be known where the ordinary one is not.
  const rush = first?.kind === 'full-rush' ? 'yes' : (prices[size]?.rush ?? 'no');
  const { rush: rule } = tariff ?? {};
  const { rushCarriedFrom } = tariff?.[size] ?? {};
  const kinds = { no: 'off-peak', yes: 'rush', unknown: 'rush-price-unknown' } as const;
  const isCovered = rule?.sizes.includes(size) === true;
  return {
    kind: kinds[rush],
    ...(isCovered && {
      rushHours: rule.windows.map(
        ({ fromMin, untilMin }) => `${formatClock(fromMin)}-${formatClock(untilMin)}`,
      ),
      exceptDays: rule.except,
    }),
    ...(rush === 'yes' && rushCarriedFrom !== undefined && { rushPriceFrom: rushCarriedFrom }),
  };
}

function formatRule({ hour }: PassagePrice, charge: Charge, lines: readonly TollLine[]): RuleProof {
  const { free, window, cap, isDearestOfHour } = charge;
  const opener = window && lines[window.opener]?.price;
  const payer = free?.payer === undefined ? undefined : lines[free.payer]?.price;
  const opening = window &&
    opener &&
    hour && {
      group: hour.rule.group,
      pays: hour.rule.pays,
      windowMin: (opener.hour ?? hour).rule.windowMin,
      openedBy: refOf(opener),
      until: formatOsloInstant(window.untilMs),
      source: hour.terms.source,
    };
  return {
    kind: free?.rule ?? (isDearestOfHour ? 'pays-for-hour' : 'none'),
    ...opening,
    ...(free?.law && 'windowMin' in free.law && { windowMin: free.law.windowMin }),
    ...(payer && { paidBy: refOf(payer) }),
    ...(cap && {
      cap: {
        group: cap.cap.key,
        perMonth: cap.cap.perMonth,
        month: cap.month,
        used: cap.used,
        knownOn: cap.cap.knownOn,
        source: cap.cap.source,
      },
    }),
    ...(free?.rule === 'monthly-cap' && cap && { source: cap.cap.source }),
    ...(free?.law && { source: free.law.source }),
  };
}
