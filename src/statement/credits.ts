/** What a statement pays back, and which of its lines. */
import { groupBy } from '../base/group-by.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import { assignCredits, type Debt } from './assign-credits.ts';
import {
  type BilledPassage,
  excessOf,
  type Finding,
  isOneStation,
  type Located,
} from './statement.ts';

/** Lines with what is paid back taken off them, and the credits that are left. */
export interface Credited {
  /** In time order. */
  readonly lines: readonly Located[];
  readonly credits: readonly Located[];
}

interface Line extends Debt {
  readonly located: Located;
}

/** Takes credits off a line of the same station and moment. */
export function* payBackAtOnce(located: readonly Located[]): Steps<Credited> {
  const at = (one: Located, ore: Ore) => toDebt(one, ore, `${keyOf(one)} ${one.row.atMs}`);
  const lines = located.filter(({ row }) => row.ore >= 0);
  const credits = located.filter(({ row }) => row.ore < 0);
  const taken = yield* assignCredits(
    credits.map((one) => at(one, -one.row.ore)),
    lines.map((one) => at(one, one.row.ore)),
  );
  return takeOff({ lines, credits }, taken);
}

/**
 * Takes credits off the line that a finding of their amount is on, else off a line that was right: of the same amount
 * before one that is paid back in part, and of the latest day before the credit.
 *
 * @param findings of the lines as they stand.
 */
export function* payBackLater(credited: Credited, findings: readonly Finding[]): Steps<Credited> {
  const byLine = new Map(credited.lines.map((one) => [one.row.line, one]));
  const wrong = findings.flatMap((finding) => {
    const [located, ore] = [byLine.get(finding.line ?? -1), excessOf(finding)];
    return located && ore > 0 && ore <= located.row.ore ? [toDebt(located, ore)] : [];
  });
  const ofWrong = yield* assignCredits(creditsOf(credited), wrong, { isWhole: true });
  const rest = takeOff(credited, ofWrong);
  const right = rest.lines.map((one) => toDebt(one, one.row.ore));
  return takeOff(rest, yield* assignCredits(creditsOf(rest), right));
}

/**
 * Credits older than every line of their station, or than every line where it has none: they pay back what an earlier
 * statement has.
 */
export function listEarlier({ lines, credits }: Credited): ReadonlySet<Located> {
  const first = new Map<string, Located>();
  for (const one of lines) if (!first.has(keyOf(one))) first.set(keyOf(one), one);
  const isEarlier = (credit: Located) => {
    const line = first.get(keyOf(credit)) ?? lines[0];
    return line !== undefined && dayOf(credit) < dayOf(line);
  };
  return new Set(credits.filter(isEarlier));
}

const dayOf = ({ row }: Located) => toOsloTime(row.atMs).day;

const creditsOf = ({ credits }: Credited): readonly Line[] =>
  credits.map((one) => toDebt(one, -one.row.ore));

const toDebt = (located: Located, ore: Ore, key = keyOf(located)): Line => ({
  located,
  key,
  ore,
  atMs: located.row.atMs,
});

/** Records of one station are one; what is no station is told apart by its text. */
const keyOf = ({ row, found }: Located): string =>
  (isOneStation(found) && found[0]?.passageKey) || `text ${row.station}`;

function takeOff({ lines, credits }: Credited, taken: ReadonlyMap<Line, Line>): Credited {
  if (taken.size === 0) return { lines, credits };
  const pairs = [...taken].map(([credit, line]) => [credit.located, line.located] as const);
  const used = new Set(pairs.map(([credit]) => credit));
  const ofLine = groupBy(pairs, ([, line]) => line);
  return {
    lines: lines.flatMap((one) => {
      const back = ofLine.get(one)?.map(([{ row }]) => row) ?? [];
      const row = back.reduce(addCredit, one.row);
      // A line that is paid back as a whole is no line any more.
      return back.length > 0 && row.ore === 0 ? [] : [{ ...one, row }];
    }),
    credits: credits.filter((one) => !used.has(one)),
  };
}

function addCredit({ vatOre = 0, ...row }: BilledPassage, credit: BilledPassage): BilledPassage {
  const restOfVat = vatOre + (credit.vatOre ?? 0);
  return { ...row, ore: row.ore + credit.ore, ...(restOfVat !== 0 && { vatOre: restOfVat }) };
}
