import type { Ore } from '../base/nok.ts';
import type { Warning } from '../base/warning.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import type { Quote, QuotedRoute, QuoteRequest } from './quote.ts';
import { mostRoutes } from './settings.ts';

/** Quotes a trip as its planner gives it. */
type QuoteWay = (request: QuoteRequest) => Promise<Quote>;

/**
 * Quotes a trip for somebody who avoids tolls, by a planner that counts stations and knows no prices. Where the way
 * that it finds still has tolls, the ordinary ways are priced as well, and the way with the least toll is recommended.
 * Where an ordinary way has the same toll, it is if it is sooner and its ferries cost no more.
 *
 * All ways are looked for, however few alternatives are wanted, because each of them may have the least toll. The ways
 * that are not wanted are left out afterwards. So the recommended route is the same whatever their number.
 *
 * It throws what the first quote throws. Where the second quote fails, the first stands.
 */
export async function quoteLeastToll(quoteWay: QuoteWay, request: QuoteRequest): Promise<Quote> {
  const { alternatives: _, ...unlimited } = request;
  const quoted = await chooseLeastToll(quoteWay, unlimited);
  return { ...quoted, routes: quoted.routes.slice(0, mostRoutes(request)) };
}

async function chooseLeastToll(quoteWay: QuoteWay, request: QuoteRequest): Promise<Quote> {
  const { size } = request;
  const avoiding = cheapestFirst(await quoteWay({ ...request, avoidTolls: true }), size);
  if (!avoiding.routes.slice(0, 1).some(hasTolls)) return avoiding;
  const found = await quoteWay({ ...request, avoidTolls: false }).catch(() => undefined);
  if (found?.refined !== avoiding.refined) return avoiding;
  const ordinary = cheapestFirst(found, size);
  const [asUsual, around] = [ordinary.routes[0], avoiding.routes[0]];
  if (asUsual === undefined || around === undefined) return avoiding;
  const isBetter = isCheaper(asUsual, around, size) || isSooner(asUsual, around, size);
  return isBetter ? ordinary : avoiding;
}

/** Adds a warning where the recommended route has tolls all the same. */
export function withAvoidanceWarning(quote: Quote): Quote {
  const [first, ...others] = quote.routes;
  if (first === undefined || !hasTolls(first)) return quote;
  const warning: Warning = {
    code: 'tolls_not_avoidable',
    message:
      'No toll-free route was found; the recommended route passes toll stations or a toll road whose fee is not known.',
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

/**
 * Is the toll of one route less than that of the other, with a tag? A passage without a known price may cost anything:
 * a route with more of them is not cheaper.
 */
const isCheaper = (one: QuotedRoute, other: QuotedRoute, size: QuoteRequest['size']): boolean =>
  countUnknown(one) <= countUnknown(other) && oreOf(one, size) < oreOf(other, size);

/** Is one route sooner than the other, where its toll is the same and its ferries cost no more? */
const isSooner = (one: QuotedRoute, other: QuotedRoute, size: QuoteRequest['size']): boolean =>
  countUnknown(one) === countUnknown(other) &&
  oreOf(one, size) === oreOf(other, size) &&
  one.ferry.ordinaryOre <= other.ferry.ordinaryOre &&
  one.route.durationS < other.route.durationS;

const oreOf = ({ toll: { total } }: QuotedRoute, size: QuoteRequest['size']): Ore =>
  total[amountOf({ size, tagged: true })];

/** Passages without a known tariff, and toll roads whose fee is not known. */
const countUnknown = ({ toll: { unpriced }, warnings }: QuotedRoute): number =>
  unpriced.length + warnings.filter(({ code }) => code === 'private_toll_not_known').length;

/** A passage without a known price is a toll as well. */
const hasTolls = (route: QuotedRoute): boolean =>
  route.toll.charged.length + countUnknown(route) > 0;
