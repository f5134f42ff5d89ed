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
  await page.evaluate(axe.source);
  const options = rules === undefined ? {} : { runOnly: rules };
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
    );
}
