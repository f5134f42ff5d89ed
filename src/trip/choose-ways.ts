/** Which ways a driver takes whose time has a value, and why. */
import type { Ore } from '../base/nok.ts';
import { renumber } from '../passages/planned-route.ts';
import { moneyOf } from './fares.ts';
import type { MoneyRoutes } from './ports.ts';
import type { MoneyWish, QuoteRequest, WayChoice, WayReason } from './quote.ts';
import type { BilledRoute } from './quote-route.ts';
import { mostRoutes } from './settings.ts';

/** Source: interface decision on `alternatives=pareto`, docs/interface.md. */
const MOST_WAYS = 10;
/**
 * Values of an hour, øre. A set of ways has the best way for each of them, or one that is nearly the same.
 *
 * Source: the same.
 */
export const SHOWN_HOURS_ORE = [0, 10_000, 20_000, 40_000];
/** Ways that differ by no more than this, in money and in time, are one to a driver. Source: the same. */
const NEAR = { share: 0.01, s: 120 };

interface Weighed {
  readonly quoted: BilledRoute;
  readonly moneyOre: Ore;
  /** The money, plus what the time of the drive is worth. */
  readonly sumOre: number;
}

/**
 * The ways that answer a wish, the recommended one first, each with the reason why it is there.
 *
 * @param routes the route that a question without a wish recommends comes first.
 * @param knowsCheapest no way is cheaper than the cheapest of them.
 */
export function chooseWays(
  routes: readonly BilledRoute[],
  wish: MoneyWish,
  request: QuoteRequest,
  knowsCheapest: boolean,
): BilledRoute[] {
  const weigh = (quoted: BilledRoute): Weighed => {
    const moneyOre = moneyOf(quoted, request) + Math.round(quoted.route.lengthM * wish.metreOre);
    const sumOre = sumAt({ quoted, moneyOre }, wish.hourOre ?? 0);
    return { quoted, moneyOre, sumOre };
  };
  // An unknown price must not make a way the recommended or the cheapest one: a sum without that price is the least
  // that it can be. So ways with more unknown prices than the first are left out. Of two equal sums the one with fewer
  // unknown prices is better.
  const [most = 0] = routes.map(({ unknowns }) => unknowns);
  const all = routes
    .filter(({ unknowns }) => unknowns <= most)
    .map(weigh)
    .toSorted((a, b) => timeOf(a) - timeOf(b) || a.moneyOre - b.moneyOre);
  const [fastest] = all;
  if (fastest === undefined) return [...routes];
  const unknownsOf = ({ quoted }: Weighed) => quoted.unknowns;
  const best =
    wish.hourOre === undefined ? fastest : leastOf(all, ({ sumOre }) => sumOre, unknownsOf);
  const cheapest = leastOf(all, ({ moneyOre }) => moneyOre, unknownsOf);
  const known = { fastest, best, cheapest };
  const isOther = (one: Weighed) => one !== best;
  const others = wish.isPareto
    ? listPareto(all, known).filter(isOther)
    : // The fastest ways come first.
      all.filter(isOther).slice(0, mostRoutes(request) - 1);
  const shown = [best, ...others];
  return shown.map((one, i) => ({
    ...one.quoted,
    route: renumber(one.quoted.route, String(i + 1)),
    choice: explain(one, shown, known, { ...wish, knowsCheapest }),
  }));
}

interface Known {
  readonly fastest: Weighed;
  readonly best: Weighed;
  readonly cheapest: Weighed;
}

const timeOf = ({ quoted }: Pick<Weighed, 'quoted'>): number => quoted.route.durationS;

const sumAt = (one: Pick<Weighed, 'quoted' | 'moneyOre'>, hourOre: number): number =>
  one.moneyOre + (hourOre * timeOf(one)) / 3600;

/**
 * The first item with the least measure. Where a measure is equal, the next one decides. There is at least one item.
 */
export const leastOf = <One>(
  all: readonly One[],
  ...measures: readonly ((one: One) => number)[]
): One =>
  all.reduce((least, one) => {
    const differing = measures.find((measure) => measure(one) !== measure(least));
    return differing !== undefined && differing(one) < differing(least) ? one : least;
  });

/** The ways that no other way beats in both time and money, without those that are nearly the same as another one. */
function listPareto(all: readonly Weighed[], { fastest, best, cheapest }: Known): Weighed[] {
  const isKept = (one: Weighed) => one === fastest || one === best || one === cheapest;
  let leastOre = Number.POSITIVE_INFINITY;
  const ways = all.filter((one) => {
    const isCheaper = one.moneyOre < leastOre;
    leastOre = Math.min(leastOre, one.moneyOre);
    return isCheaper || one === cheapest;
  });
  const apart: Weighed[] = ways.filter(isKept);
  for (const way of ways)
    if (!apart.some((one) => one === way || isNear(one, way))) apart.push(way);
  apart.sort((a, b) => timeOf(a) - timeOf(b));
  const shown = new Set([
    ...apart.filter(isKept),
    ...SHOWN_HOURS_ORE.map((hourOre) => leastOf(apart, (one) => sumAt(one, hourOre))),
  ]);
  while (apart.length > MOST_WAYS) {
    const worth = apart.map((one, i) =>
      shown.has(one) ? Number.POSITIVE_INFINITY : worthOf(one, apart[i - 1], apart[i + 1]),
    );
    apart.splice(worth.indexOf(Math.min(...worth)), 1);
  }
  return apart;
}

function isNear(a: Weighed, b: Weighed): boolean {
  const apartOre = Math.abs(a.moneyOre - b.moneyOre);
  return (
    apartOre <= NEAR.share * Math.max(a.moneyOre, b.moneyOre) &&
    Math.abs(timeOf(a) - timeOf(b)) <= NEAR.s
  );
}

/** What a way saves against the next faster one, times what it saves against the next cheaper one. */
const worthOf = (way: Weighed, faster: Weighed | undefined, cheaper: Weighed | undefined): number =>
  ((faster?.moneyOre ?? 0) - way.moneyOre) * ((cheaper ? timeOf(cheaper) : 0) - timeOf(way));

function explain(
  one: Weighed,
  shown: readonly Weighed[],
  { fastest, best, cheapest }: Known,
  { hourOre, isPareto, knowsCheapest }: MoneyWish & Pick<MoneyRoutes, 'knowsCheapest'>,
): WayChoice {
  const sails = ({ quoted }: Weighed) => quoted.ferry.count > 0;
  const pays = ({ quoted: { toll, ferry, unknowns } }: Weighed) =>
    toll.count > 0 || unknowns > ferry.unpriced.length;
  const reasons: readonly (readonly [WayReason, boolean])[] = [
    ['best', hourOre !== undefined && one === best],
    ['fastest', one === fastest],
    [
      'cheapest',
      one === cheapest && one.quoted.unknowns === 0 && (knowsCheapest || one.moneyOre === 0),
    ],
    ['without ferry', !sails(one) && shown.some(sails)],
    ['without toll', !pays(one) && shown.some(pays)],
  ];
  const held = reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
  return {
    reasons: held.length > 0 ? held : [isPareto ? 'none faster and cheaper' : 'another way'],
    moneyOre: one.moneyOre,
    sumOre: one.sumOre,
    fastest: {
      moneyOre: fastest.moneyOre,
      sumOre: fastest.sumOre,
      durationS: timeOf(fastest),
    },
  };
}
