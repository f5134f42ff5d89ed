/** Finds for each credit the debt that it pays back. */
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';

/** An amount that is owed, or one that is paid back. */
export interface Debt {
  /** A credit pays back debts of its own key alone. */
  readonly key: string;
  readonly atMs: number;
  readonly ore: Ore;
}

/** Debts of one key by what is left of them, those of an amount in time order. */
type Shelf<D> = Map<Ore, D[]>;

/**
 * Debts of the day of the credit and before: one of the same amount before one that is paid back in part, and the
 * latest. A debt may have several credits. The time is that of the credits times the amounts that a key has.
 *
 * @param isWhole a credit pays back what has its amount alone.
 */
export function* assignCredits<D extends Debt>(
  credits: readonly D[],
  debts: readonly D[],
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Steps<Map<D, D>> {
  const shelves = new Map<string, Shelf<D>>();
  const put = (debt: D, ore: Ore) => {
    const shelf = shelves.get(debt.key) ?? new Map<Ore, D[]>();
    const own = shelf.get(ore) ?? [];
    own.push(debt);
    shelves.set(debt.key, shelf.set(ore, own));
  };
  const inOrder = debts.toSorted((a, b) => a.atMs - b.atMs);
  const assigned = new Map<D, D>();
  let next = 0;
  for (const credit of credits.toSorted((a, b) => a.atMs - b.atMs)) {
    yield;
    const day = dayOf(credit);
    for (let one = inOrder[next]; one && dayOf(one) <= day; one = inOrder[++next])
      put(one, one.ore);
    const shelf = shelves.get(credit.key);
    const ore = shelf && findAmount(shelf, credit.ore, isWhole);
    const debt = ore === undefined ? undefined : shelf?.get(ore)?.pop();
    if (debt === undefined || ore === undefined) continue;
    assigned.set(credit, debt);
    if (ore > credit.ore) put(debt, ore - credit.ore);
  }
  return assigned;
}

const dayOf = ({ atMs }: Debt) => toOsloTime(atMs).day;

/** The amount of a shelf that a credit is taken off; `undefined`: none is as much. */
function findAmount<D extends Debt>(shelf: Shelf<D>, ore: Ore, isWhole: boolean) {
  if ((shelf.get(ore)?.length ?? 0) > 0) return ore;
  if (isWhole) return undefined;
  const fitting = [...shelf].flatMap(([rest, debts]) => {
    const latest = debts.at(-1);
    return latest && rest > ore ? [{ rest, atMs: latest.atMs }] : [];
  });
  return fitting.toSorted((a, b) => b.atMs - a.atMs)[0]?.rest;
}
