/** Finds the column of what is left after a discount. Where no heading tells, the sums of the lines do. */
import type { Ore } from '../base/nok.ts';
import type { DiscountHeadings } from './choose-amounts.ts';
import type { Header } from './columns.ts';
import { openAmounts } from './read-amount.ts';

type Lines = readonly (readonly string[])[];

/** The most columns of amounts that are compared with each other: the time grows with their pairs. */
const MOST_COLUMNS = 12;

/** A column whose cells are amounts, by line that is a passage; `undefined` where the cell has no amount. */
interface AmountColumn {
  readonly index: number;
  readonly ores: readonly (Ore | undefined)[];
  readonly hasOre: boolean;
}

/**
 * The columns of what was paid.
 *
 * @returns undefined: nothing tells which columns these are.
 */
export function findPaid(
  { amounts, discount, columns }: Header,
  lines: Lines,
): readonly number[] | undefined {
  if (discount === undefined) return amounts;
  const passages = lines.filter(
    (cells) => cells[columns.station ?? -1] !== '' && /\d/.test(cells[columns.time ?? -1] ?? ''),
  );
  const { amount: _, ...others } = columns;
  const used = new Set([...Object.values(others), ...discount.columns, ...discount.untaxed]);
  const further = [...(passages[0]?.keys() ?? [])].filter((index) => !used.has(index));
  const all = [...new Set([...amounts, ...further])]
    .flatMap((index) => readColumn(passages, index))
    .slice(0, MOST_COLUMNS);
  const meant = all.filter(({ index }) => amounts.includes(index));
  if (discount.columns.length > 0)
    return findBehind(
      { all, meant, amounts, isTold: discount.isTold },
      discount.columns.map((index) => passages.map((cells) => readCut(cells[index]))),
    );
  return meant.some((one) => isOpen(one, all, discount)) ? undefined : amounts;
}

function readColumn(passages: Lines, index: number): AmountColumn[] {
  const texts = passages.map((cells) => cells[index] ?? '');
  const filled = texts.filter((text) => text !== '');
  const amountOf = openAmounts(filled, () => undefined);
  const ores = texts.map((text) => amountOf(text, 0));
  const isOfAmounts = texts.every((text, i) => text === '' || ores[i] !== undefined);
  if (filled.length === 0 || !isOfAmounts) return [];
  return [{ index, ores, hasOre: filled.some((text) => /[.,]\d\d(?!\d)/.test(text)) }];
}

/** What is taken off, as an amount or as a share of the price: `8,40` below `Rabatt`, `20` below `Rabatt %`, `20 %`. */
interface Cut {
  readonly ore?: Ore | undefined;
  readonly share?: number;
}

function readCut(text = ''): Cut {
  if (text === '') return { ore: 0 };
  const isRate = text.includes('%');
  const bare = text.replace('%', '');
  const ore = openAmounts([bare], () => undefined)(bare, 0);
  if (ore === undefined) return {};
  return { ...(!isRate && { ore: Math.abs(ore) }), share: Math.abs(ore) / 10_000 };
}

interface Meant {
  readonly all: readonly AmountColumn[];
  /** The columns among them that the headings name. */
  readonly meant: readonly AmountColumn[];
  readonly amounts: readonly number[];
  readonly isTold: boolean;
}

/** The columns of what is left after a discount, from which no further discount is taken. */
function findBehind(
  { all, meant, amounts, isTold }: Meant,
  discounts: readonly (readonly Cut[])[],
): readonly number[] | undefined {
  const cut = all.flatMap((gross) =>
    all.flatMap((net) =>
      discounts.some((cuts) => isLeft(gross, net, cuts)) ? [{ gross, net }] : [],
    ),
  );
  const isGross = (one: AmountColumn) => cut.some(({ gross }) => gross === one);
  const nets = all.filter((one) => !isGross(one) && cut.some(({ net }) => net === one));
  if (meant.some(isGross))
    return [...meant.filter((one) => !isGross(one)), ...nets].map(({ index }) => index);
  const isCut = discounts.some((cuts) => cuts.some(({ ore = 0, share = 0 }) => ore + share > 0));
  const isBehind = isTold || nets.some((one) => meant.includes(one));
  return isCut && !isBehind ? undefined : amounts;
}

/** Is one column what is left of another one in every line, with something taken off in at least one line? */
function isLeft(gross: AmountColumn, net: AmountColumn, cuts: readonly Cut[]): boolean {
  let isAny = false;
  const isRight = gross.ores.every((ore, i) => {
    const [price, left] = [Math.abs(ore ?? 0), Math.abs(net.ores[i] ?? 0)];
    const { ore: off, share } = cuts[i] ?? {};
    if (ore !== undefined && left < price) isAny = true;
    const isShare = share !== undefined && Math.abs(price * (1 - share) - left) <= 1;
    return ore === undefined || price - left === off || isShare;
  });
  return isRight && isAny;
}

/**
 * May a column of an unknown heading be what was paid, rather than a named column? It may if the named column has the
 * prices of a tariff and the other one differs. It also may if the named amount is the sum of two such columns.
 */
function isOpen(
  one: AmountColumn,
  all: readonly AmountColumn[],
  { isListed, unknown }: DiscountHeadings,
): boolean {
  const others = all.filter(({ index, hasOre }) => hasOre && unknown.includes(index));
  const differs = ({ ores }: AmountColumn) =>
    ores.some((ore, i) => ore !== undefined && ore !== one.ores[i]);
  if (isListed && others.some(differs)) return true;
  return others.some((net) =>
    others.some((part) =>
      isLeft(
        one,
        net,
        part.ores.map((ore = 0) => ({ ore: Math.abs(ore) })),
      ),
    ),
  );
}
