import { broken, type Page } from './read-page.ts';

/** More than any type of object of ours will ever fill. */
const MOST_PAGES = 500;

/**
 * Characters of all pages of a list, which are held in memory several times over. The largest list of
 * ours has less than a million as the fake of the tests writes the stations of 2026; the road database
 * itself writes more of each object.
 */
const MOST_CHARACTERS = 100_000_000;

/**
 * All objects of a list, page by page, until a page is empty or names no next one.
 *
 * @param ask gives the page that begins at `start`; absent: the first.
 * @throws Fault `upstream_broken` when the pages lead round in a circle, are too many or too much; what
 * `ask` throws.
 */
export async function readAllPages(
  ask: (start?: string) => Promise<Page>,
): Promise<readonly unknown[]> {
  const objects: unknown[] = [];
  let characters = 0;
  const seen = new Set<string>();
  let page = await ask();
  for (;;) {
    characters += page.length;
    if (characters > MOST_CHARACTERS) throw broken('more text than any list has');
    for (const object of page.objects) objects.push(object);
    const { nextStart } = page;
    if (nextStart === undefined || page.objects.length === 0) return objects;
    if (seen.has(nextStart)) throw broken('pages that lead round in a circle');
    if (seen.size >= MOST_PAGES) throw broken('pages without end');
    seen.add(nextStart);
    page = await ask(nextStart);
  }
}
