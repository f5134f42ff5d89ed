// @ts-check
import { toOre } from './bill.js';

/**
 * Between what the exact toll lies: of a preliminary answer, and of a vehicle whose price is not published.
 *
 * @param {import('./answer.js').BilledRoute} route
 * @param {import('./bill.js').TollView} view
 * @param {boolean} heavy what was asked for: the answer has bounds for that size, with a tag.
 * @returns {{ minOre: number, maxOre: number } | undefined} `undefined` when the answer has none.
 */
export function tollBounds(route, view, heavy) {
  const from = view === 'vehicle' ? route.vehicle : route;
  const isAsked = view === 'vehicle' || view === (heavy ? 'large' : 'small');
  if (!isAsked || from?.tollMin === undefined || from.tollMax === undefined) return undefined;
  return { minOre: toOre(from.tollMin), maxOre: toOre(from.tollMax) };
}
