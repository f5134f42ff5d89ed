import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe-core finds on a page as it stands: each serious or critical finding with the elements.
 * It is run from outside, as the policy of the page lets in no script of others.
 *
 * @param rules to be looked at; absent: all of them.
 */
export async function listBarriers(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // Several states of a page are looked at without loading it anew.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  // What is all right need not be described: axe-core names each element, which takes most of the time.
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  const violations = await page.evaluate<axe.AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
    );
}
