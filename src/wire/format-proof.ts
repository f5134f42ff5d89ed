/** Proofs of the amounts of one route. */
import { formatClock, formatOsloInstant } from '../base/oslo-time.ts';
import type { BilledCrossing, FerryBill } from '../pricing/ferry/bill.ts';
import type { PricedAmount, PriceStep } from '../pricing/priced-amount.ts';
import type { TollBill, TollLine } from '../pricing/toll/bill.ts';
import type { Charge } from '../pricing/toll/charge.ts';
import { eachWay, type FourAmounts } from '../pricing/toll/four-ways.ts';
import type { RushRule } from '../pricing/toll/law.ts';
import { amountFor, type PassagePrice } from '../pricing/toll/price-passage.ts';
import type { Way } from '../pricing/toll/terms.ts';
import type {
  FerryAmountProof,
  FerryProof,
  ProvedPrice,
  RuleProof,
  StepProof,
  TollAmountName,
  TollAmountProof,
  TollProof,
} from './proof.ts';

/** What the proofs of an answer have in common. */
export interface ProofTerms {
  readonly dataVersion: string;
  /** SHA-256 of the facts that `dataVersion` names. */
  readonly dataHash: string;
}

/** The name of a proof: of the route, the kind, and its number on the way, from 1 on. */
export const nameProof = (routeId: string, kind: 'toll' | 'ferry', index: number): string =>
  `${routeId}/${kind}/${index + 1}`;

const formatHead = (
  routeId: string,
  kind: 'toll' | 'ferry',
  index: number,
  { dataVersion, dataHash }: ProofTerms,
) => ({ id: nameProof(routeId, kind, index), dataVersion, dataHash });

/** A price, its row and its steps. */
function formatPrice({ row, certainty, steps }: PricedAmount, ore: number): ProvedPrice {
  const { id, from, fromMin, until, source } = row;
  return {
    ore,
    tariff: {
      id,
      from,
      ...(fromMin !== undefined && { fromTime: formatClock(fromMin) }),
      ...(until !== undefined && { until }),
      source,
    },
    certainty,
    steps: steps.map(formatStep),
  };
}

const formatStep = ({
  kind,
  percentLeft,
  times,
  plusOre,
  rounding = 'ore',
  ore,
  source,
}: PriceStep): StepProof => ({
  kind,
  ...(percentLeft !== undefined && {
    percentLeft,
    rounding: rounding === 'nok' ? 'krone' : 'ore',
  }),
  ...(times !== undefined && { times }),
  ...(plusOre !== undefined && { plusOre }),
  ore,
  ...(source !== undefined && { source }),
});

/** A passage by its station and moment. */
const refOf = ({ station, atMs }: PassagePrice) => ({
  id: station.id,
  passedAt: formatOsloInstant(atMs),
});

/** The proofs of all priced crossings of a route, in travel order. */
export function formatFerryProofs(
  { priced }: Pick<FerryBill, 'priced'>,
  routeId: string,
  terms: ProofTerms,
): FerryProof[] {
  return priced.map((crossing, i) => ({
    ...formatHead(routeId, 'ferry', i, terms),
    day: crossing.day,
    amounts: listFares(crossing),
  }));
}

function listFares({ ordinary, zeroEmission, autopass, vehicle }: BilledCrossing) {
  const prove = (of: FerryAmountProof['of'], amount: PricedAmount): FerryAmountProof => ({
    of,
    ...formatPrice(amount, amount.ore),
  });
  return [
    prove('nok', ordinary),
    prove('evNok', zeroEmission),
    prove('autopassNok', autopass),
    ...(vehicle?.amount === undefined ? [] : [prove('vehicleNok', vehicle.amount)]),
  ];
}

/** The member of a station that has the amount of each way to pay. */
const MEMBERS = {
  smallOre: 'smallNok',
  smallNoDiscountOre: 'smallNoDiscountNok',
  largeOre: 'largeNok',
  largeNoDiscountOre: 'largeNoDiscountNok',
} as const satisfies Record<keyof FourAmounts, TollAmountName>;

/** The proofs of all passages of a route, in travel order; free passages have one as well. */
export function formatTollProofs(
  { lines }: Pick<TollBill, 'lines'>,
  routeId: string,
  terms: ProofTerms,
): TollProof[] {
  return lines.map((line, i) => {
    const { station, atMs, time, hour } = line.price;
    return {
      ...formatHead(routeId, 'toll', i, terms),
      stationId: station.id,
      project: station.project.name,
      ...(hour && { hourGroup: hour.rule.group }),
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
  const four = eachWay((way, column) => ({
    of: MEMBERS[column],
    way,
    charge: charges[column],
    amount: amountFor(price, way),
  }));
  const own = vehicle && { ...vehicle, of: 'vehicleNok' as const, way: vehicle.vehicle };
  return [...Object.values(four), ...(own ? [own] : [])].flatMap(({ of, way, charge, amount }) =>
    amount === undefined
      ? []
      : [
          {
            of,
            ...formatPrice(amount, charge.ore),
            window: formatWindow(price, way, amount),
            rule: formatRule(price, charge, lines),
          },
        ],
  );
}

/** The windows of a rush, as `06:30-09:00`. */
export const formatWindows = ({ windows }: RushRule): string[] =>
  windows.map(({ fromMin, untilMin }) => `${formatClock(fromMin)}-${formatClock(untilMin)}`);

function formatWindow(
  { ordinary, ...prices }: PassagePrice,
  { size }: Way,
  { steps: [first] }: PricedAmount,
) {
  // A price of a fuel in the rush may be known where the ordinary one is not.
  const rush = first?.kind === 'full-rush' ? 'yes' : (prices[size]?.rush ?? 'no');
  const { rush: rule } = ordinary?.tariff ?? {};
  const { rushCarriedFrom } = ordinary?.tariff[size] ?? {};
  const kinds = { no: 'off-peak', yes: 'rush', unknown: 'rush-price-unknown' } as const;
  const isCovered = rule?.sizes.includes(size) === true;
  return {
    kind: kinds[rush],
    ...(isCovered && {
      rushHours: formatWindows(rule),
      exceptDays: rule.except,
    }),
    ...(rush === 'yes' && rushCarriedFrom !== undefined && { rushPriceFrom: rushCarriedFrom.from }),
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
