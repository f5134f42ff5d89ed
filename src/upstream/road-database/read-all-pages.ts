import { broken, type Page } from './read-page.ts';

/** More than any type of object of ours will ever fill. */
const MOST_PAGES = 500;

/**
 * All objects of a list, page by page, until a page is empty or names no next one.
 *
 * @param ask gives the page that begins at `start`; absent: the first.
 * @throws Fault `upstream_broken` when the pages lead round in a circle; what `ask` throws.
 */
export async function readAllPages(
  ask: (start?: string) => Promise<Page>,
): Promise<readonly unknown[]> {
  const objects: unknown[] = [];
  const seen = new Set<string>();
  let page = await ask();
  for (;;) {
    objects.push(...page.objects);
    const { nextStart } = page;
    if (nextStart === undefined || page.objects.length === 0) return objects;
    if (seen.has(nextStart)) throw broken('pages that lead round in a circle');
    if (seen.size >= MOST_PAGES) throw broken('pages without end');
    seen.add(nextStart);
    page = await ask(nextStart);
  }
}
