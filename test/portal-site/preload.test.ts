import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const PAGES = readdirSync('portal').filter(
  (name) => name.endsWith('.html') && !['404.html', 'docs.html', 'home.html'].includes(name),
);

/** A module and all that it imports, but what it asks for only later. */
function closure(path: string, known: Set<string> = new Set()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  const text = readFileSync(posix.join('portal', path), 'utf8');
  for (const [, target = ''] of text.matchAll(/^(?:import|export)[^;]*?from '(\.[^']+)'/gm))
    closure(posix.join(posix.dirname(path), target), known);
  return known;
}

test.each(PAGES)('%s asks for all its modules at once, and for no other of ours', (page) => {
  const html = readFileSync(posix.join('portal', page), 'utf8');
  const entry = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? '';
  const preloaded = [...html.matchAll(/rel="modulepreload" href="(js\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  const needed = [...closure(entry)].filter((path) => path !== entry);
  expect(needed.length).toBeGreaterThan(8);
  expect(preloaded.toSorted()).toEqual(needed.toSorted());
});
