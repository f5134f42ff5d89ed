import type { Warning } from '../base/warning.ts';
import type { Quote, QuotedRoute, QuoteRequest } from './quote.ts';

/** Quotes a trip, and avoids tolls or does not. */
type QuoteWay = (avoidTolls: boolean) => Promise<Quote>;

/**
 * Quotes a trip for somebody who avoids tolls, by a planner that counts stations and knows no prices:
 * where the way that it finds still has tolls, the ordinary ways are priced as well, and the one
 * with the least toll is recommended.
 *
 * It throws what the first quote throws; without the second one the first stands.
 */
export async function quoteLeastToll(
  quoteWay: QuoteWay,
  { size }: Pick<QuoteRequest, 'size'>,
): Promise<Quote> {
  const avoiding = cheapestFirst(await quoteWay(true), size);
  if (!avoiding.routes.slice(0, 1).some(hasTolls)) return avoiding;
  const found = await quoteWay(false).catch(() => undefined);
  if (found?.refined !== avoiding.refined) return avoiding;
  const ordinary = cheapestFirst(found, size);
  return isCheaper(ordinary.routes[0], avoiding.routes[0], size) ? ordinary : avoiding;
}

/** Says of the recommended route that it has tolls all the same. */
export function withAvoidanceWarning(quote: Quote): Quote {
  const [first, ...others] = quote.routes;
  if (first === undefined || !hasTolls(first)) return quote;
  const warning: Warning = {
    code: 'tolls_not_avoidable',
    message: 'No toll-free route was found; the recommended route passes toll stations.',
  };
  return { ...quote, routes: [{ ...first, warnings: [...first.warnings, warning] }, ...others] };
}

/** The route with the least toll first, and the others in their order. */
function cheapestFirst(quote: Quote, size: QuoteRequest['size']): Quote {
  const [first, ...others] = quote.routes;
  if (first === undefined) return quote;
  const best = others.reduce((known, one) => (isCheaper(one, known, size) ? one : known), first);
  return { ...quote, routes: [best, ...quote.routes.filter((route) => route !== best)] };
}

/** With a tag. What nobody knows the price of may cost anything: a way past more of it is not cheaper. */
function isCheaper(
  one: QuotedRoute | undefined,
  other: QuotedRoute | undefined,
  size: QuoteRequest['size'],
): boolean {
  if (one === undefined || other === undefined) return false;
  const oreOf = ({ toll: { total } }: QuotedRoute) =>
    size === 'large' ? total.largeOre : total.smallOre;
  return one.toll.unpriced.length <= other.toll.unpriced.length && oreOf(one) < oreOf(other);
}

/** A passage without a known tariff is a toll as well: only a route without both avoids tolls. */
const hasTolls = ({ toll: { charged, unpriced } }: QuotedRoute) =>
  charged.length + unpriced.length > 0;
