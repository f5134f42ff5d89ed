/** Writes the Markdown of our documents as HTML. HTML in a document reaches the page as text. */

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

/** @param text headings, paragraphs, lists of one level, tables, code and comments. */
export function renderMarkdown(text: string, linkOf: LinkOf): Rendered {
  const headings: Heading[] = [];
  const blocks = splitBlocks(text);
  const html = blocks.map((block, at) => {
    if (block.kind !== 'heading') return renderBlock(block, linkOf);
    const [, marks = '', words = ''] = /^(#+) +(.*)$/.exec(block.lines[0] ?? '') ?? [];
    const plain = toPlain(words);
    const next = blocks[at + 1];
    const lead = next?.kind === 'paragraph' ? toPlain(next.lines.join(' ')).slice(0, 160) : '';
    const heading = { level: marks.length, id: toId(plain), text: plain, lead };
    headings.push(heading);
    return `<h${heading.level} id="${heading.id}">${renderInline(words, linkOf)}</h${heading.level}>`;
  });
  return { html: html.join('\n'), headings };
}

type Kind = 'heading' | 'code' | 'table' | 'list' | 'comment' | 'paragraph';

interface Block {
  readonly kind: Kind;
  readonly lines: string[];
}

const LIST_ITEM = /^(?:[*-]|\d+\.) +/;

function kindOf(line: string): Kind {
  if (/^#{1,6} /.test(line)) return 'heading';
  if (line.startsWith('```')) return 'code';
  if (line.startsWith('|')) return 'table';
  if (line.startsWith('<!--')) return 'comment';
  return LIST_ITEM.test(line) ? 'list' : 'paragraph';
}

function splitBlocks(text: string): readonly Block[] {
  const blocks: Block[] = [];
  /** The block that the next line may continue. */
  let open: Block | undefined;
  for (const line of text.split('\n')) {
    if (open?.kind === 'code') {
      if (line.startsWith('```')) open = undefined;
      else open.lines.push(line);
      continue;
    }
    if (line.trim() === '') {
      open = undefined;
      continue;
    }
    const kind = kindOf(line);
    if (open !== undefined && goesOn(open.kind, kind)) {
      open.lines.push(line);
      continue;
    }
    open = { kind, lines: [line] };
    blocks.push(open);
  }
  return blocks;
}

/** Whether a line continues the open block. A list also goes on with text below an item. */
const goesOn = (open: Kind, next: Kind): boolean =>
  (open === next && next !== 'heading') || (open === 'list' && next === 'paragraph');

function renderBlock({ kind, lines }: Block, linkOf: LinkOf): string {
  if (kind === 'comment') return '';
  if (kind === 'code')
    return `<pre tabindex="0"><code>${escapeHtml(lines.slice(1).join('\n'))}</code></pre>`;
  if (kind === 'table') return renderTable(lines, linkOf);
  if (kind === 'list') return renderList(lines, linkOf);
  return `<p>${renderInline(lines.join('\n'), linkOf)}</p>`;
}

function renderTable([head = '', rule = '', ...rows]: readonly string[], linkOf: LinkOf): string {
  const numeric = cellsOf(rule).map((cell) => /^-+:$/.test(cell));
  const row = (line: string, tag: 'th' | 'td') => {
    const cells = cellsOf(line).map((cell, at) => {
      // A heading without words is none.
      const own = cell === '' ? 'td' : tag;
      return `<${own}${numeric[at] ? ' class="number"' : ''}>${renderInline(cell, linkOf)}</${own}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  };
  const body = rows.map((line) => row(line, 'td'));
  return toTable(row(head, 'th'), body);
}

/**
 * A table that can be scrolled by itself.
 *
 * @param head its first row as HTML, like the other rows.
 */
export const toTable = (head: string, rows: readonly string[]): string =>
  `<div class="table-scroll" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>`;

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function renderList(lines: readonly string[], linkOf: LinkOf): string {
  const items: string[] = [];
  for (const line of lines) {
    if (LIST_ITEM.test(line)) items.push(line.replace(LIST_ITEM, ''));
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`);
  }
  const tag = /^\d/.test(lines[0] ?? '') ? 'ol' : 'ul';
  const html = items.map((item) => `<li>${renderInline(item, linkOf)}</li>`).join('\n');
  return `<${tag}>${html}</${tag}>`;
}

/** Code, links, pictures, bold and italic within a line. */
export function renderInline(text: string, linkOf: LinkOf): string {
  /** Finished HTML, which no later sign changes. */
  const kept: string[] = [];
  const keep = (_: string, _marks: string, code: string) =>
    `\0${kept.push(`<code>${escapeHtml(code.trim())}</code>`) - 1}\0`;
  return escapeHtml(text.replace(/(`+)([\s\S]+?)\1/g, keep))
    .replace(/(!?)\[([^\]]+)\]\(([^)\s]+)\)/g, (_, mark: string, words: string, target: string) => {
      const link = linkOf(target);
      if (link === undefined) return words;
      if (mark === '') return `<a href="${link}">${words}</a>`;
      return `\0${kept.push(`<img src="${link}" alt="${words}" loading="lazy">`) - 1}\0`;
    })
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '<em>$1</em>')
    .replace(/\0(\d+)\0/g, (_, at: string) => kept[Number(at)] ?? '');
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** A text without its Markdown signs. */
export const toPlain = (text: string) =>
  text.replace(/!?\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

/** The id of a heading, made as GitHub makes it, so that the links of the documents work in both places. */
const toId = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
