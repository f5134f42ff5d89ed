import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SERVICES } from '../../src/service/config.ts';
import type { ServiceDescriptor } from '../../src/upstream/descriptor.ts';

const ROOT = join(import.meta.dirname, '../..');
type Told = Pick<
  ServiceDescriptor<unknown, unknown>,
  'name' | 'variables' | 'attribution' | 'licence'
>;
const services: readonly Told[] = Object.values(SERVICES);
const rows = services.flatMap(({ variables }) => Object.entries(variables));

const table = (head: readonly string[], cells: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');

const settings = table(
  ['Setting', 'Default', 'Meaning'],
  rows.map(([name, { usual, meaning }]) => [`\`${name}\``, usual, meaning]),
);

const addresses = table(
  ['Service', 'Setting', 'Holds', 'Default', 'Credit'],
  services.flatMap(({ name, variables, attribution, licence = attribution ?? '' }) =>
    Object.entries(variables)
      .filter(([variable]) => variable.endsWith('_URL'))
      .map(([variable, { usual, meaning }]) => [name, `\`${variable}\``, meaning, usual, licence]),
  ),
);

const example = rows.map(([name, { example = '' }]) => `#${name}=${example}`).join('\n');

// `npm run openapi` writes what stands between the two markers.
test.each([
  ['docs/operations.md', '<!-- services -->', '<!-- /services -->', settings],
  ['docs/upstreams.md', '<!-- services -->', '<!-- /services -->', addresses],
  ['deploy/veipris.env.example', '# <services>', '# </services>', example],
])('%s says what the descriptors of foreign services say', async (page, begin, end, written) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  expect(to).toBeGreaterThan(from);
  const renewed = `${text.slice(0, from)}\n${written}\n${text.slice(to)}`;
  await expect(renewed).toMatchFileSnapshot(join(ROOT, page));
});
