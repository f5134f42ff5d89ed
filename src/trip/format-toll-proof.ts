import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Charge, Way } from '../pricing/charge.ts';
import { isInForce } from '../pricing/dated.ts';
import type { FourAmounts } from '../pricing/four-ways.ts';
import type { PassagePrice } from '../pricing/price-passage.ts';
import type { PricedAmount } from '../pricing/priced-amount.ts';
import { provePrice } from '../pricing/prove-price.ts';
import type { TollStation } from '../pricing/tariff.ts';
import type { TollBill } from '../pricing/toll.ts';
import type { TollLine } from '../pricing/toll-line.ts';
import {
  formatClock,
  formatPrice,
  formatVersion,
  nameProof,
  type ProofTerms,
  refOf,
} from './format-proof.ts';
import type { RuleProof, TollAmountName, TollAmountProof, TollProof } from './proof-types.ts';

/** The four ways to pay, and the member of a station that has the amount of each. */
const WAYS: readonly (Way & { readonly of: TollAmountName; readonly column: keyof FourAmounts })[] =
  [
    { of: 'smallNok', column: 'smallOre', size: 'small', tagged: true },
    { of: 'smallNoDiscountNok', column: 'smallNoDiscountOre', size: 'small', tagged: false },
    { of: 'largeNok', column: 'largeOre', size: 'large', tagged: true },
    { of: 'largeNoDiscountNok', column: 'largeNoDiscountOre', size: 'large', tagged: false },
  ];

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
    ...WAYS.flatMap(({ of, column, ...way }) =>
      prove(of, { way, charge: charges[column], amount: provePrice(price, way) }),
    ),
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
  const { rush: rule, largeRushCarriedFrom } = tariff ?? {};
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
    ...(size === 'large' &&
      rush === 'yes' &&
      largeRushCarriedFrom !== undefined && { rushPriceFrom: largeRushCarriedFrom }),
  };
}

function formatRule(
  { station, time, hour }: PassagePrice,
  charge: Charge,
  lines: readonly TollLine[],
): RuleProof {
  const { free, window, cap, isDearestOfHour } = charge;
  const opener = window && lines[window.opener]?.price;
  const payer = free?.payer === undefined ? undefined : lines[free.payer]?.price;
  const isHour = opener !== undefined && window !== undefined && hour !== undefined;
  const opening = isHour && {
    group: hour.rule.group,
    pays: hour.rule.pays,
    windowMin: (opener.hour ?? hour).rule.windowMin,
    openedBy: refOf(opener),
    until: formatOsloInstant(window.untilMs),
  };
  const reversed = free?.rule === 'reversed-rule' && findReversed(station);
  const source = findSource({ station, time, hour }, free?.rule, isHour);
  return {
    kind: free?.rule ?? (isDearestOfHour ? 'pays-for-hour' : 'none'),
    ...opening,
    ...(reversed && { windowMin: reversed.windowMin }),
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
    ...(source !== undefined && { source }),
  };
}

const findReversed = ({ project, passageKey }: TollStation) =>
  project.reversedRules.find(({ stations }) => stations.includes(passageKey));

/** Who says that there is such a rule; `undefined` where none was applied. */
function findSource(
  { station, time, hour }: Pick<PassagePrice, 'station' | 'time' | 'hour'>,
  rule: RuleProof['kind'] | undefined,
  isHour: boolean,
): string | undefined {
  const { passageKey, project, cap } = station;
  if (rule === 'monthly-cap') return cap?.source;
  if (rule === 'linked-station')
    return project.linkedStations.find(
      (linked) => linked.free.includes(passageKey) && isInForce(linked, time.day),
    )?.source;
  if (rule === 'reversed-rule') return findReversed(station)?.source;
  return isHour ? hour?.terms.source : undefined;
}
