/** Joins lines of one passage: its parts, and the credits that pay it back. */
import { groupBy } from '../base/lists.ts';
import { type Ore, sumOre } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import { isOneDrivePast } from '../pricing/toll/drive-past.ts';
import { pricePassage } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import {
  addAmounts,
  type BilledPassage,
  excessOf,
  type Finding,
  isOneStation,
  type Located,
  type ReconcileTerms,
} from './statement.ts';

/**
 * Lines are parts of a passage if one of them has amount 0, or if they have one moment and different amounts. If one of
 * two different amounts is the whole price, both stay, with that one first: the other one bills the passage twice. So
 * does a line that has the same amount again.
 *
 * @param located in time order.
 */
export function joinLines(
  located: readonly Located[],
  terms: Pick<ReconcileTerms, 'vehicle' | 'calendar'>,
): Located[] {
  const joined: Located[] = [];
  const openOf = new Map<string, { readonly beganMs: number; readonly at: number }>();
  for (const { row, found } of located) {
    const [station] = isOneStation(found) ? found : [];
    const open = station && openOf.get(station.passageKey);
    const before = open && joined[open.at]?.row;
    const isSame = station && open && isOneDrivePast(station, open.beganMs, row.atMs);
    if (!station || !before || !isSame) {
      if (station) openOf.set(station.passageKey, { beganMs: row.atMs, at: joined.length });
      joined.push({ row, found });
      continue;
    }
    const findPrice = () => {
      const passage = pricePassage({ station, atMs: row.atMs }, terms.calendar);
      return priceVehicle(passage, terms.vehicle).amount?.ore;
    };
    const [first, ...others] = addLines(before, row, findPrice);
    joined[open.at] = { row: first, found };
    joined.push(...others.map((other) => ({ row: other, found })));
  }
  return joined;
}

/**
 * Two lines as one, or the one that pays before the one that pays again.
 *
 * @param findPrice what the passage costs by itself; `undefined`: not known.
 */
function addLines(
  one: BilledPassage,
  other: BilledPassage,
  findPrice: () => Ore | undefined,
): readonly [BilledPassage, ...BilledPassage[]] {
  if (one.ore === 0) return [addAmounts(other, one)];
  if (other.ore === 0) return [addAmounts(one, other)];
  if (one.atMs !== other.atMs || one.ore === other.ore) return [one, other];
  const ore = findPrice();
  if (one.ore === ore) return [one, other];
  if (other.ore === ore) return [other, one];
  return [{ ...addAmounts(one, other), andLines: [...(one.andLines ?? []), other.line] }];
}

/** Lines with what is paid back taken off them, and the credits that are left. */
interface Credited {
  /** In time order. */
  readonly lines: readonly Located[];
  readonly credits: readonly Located[];
}

/** Takes credits off a line of the same station and moment. */
export function* payBackAtOnce(located: readonly Located[]): Steps<Credited> {
  const all = {
    lines: located.filter(({ row }) => row.ore >= 0),
    credits: located.filter(({ row }) => row.ore < 0),
  };
  const keyOf = (one: Located) => `${stationOf(one)} ${one.row.atMs}`;
  return takeOff(all, yield* assignCredits(all.credits, all.lines.map(toDebt), { keyOf }));
}

/**
 * Takes credits off the line that has a finding of their amount, else off a line that was right. A line of the same
 * amount comes before a line that is paid back in part, and the latest line up to the day of the credit before others.
 *
 * @param findings of the lines before these credits are taken off.
 * @returns `openOre` is what credits without a station pay back, and no line is theirs.
 */
export function* payBackLater(
  credited: Credited,
  findings: readonly Finding[],
): Steps<Credited & { readonly openOre: Ore }> {
  const byLine = new Map(credited.lines.map((one) => [one.row.line, one]));
  const wrong = findings.flatMap((finding): Debt[] => {
    const [line, ore] = [byLine.get(finding.line ?? -1), excessOf(finding)];
    return line && ore > 0 && ore <= line.row.ore ? [{ line, ore }] : [];
  });
  const rest = takeOff(
    credited,
    yield* assignCredits(credited.credits, wrong, { keyOf: stationOf, isWhole: true }),
  );
  const right = rest.lines.map(toDebt);
  const own = takeOff(rest, yield* assignCredits(rest.credits, right, { keyOf: stationOf }));
  // A credit whose station is on no line pays back a line that is wrong by its amount, whatever the line's station.
  const places = new Set(credited.lines.map(stationOf));
  const isPlaceless = (one: Located) => !isOneStation(one.found) && !places.has(stationOf(one));
  const untouched = new Set(own.lines);
  const stillWrong = wrong.filter(({ line }) => untouched.has(line));
  const placeless = own.credits.filter(isPlaceless);
  const taken = yield* assignCredits(placeless, stillWrong, { keyOf: () => '', isWhole: true });
  const open = placeless.filter((one) => !taken.has(one));
  return { ...takeOff(own, taken), openOre: sumOre(open, ({ row }) => -row.ore) };
}

/**
 * Credits older than every line of their station; where their station has no line, older than every line. They pay back
 * lines of an earlier statement.
 */
export function listEarlier({ lines, credits }: Credited): ReadonlySet<Located> {
  const ofStation = groupBy(lines, stationOf);
  const isEarlier = (credit: Located) => {
    const [first] = ofStation.get(stationOf(credit)) ?? lines;
    return first !== undefined && dayOf(credit) < dayOf(first);
  };
  return new Set(credits.filter(isEarlier));
}

const dayOf = ({ row }: Located) => toOsloTime(row.atMs).day;

/** The key of a line's station: the same for all its records. Without one station it is the text of the line. */
const stationOf = ({ row, found }: Located): string =>
  (isOneStation(found) && found[0]?.passageKey) || `text ${row.station}`;

/** The part of a line that may be paid back. */
interface Debt {
  readonly line: Located;
  readonly ore: Ore;
}

const toDebt = (line: Located): Debt => ({ line, ore: line.row.ore });

interface Assigning {
  /** A credit pays back only debts with its key. */
  readonly keyOf: (one: Located) => string;
  /** A credit pays back only debts of its amount; absent: also a part of a larger one. */
  readonly isWhole?: boolean;
}

/**
 * Debts of one key by the amount that is left of them. Equal ones are in time order, and what is left of one is last.
 */
type Shelf = Map<Ore, Located[]>;

/**
 * The line that each credit pays back, on its day or before. A line of the same amount comes before a line that is paid
 * back in part, and the latest line before others. A line may have several credits. The time grows with the credits
 * times the different amounts of a key.
 */
function* assignCredits(
  credits: readonly Located[],
  debts: readonly Debt[],
  { keyOf, isWhole = false }: Assigning,
): Steps<ReadonlyMap<Located, Located>> {
  const shelves = new Map<string, Shelf>();
  const put = ({ line, ore }: Debt) => {
    const shelf = shelves.get(keyOf(line)) ?? new Map<Ore, Located[]>();
    const own = shelf.get(ore) ?? [];
    own.push(line);
    shelves.set(keyOf(line), shelf.set(ore, own));
  };
  const inOrder = debts.toSorted((a, b) => a.line.row.atMs - b.line.row.atMs);
  const assigned = new Map<Located, Located>();
  let next = 0;
  for (const credit of credits.toSorted((a, b) => a.row.atMs - b.row.atMs)) {
    yield;
    const day = dayOf(credit);
    for (let one = inOrder[next]; one && dayOf(one.line) <= day; one = inOrder[++next]) put(one);
    const backOre = -credit.row.ore;
    const shelf = shelves.get(keyOf(credit));
    const ore = shelf && findAmount(shelf, backOre, isWhole);
    const line = ore === undefined ? undefined : shelf?.get(ore)?.pop();
    if (line === undefined || ore === undefined) continue;
    assigned.set(credit, line);
    if (ore > backOre) put({ line, ore: ore - backOre });
  }
  return assigned;
}

/** The amount of a shelf that a credit is taken off; `undefined`: none is large enough. */
function findAmount(shelf: Shelf, backOre: Ore, isWhole: boolean): Ore | undefined {
  if ((shelf.get(backOre)?.length ?? 0) > 0) return backOre;
  if (isWhole) return undefined;
  const fitting = [...shelf].flatMap(([ore, lines]) => {
    const atMs = lines.at(-1)?.row.atMs;
    return atMs !== undefined && ore > backOre ? [{ ore, atMs }] : [];
  });
  return fitting.toSorted((a, b) => b.atMs - a.atMs)[0]?.ore;
}

/** @param taken credits, each with the line that it pays back. */
function takeOff({ lines, credits }: Credited, taken: ReadonlyMap<Located, Located>): Credited {
  const ofLine = groupBy([...taken], ([, line]) => line);
  return {
    lines: lines.flatMap((one) => {
      const back = ofLine.get(one) ?? [];
      if (back.length === 0) return [one];
      const row = back.reduce((sum, [credit]) => addAmounts(sum, credit.row), one.row);
      // A line that is paid back as a whole is no line any more.
      return row.ore === 0 ? [] : [{ ...one, row }];
    }),
    credits: credits.filter((one) => !taken.has(one)),
  };
}
