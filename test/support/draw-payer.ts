import type { QuoteRequest } from '../../src/trip/quote.ts';

/**
 * Draws a payer: with one of the vehicles for which prices differ, or without one, and with monthly caps used in part,
 * or not told.
 */
export function drawPayer(
  pick: <Item>(items: readonly Item[]) => Item,
  capGroups: readonly string[] = [],
  month = '2026-11',
): Pick<QuoteRequest, 'size' | 'vehicle' | 'ferry' | 'capUse'> {
  const size = pick(['small', 'large'] as const);
  const fuel = pick(['diesel', 'electric', 'plugin-hybrid'] as const);
  const counts = Object.fromEntries(capGroups.map((group) => [group, pick([0, 39, 59, 200])]));
  const agreement = pick(['none', 'tag', 'private'] as const);
  return {
    size,
    ferry: {
      ferryClass: pick(['MC', 'AP1', 'AP2', 'AP5'] as const),
      ...(pick([true, false]) && { customer: { fuel, agreement } }),
    },
    ...(pick([true, true, false]) && { vehicle: { size, tagged: pick([true, false]), fuel } }),
    ...(pick([true, false]) && { capUse: { month, counts } }),
  };
}
