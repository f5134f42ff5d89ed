import type { QuestionTexts } from './question-text.ts';

/** Choices of ours, to refuse what is certainly a slip. */
const MOST_PASSAGES = 100_000;

const EXAMPLE = 'oslo-a:118,bergen:12';

/**
 * How many paid passages the month has had by group, a blank after a comma allowed; `undefined` when the question does not say.
 * Whether there is such a group is known where the stations are.
 */
export function passagesThisMonthOf({
  question,
  refuse,
}: QuestionTexts): Readonly<Record<string, number>> | undefined {
  const written = question.passagesThisMonth;
  if (written === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const entry of written.split(',')) {
    const [, group = '', count = ''] = /^ ?([^:\s]+):(\d{1,6})$/.exec(entry) ?? [];
    if (group === '' || Number(count) > MOST_PASSAGES)
      return refuse(
        'passagesThisMonth',
        `must be <group>:<count> entries with whole counts of at most ${MOST_PASSAGES}, commas between them, such as "${EXAMPLE}"`,
      );
    if (counts.has(group)) return refuse('passagesThisMonth', 'names a group twice');
    counts.set(group, Number(count));
  }
  return Object.fromEntries(counts);
}
