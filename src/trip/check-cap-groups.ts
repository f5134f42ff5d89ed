import { refusedValue } from '../base/fault.ts';
import type { QuoteRequest } from './quote.ts';

/**
 * Refuses passages of a group that does not exist.
 *
 * @throws Fault `invalid_parameter` with a sentence that lists the groups.
 */
export function checkCapGroups(
  { capUse }: Pick<QuoteRequest, 'capUse'>,
  groups: readonly string[] = [],
): void {
  const unknown = Object.keys(capUse?.counts ?? {}).find((group) => !groups.includes(group));
  if (unknown === undefined) return;
  const known = groups.length === 0 ? 'there are none' : `the groups are ${groups.join(', ')}`;
  throw refusedValue(
    'passagesThisMonth',
    `passagesThisMonth names a group that does not exist: ${known}.`,
  );
}
