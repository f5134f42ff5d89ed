/** Proofs of the amounts of one route. */
import type { Day } from '../base/day.ts';
import { formatClock, formatOsloInstant } from '../base/oslo-time.ts';
import type { BilledCrossing, FerryBill } from '../pricing/ferry/bill.ts';
import type { PricedAmount, PriceStep } from '../pricing/priced-amount.ts';
import type { FerryAmountProof, FerryProof, ProvedPrice, StepProof } from './proof.ts';

/** What the proofs of an answer have in common. */
export interface ProofTerms {
  readonly dataVersion: string;
  /** SHA-256 of the facts that it names. */
  readonly dataHash: string;
}

/** The name of a proof: of the route, the kind, and its number on the way, from 1 on. */
export const nameProof = (routeId: string, kind: 'toll' | 'ferry', index: number): string =>
  `${routeId}/${kind}/${index + 1}`;

/** The version and its hash alone. */
export const formatVersion = ({ dataVersion, dataHash }: ProofTerms): ProofTerms => ({
  dataVersion,
  dataHash,
});

/** A price, its row and its steps. */
export function formatPrice({ row, certainty, steps }: PricedAmount, ore: number): ProvedPrice {
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

function formatStep({ kind, percentLeft, times, rounding = 'ore', ore, source }: PriceStep) {
  const step: StepProof = {
    kind,
    ...(percentLeft !== undefined && {
      percentLeft,
      rounding: rounding === 'nok' ? ('krone' as const) : ('ore' as const),
    }),
    ...(times !== undefined && { times }),
    ore,
    ...(source !== undefined && { source }),
  };
  return step;
}

/** A passage by its station and moment. */
export const refOf = ({
  station,
  atMs,
}: {
  readonly station: { readonly id: string };
  readonly atMs: number;
}) => ({ id: station.id, passedAt: formatOsloInstant(atMs) });

/**
 * The proofs of all priced crossings of a route, in travel order.
 *
 * @param day whose fares are taken.
 */
export function formatFerryProofs(
  { priced }: Pick<FerryBill, 'priced'>,
  { routeId, day, ...terms }: ProofTerms & { readonly routeId: string; readonly day: Day },
): FerryProof[] {
  return priced.map((crossing, i) => ({
    id: nameProof(routeId, 'ferry', i),
    ...formatVersion(terms),
    day,
    amounts: listAmounts(crossing),
  }));
}

function listAmounts({ ordinary, zeroEmission, autopass, vehicle }: BilledCrossing) {
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
