/** The pages below `/docs`: our documents, the reference, and the codes of errors, in one frame. */
import { Fault } from '../../base/fault.ts';
import { once } from '../../base/memoize.ts';
import type { App } from '../framework.ts';
import { DOCS, OPENAPI } from '../openapi/endpoints.ts';
import { keepForms, replyKept } from '../reply/cached.ts';
import { JSON_TYPE } from '../reply/headers.ts';
import { listCodes } from '../reply/replies.ts';
import type { Services } from '../services.ts';
import { escapeHtml, type Heading, renderInline, renderMarkdown, toPlain } from './markdown.ts';
import { type Contract, renderReference } from './reference.ts';

/** How long a page may be kept. Pages change with a release of the program. */
const MAX_AGE_S = 3600;

/**
 * Scripts and styles come from this server alone, and none stands in the page itself. The reference asks this server
 * and no other. `data:` is for the small pictures in its style sheet.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A diagram has its styles inside, and loads nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** `GET /docs`, the pages and pictures below it, `/docs/search.json`, and `GET /openapi.json`. */
export function docs(app: App, services: Services): void {
  const load = once(() => render(services));
  for (const name of [...DOCS_NAMES, SEARCH, PICTURE]) {
    const path = name === '' ? DOCS.path : `${DOCS.path}/${name}`;
    app.get<{ Params: Picture }>(path, OPEN, async (request, reply) => {
      const { folder, file } = request.params;
      const kept = (await load()).get(name === PICTURE ? `${folder}/${file}` : name);
      if (kept === undefined) throw new Fault('not_found');
      reply.header('content-security-policy', name === PICTURE ? PICTURE_POLICY : POLICY);
      return replyKept(kept, reply);
    });
  }
  const contract = once(async () =>
    keepForms(services.loadContract(), { type: JSON_TYPE, maxAgeS: MAX_AGE_S }),
  );
  app.get(OPENAPI.path, OPEN, async (_request, reply) => replyKept(await contract(), reply));
}

const OPEN = { config: { access: DOCS.access, whileStarting: true } } as const;
const SEARCH = 'search.json';
const PICTURE = ':folder/:file';
type Picture = Readonly<Record<'folder' | 'file', string>>;

/** Makes all pages when the first is asked for. Their sources change only with a release. */
async function render({ loadContract, readDocument, portal }: Services) {
  const frame = await portal.findFile('docs.html');
  if (frame === undefined) throw new Error('portal/docs.html is missing.');
  const source = { frame: frame.content.toString('utf8'), contract: JSON.parse(loadContract()) };
  const read = (file: string) => readDocument(file).toString('utf8');
  const { pages, search } = renderDocs({ ...source, read });
  const texts = [
    ...[...pages].map((page) => [...page, HTML] as const),
    [SEARCH, search, JSON_TYPE] as const,
    ...listPictures(pages).map((name) => [name, readDocument(name), typeOf(name)] as const),
  ];
  return new Map(
    texts.map(([name, text, type]) => [name, keepForms(text, { type, maxAgeS: MAX_AGE_S })]),
  );
}

const HTML = 'text/html; charset=utf-8';
const typeOf = (picture: string) => (picture.endsWith('.svg') ? 'image/svg+xml' : 'image/webp');

/** Where documents come from. */
interface DocsSource {
  /** The frame, with `{title}`, `{nav}` and `{content}`. */
  readonly frame: string;
  readonly contract: Contract;
  /** Text of a document of `docs/`. */
  read(file: string): string;
}

/** Pages by address below `/docs`; `''` is `/docs` itself. */
type DocsPages = ReadonlyMap<string, string>;

interface Page {
  /** Address below `/docs`. */
  readonly name: string;
  readonly title: string;
  readonly language: 'en' | 'nb';
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** The documents that callers read, by address, in the order of the navigation. */
const DOCUMENTS: readonly (readonly [name: string, file: string, title: string])[] = [
  ['', 'guide.md', 'Guide'],
  ['veiledning', 'guide.nb.md', 'Veiledning (norsk)'],
  ['interface', 'interface.md', 'Interface in full'],
  ['parameters', 'parameters.md', 'Parameters'],
  ['pricing', 'pricing.md', 'Tolls'],
  ['pricing-ferries', 'pricing-ferries.md', 'Ferries'],
  ['cheapest', 'cheapest.md', 'Money and time'],
  ['traces', 'traces.md', 'Recorded drives'],
  ['journeys', 'journeys.md', 'Journeys'],
  ['matrix', 'matrix.md', 'Many to many'],
  ['jobs', 'jobs.md', 'Jobs'],
  ['last-years-trips', 'last-years-trips.md', "Last year's trips"],
  ['accuracy', 'accuracy.md', 'Accuracy'],
];

/** The number of documents that come before the reference. */
const GUIDES = 2;

/** Addresses of all pages, below `/docs`. */
const DOCS_NAMES: readonly string[] = [...DOCUMENTS.map(([name]) => name), 'reference', 'errors'];

function renderDocs({ frame, contract, read }: DocsSource): {
  readonly pages: DocsPages;
  /** JSON. */
  readonly search: string;
} {
  // The contract has the guide, with the table of errors.
  const documents = DOCUMENTS.map(([name, file, title]) =>
    renderDocument(name, title, file === 'guide.md' ? contract.info.description : read(file)),
  );
  const pages: readonly Page[] = [
    ...documents.slice(0, GUIDES),
    { name: 'reference', title: 'Reference', language: 'en', ...renderReference(contract, linkOf) },
    { name: 'errors', title: 'Errors', language: 'en', ...renderErrors() },
    ...documents.slice(GUIDES),
  ];

  const framed = pages.map((page) => {
    const values: Readonly<Record<string, string>> = {
      title: escapeHtml(page.title),
      nav: renderNav(page, pages, contract),
      content: `<article lang="${page.language}">${page.html}</article>`,
    };
    return [page.name, frame.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all)] as const;
  });
  return { pages: new Map(framed), search: JSON.stringify(pages.flatMap(listFound)) };
}

function renderDocument(name: string, title: string, text: string): Page {
  const { html, headings } = renderMarkdown(text, linkOf);
  const hasTitle = headings[0]?.level === 1;
  return {
    name,
    title,
    language: name === 'veiledning' ? 'nb' : 'en',
    html: hasTitle ? html : `<h1>${escapeHtml(title)}</h1>\n${html}`,
    headings,
  };
}

/** The page of codes. The `docs` of an error answer leads to its code on this page. */
function renderErrors(): Pick<Page, 'html' | 'headings'> {
  const codes = listCodes();
  const sections = codes.map(
    ({ code, status, when, message }) => `<section id="${code}">
<h2><code>${code}</code> ${status}</h2>
<p>${renderInline(`${when[0]?.toUpperCase()}${when.slice(1)}.`, linkOf)}</p>
<p class="muted">${renderInline(message, linkOf)}</p>
</section>`,
  );
  return {
    html: `<h1>Errors</h1>\n${sections.join('\n')}`,
    headings: codes.map(({ code, when }) => ({
      level: 2,
      id: code,
      text: code,
      lead: toPlain(when),
    })),
  };
}

const addressOf = (name: string) => (name === '' ? '/docs' : `/docs/${name}`);

/** A picture below `docs/`. */
const A_PICTURE = /^[\w-]+\/[\w-]+\.(?:webp|svg)$/;

/** Pictures that the pages name, such as `cheapest/oslo-trondheim.webp`. */
const listPictures = (pages: DocsPages): readonly string[] =>
  [...pages.values()]
    .flatMap((html) => [...html.matchAll(/="\/docs\/([^"]+)"/g)])
    .flatMap(([, name = '']) => (A_PICTURE.test(name) ? [name] : []));

/** Links between documents lead to their pages. A link to anything else becomes text. */
function linkOf(target: string): string | undefined {
  const [path = '', fragment] = target.split('#');
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (path === '' || path.startsWith('/')) return `${path}${hash}`;
  if (path === 'openapi.json') return '/openapi.json';
  if (A_PICTURE.test(path)) return addressOf(path);
  const document = DOCUMENTS.find(([, file]) => file === path);
  return document && `${addressOf(document[0])}${hash}`;
}

function renderNav(here: Page, pages: readonly Page[], contract: Contract): string {
  const items = pages.map((page) => {
    const current = page === here ? ' aria-current="page"' : '';
    const lang = page.language === 'nb' ? ' lang="nb"' : '';
    const link = `<a href="${addressOf(page.name)}"${lang}${current}>${escapeHtml(page.title)}</a>`;
    return `<li>${link}${page === here || page.name === 'reference' ? renderParts(page, contract) : ''}</li>`;
  });
  return `<ul>${items.join('\n')}</ul>`;
}

/** Links to the parts of a page: endpoints of the reference, sections of a document. */
function renderParts({ name, headings }: Page, contract: Contract): string {
  const endpoints = Object.keys(contract.paths);
  const parts = headings.filter(({ level }) => level === 2);
  if (parts.length === 0) return '';
  const links = parts.map(({ id, text }) => {
    const words = endpoints.some((path) => text.endsWith(` ${path}`))
      ? `<code>${escapeHtml(text.replace(/^GET /, ''))}</code>`
      : escapeHtml(text);
    return `<li><a href="${addressOf(name)}#${id}">${words}</a></li>`;
  });
  return `<ul>${links.join('')}</ul>`;
}

/** The entries of the search: each page and each of its headings. */
function listFound({ name, title, headings }: Page) {
  return headings.map(({ id, text, lead }) => ({
    href: `${addressOf(name)}#${id}`,
    page: title,
    text,
    lead,
  }));
}
