import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * The findings of axe-core on a page in its current state, each with its elements. axe-core is run
 * from outside, because the policy of the page allows no foreign scripts.
 *
 * @param rules the rules to check; absent: all of them.
 */
export async function listBarriers(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // axe-core may be there already: a test may check several states of a page without loading it anew.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  // Only violations are described. To name the elements that pass would take most of the time.
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  const violations = await page.evaluate<axe.AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}
