import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/http/docs/markdown.ts';

const linkOf = (target: string) => (/^(?:x|http)/.test(target) ? undefined : `/docs/${target}`);
const html = (text: string) => renderMarkdown(text, linkOf).html;

describe('Markdown as HTML', () => {
  test.each([
    ['a link to a page', '[a `b`](c#d)', '<p><a href="/docs/c#d">a <code>b</code></a></p>'],
    ['a link that is no page', '[a](x.ts) and <https://x.no>', '<p>a and https://x.no</p>'],
    [
      'a picture',
      '![a "c"](d.webp)',
      '<p><img src="/docs/d.webp" alt="a &quot;c&quot;" loading="lazy"></p>',
    ],
    ['a picture that is not there', '![a](x.svg)', '<p>a</p>'],
    ['code', '```sh\na < b\n\n# c\n```', '<pre tabindex="0"><code>a &lt; b\n\n# c</code></pre>'],
    ['a comment', '<!-- rows -->\n\na', '<p>a</p>'],
  ])('%s', (_, text, wanted) => {
    expect(html(text).trim()).toBe(wanted);
  });

  test('a table keeps a pipe that is escaped, and figures stand on the right', () => {
    expect(html('| a | b |\n|---|--:|\n| `c\\|d` | 2 |')).toContain(
      '<tr><td><code>c|d</code></td><td class="number">2</td></tr>',
    );
  });

  test('a column without a heading has no empty one', () => {
    expect(html('|  | b |\n|---|---|\n| 1 | 2 |')).toContain('<tr><td></td><th>b</th></tr>');
  });

  test.each([
    '<script>alert(1)</script>',
    '`<img src=x>`',
    '[<b>](c)',
    '"quoted" & more',
    'a <pre><img src=x onerror=alert(1) b',
    '- a <code>x & y <b',
  ])('no text becomes markup: %s', (text) => {
    expect(html(text)).not.toMatch(/<(?:script|img|b|pre)\b/);
    expect(html(text)).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  });

  test('headings are named as GitHub names them, with the first words below', () => {
    const { headings } = renderMarkdown('## What `refine` means, år 2\n\nIt *is* exact.', linkOf);
    expect(headings).toEqual([
      {
        level: 2,
        id: 'what-refine-means-år-2',
        text: 'What refine means, år 2',
        lead: 'It is exact.',
      },
    ]);
  });
});
