/** No more is asked back than all lines of an hour, or of a passage, together bill too much. */
import { groupBy } from '../base/lists.ts';
import { type Ore, sumOre } from '../base/nok.ts';
import { excessOf, type Finding } from './statement.ts';
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
}

/**
 * Limits the findings of lines that bill a passage again, or one that was not driven: what the hour of the other line is
 * short of is not asked back.
 *
 * @param shortOf short hours by each of their lines.
 */
export function limitRepeats(
  wrong: readonly Finding[],
  shortOf: ReadonlyMap<number, ShortHour>,
): readonly Finding[] {
  const byHour = groupBy(wrong, ({ repeats = -1 }) => shortOf.get(repeats));
  return [...byHour].flatMap(([hour, again]) => {
    if (hour === undefined) return again;
    return limitExcess(again, sumOre(again, ({ billedOre }) => billedOre) - hour.shortOre);
  });
}

const tellRest = (askedOre: Ore): string =>
  askedOre === 0
    ? 'Nothing of it is asked back: another line bills less than may be due.'
    : `Of it ${tellNok(askedOre)} are asked back: another line bills less than may be due, and no more is too much for sure.`;

const tellUnseen = (askedOre: Ore, unseen: string): string =>
  `${askedOre === 0 ? 'Nothing' : tellNok(askedOre)} of it is asked back: ${unseen}`;
