/** Proofs of the amounts of one route. */
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { PricedAmount, PriceStep } from '../pricing/priced-amount.ts';
import type { ProvedPrice, StepProof } from './proof-types.ts';

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

/** Minutes after midnight as `HH:MM`. */
export function formatClock(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${String(hour).padStart(2, '0')}:${String(minutes - hour * 60).padStart(2, '0')}`;
}

/** A passage by its station and moment. */
export const refOf = ({
  station,
  atMs,
}: {
  readonly station: { readonly id: string };
  readonly atMs: number;
}) => ({ id: station.id, passedAt: formatOsloInstant(atMs) });
