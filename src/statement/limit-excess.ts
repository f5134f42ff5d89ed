/** No more is asked back of an hour than its lines together bill too much. */
import type { Ore } from '../base/nok.ts';
import { excessOf, type Finding } from './statement.ts';
import { tellNok } from './to-finding.ts';

/**
 * Findings of one hour, which is paid once: what one line bills too much another may bill too little. Of several that
 * are billed too much the first are asked back.
 *
 * @param excessOre what all lines of the hour bill beyond what it costs at most.
 */
export function limitExcess(told: readonly Finding[], excessOre: Ore): readonly Finding[] {
  let leftOre = Math.max(0, excessOre);
  return told.map((finding) => {
    // A guess is not asked back.
    if (finding.estimated) return finding;
    const ownOre = excessOf(finding);
    const askedOre = Math.min(ownOre, leftOre);
    leftOre -= askedOre;
    if (askedOre === ownOre) return finding;
    return { ...finding, excessOre: askedOre, reason: `${finding.reason} ${tellRest(askedOre)}` };
  });
}

const tellRest = (askedOre: Ore): string =>
  askedOre === 0
    ? 'Nothing of it is asked back: the lines of the hour together bill no more.'
    : `Of it ${tellNok(askedOre)} are asked back: the lines of the hour together bill no more too much.`;
