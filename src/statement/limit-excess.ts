/** No more is asked back than all lines of an hour, or of a passage, together bill too much. */
import { groupBy } from '../base/lists.ts';
import { memoize } from '../base/memoize.ts';
import { fromNok, type Ore, sumOre } from '../base/nok.ts';
import { type BilledPassage, excessOf, type Finding, type Passed } from './statement.ts';
import { tellNok } from './to-finding.ts';

/**
 * Limits the findings of one hour, which is paid once: one line may bill too much, and another one too little. Of
 * several lines that bill too much the first ones are asked back.
 *
 * @param excessOre what all lines of the hour bill beyond what it costs at most.
 * @param unseen how a passage on no line may make them right: what is not asked back is a guess then; absent: none may.
 */
export function limitExcess(
  told: readonly Finding[],
  excessOre: Ore,
  unseen?: string,
): readonly Finding[] {
  let leftOre = Math.max(0, excessOre);
  return told.map((finding) => {
    // A guess is not asked back.
    if (finding.estimated) return finding;
    const ownOre = excessOf(finding);
    const askedOre = Math.min(ownOre, leftOre);
    leftOre -= askedOre;
    if (ownOre === 0 || (askedOre === ownOre && unseen === undefined)) return finding;
    const rest = unseen === undefined ? tellRest(askedOre) : tellUnseen(askedOre, unseen);
    const reason = `${finding.reason} ${rest}`;
    return unseen !== undefined && askedOre === 0
      ? { ...finding, estimated: true, reason }
      : { ...finding, excessOre: askedOre, reason };
  });
}

/** An hour whose lines bill less than it costs at most. */
export interface ShortHour {
  readonly shortOre: Ore;
  /** A monthly cap may have made it free, and no other hour can have. */
  readonly mayBeCapped?: boolean;
}

/** Short hours by each of their passages: by its row where it is billed, else by itself. */
export type ShortHours = ReadonlyMap<BilledPassage | Passed, ShortHour>;

/** A finding of an hour. */
export interface Judged {
  readonly finding: Finding;
  /** The passages of the hour, as keys of `ShortHours`. */
  readonly passed: readonly (BilledPassage | Passed)[];
}

/** A line that is wrong whatever its amount is. */
export interface Wrong {
  readonly finding: Finding;
  /** Passages that are due where the line is not, as keys of `ShortHours`: an hour of theirs may be short by the line. */
  readonly others: readonly (BilledPassage | Passed)[];
  /** Later passages that are due if the line has met a monthly cap; absent: there are none. */
  readonly capped?: Wrong['others'];
  /** What the line bills as a passage: it may have made others free. Absent: it made none free. */
  readonly undue?: Passed;
}

interface AllFindings {
  readonly wrong: readonly Wrong[];
  readonly judged: readonly Judged[];
  /** Runs whose hours may be parted otherwise than the operator has done. */
  readonly openRuns: readonly Wrong['others'][];
}

/**
 * Limits the findings of lines that bill a passage again, or one that was not driven, and those of hours in an open run:
 * what the hours of the others are short of is not asked back. Of several lines the first ones are asked back.
 */
export function limitExcesses(
  { wrong, judged, openRuns }: AllFindings,
  shortOf: ShortHours,
): readonly Finding[] {
  // A line with few others is granted first, as it has no other hour.
  const inTurn = wrong.toReversed().toSorted((a, b) => countOf(a) - countOf(b));
  const left = new Map<ShortHour, Ore>();
  const leftOf = (hour: ShortHour) => left.get(hour) ?? hour.shortOre;
  const limited = new Map<Finding, readonly Finding[]>();
  /** Takes what some hours are short of from what a finding asks back. */
  const grant = (finding: Finding, hours: Iterable<ShortHour>) => {
    let askedOre = excessOf(finding);
    for (const hour of hours) {
      const grantedOre = Math.min(askedOre, leftOf(hour));
      left.set(hour, leftOf(hour) - grantedOre);
      askedOre -= grantedOre;
      if (askedOre === 0) break;
    }
    limited.set(finding, limitExcess([finding], askedOre));
  };
  for (const { finding, others, capped = [] } of inTurn) {
    const hours = others.flatMap((one) => shortOf.get(one) ?? []);
    const ofCap = capped.flatMap((one) => shortOf.get(one) ?? []);
    grant(finding, new Set([...hours, ...ofCap.filter((one) => one.mayBeCapped)]));
  }
  const runOf = new Map(openRuns.flatMap((run) => run.map((one) => [one, run] as const)));
  const shortIn = memoize((run: Wrong['others']) => [
    ...new Set(run.flatMap((one) => shortOf.get(one) ?? [])),
  ]);
  for (const { finding, passed } of judged) {
    const key = passed.find((one) => runOf.has(one));
    const run = key && runOf.get(key);
    if (run === undefined || finding.estimated || excessOf(finding) === 0) continue;
    const hours = shortIn(run);
    // A run may be as long as the statement: what is granted is looked at once.
    while (hours.length > 0 && leftOf(hours[0] as ShortHour) === 0) hours.shift();
    grant(finding, hours);
  }
  return [...wrong, ...judged].flatMap(({ finding }) => limited.get(finding) ?? finding);
}

/** Less than this is what a sum is rounded by: a choice of ours. */
const LEAST_NOK = 1;

/**
 * Limits what is asked back where lines pay back without telling for which passage, as a discount or a cap at the end of
 * a statement. The findings of one kind that bill as much too much are paid back by them. Else any may be, and what all
 * bill too much beyond these lines is asked back of those that bill the most too much.
 *
 * @param backOre what these lines pay back.
 */
export function limitByCredits(findings: readonly Finding[], backOre: Ore): readonly Finding[] {
  if (backOre < fromNok(LEAST_NOK)) return findings;
  const asked = findings.filter((one) => !one.estimated && excessOf(one) > 0);
  const kinds = [asked, ...groupBy(asked, ({ kind }) => kind).values()];
  const paid = kinds.find((some) => sumOre(some, excessOf) === backOre) ?? asked;
  const most = paid.toSorted((a, b) => excessOf(b) - excessOf(a));
  const wrongOre = sumOre(most, excessOf);
  const restOre = wrongOre - backOre < fromNok(LEAST_NOK) ? 0 : wrongOre - backOre;
  const limited = limitExcess(most, restOre, tellCredits(backOre, wrongOre));
  const limitedOf = new Map(most.map((one, i) => [one, limited[i]]));
  return findings.map((one) => limitedOf.get(one) ?? one);
}

const tellCredits = (backOre: Ore, wrongOre: Ore): string =>
  `lines bill ${tellNok(wrongOre)} too much, and lines that do not tell for which passage pay back ${tellNok(backOre)}.`;

const countOf = ({ others, capped = [] }: Wrong): number => others.length + capped.length;

const tellRest = (askedOre: Ore): string =>
  askedOre === 0
    ? 'Nothing of it is asked back: another line bills less than may be due.'
    : `Of it ${tellNok(askedOre)} are asked back: another line bills less than may be due, and no more is too much for sure.`;

const tellUnseen = (askedOre: Ore, unseen: string): string =>
  `${askedOre === 0 ? 'Nothing' : tellNok(askedOre)} of it is asked back: ${unseen}`;
