/** Writes the Markdown of our documents as HTML. HTML in a document reaches the page as text. */
import { Lexer, lexer, Marked, type RendererObject, type Token, type Tokens } from 'marked';

/** A heading that links can lead to. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  /** The text without Markdown signs. */
  readonly text: string;
  /** The first words below it. */
  readonly lead: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Where a link or a picture of a document leads on our pages; `undefined`: the page shows its text alone. */
export type LinkOf = (target: string) => string | undefined;

/** @param text Markdown as GitHub has it. */
export function renderMarkdown(text: string, linkOf: LinkOf): Rendered {
  const blocks = lexer(text).filter(({ type }) => type !== 'space');
  return {
    html: new Marked({ renderer: toRenderer(linkOf) }).parser(blocks),
    headings: blocks.flatMap((block, at) => toHeading(block, blocks[at + 1])),
  };
}

function toHeading(block: Token, next: Token | undefined): Heading[] {
  if (block.type !== 'heading') return [];
  const { depth, text } = block as Tokens.Heading;
  const plain = toPlain(text);
  const lead = next?.type === 'paragraph' ? toPlain(next.raw.replaceAll('\n', ' ')) : '';
  return [{ level: depth, id: toId(plain), text: plain, lead: lead.slice(0, 160) }];
}

/** Code, links, pictures, bold and italic within a line. */
export const renderInline = (text: string, linkOf: LinkOf): string =>
  new Marked({ renderer: toRenderer(linkOf) }).parseInline(text, { async: false });

const toRenderer = (linkOf: LinkOf): RendererObject => ({
  heading({ depth, text, tokens }) {
    const id = toId(toPlain(text));
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  },
  code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
  text(token) {
    // Behind a tag such as <pre> the reader takes text for HTML.
    const isHtml = token.type === 'text' && token.escaped === true && token.tokens === undefined;
    return isHtml ? escapeHtml(token.text) : false;
  },
  html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
  table({ header, rows }) {
    const toRow = (cells: Tokens.TableCell[]) => {
      const html = cells.map(({ header: isHead, align, tokens }) => {
        // A heading without words is none.
        const tag = isHead && tokens.length > 0 ? 'th' : 'td';
        const figures = align === 'right' ? ' class="number"' : '';
        return `<${tag}${figures}>${this.parser.parseInline(tokens)}</${tag}>`;
      });
      return `<tr>${html.join('')}</tr>`;
    };
    return toTable(toRow(header), rows.map(toRow));
  },
  link({ href, tokens }) {
    const words = this.parser.parseInline(tokens);
    const link = linkOf(href);
    return link === undefined ? words : `<a href="${escapeHtml(link)}">${words}</a>`;
  },
  image({ href, text }) {
    const link = linkOf(href);
    if (link === undefined) return escapeHtml(text);
    return `<img src="${escapeHtml(link)}" alt="${escapeHtml(text)}" loading="lazy">`;
  },
});

/**
 * A table that can be scrolled by itself.
 *
 * @param head its first row as HTML, like the other rows.
 */
export const toTable = (head: string, rows: readonly string[]): string =>
  `<div class="table-scroll" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>`;

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** A text without its Markdown signs. */
export const toPlain = (text: string): string => wordsOf(Lexer.lexInline(text)).trim();

const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      'tokens' in token && token.tokens !== undefined
        ? wordsOf(token.tokens)
        : 'text' in token
          ? String(token.text)
          : '',
    )
    .join('');

/** The id of a heading, made as GitHub makes it, so that the links of the documents work in both places. */
const toId = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
