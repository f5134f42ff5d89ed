import {
  escapeHtml,
  type Heading,
  type LinkOf,
  renderInline,
  renderMarkdown,
  toPlain,
  toTable,
} from './markdown.ts';

/** The parts of the contract that the page of the reference reads. */
export interface Contract {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Answered>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** Empty: no key is needed. */
  readonly security: readonly unknown[];
  readonly parameters: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answered | Ref>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: string;
}

interface Ref {
  readonly $ref: string;
}

interface Answered {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value: unknown }>
  >;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The part of the contract that a reference points to, or the thing itself where it is no reference. */
function follow<Part extends object>(
  thing: Part | Ref,
  parts: Readonly<Record<string, Part>>,
): Part | undefined {
  return '$ref' in thing && typeof thing.$ref === 'string'
    ? parts[nameOf(thing.$ref)]
    : (thing as Part);
}

/** The last part of `#/components/schemas/Route`. */
const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

/** The endpoints of the contract as a page, where they can be read and tried. */
export function renderReference(contract: Contract, linkOf: LinkOf) {
  const operations = listOperations(contract);
  const groups = contract.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<h2 id="${name.toLowerCase()}">${name}</h2>
<p>${renderInline(description, linkOf)}</p>
${own.map((one) => renderOperation(one, contract, linkOf)).join('\n')}`;
  });
  const objects = Object.entries(contract.components.schemas).map(
    ([name, schema]) => `<section class="object" id="${idOfObject(name)}">
<h3>${escapeHtml(name)}</h3>
${renderSchema(schema, linkOf)}
</section>`,
  );
  return {
    html: `<h1>Reference</h1>
<p>Version ${escapeHtml(contract.info.version)}. The same as data: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
${groups.join('\n')}
<h2 id="objects">Objects</h2>
<p>What questions and answers are made of.</p>
${objects.join('\n')}`,
    headings: [
      ...operations.map(toHeading),
      ...operations.flatMap((one) => parameterHeadings(one, contract)),
    ],
  };
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function listOperations({ paths }: Contract): readonly Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

const toHeading = ({ method, path, operation }: Listed): Heading => ({
  level: 2,
  id: operation.operationId,
  text: `${method} ${path}`,
  lead: operation.summary,
});

const parameterHeadings = ({ path, operation }: Listed, contract: Contract): readonly Heading[] =>
  queryOf(operation, contract).map(({ name, description }) => ({
    level: 3,
    id: `${operation.operationId}.${name}`,
    text: `${name} (${path})`,
    lead: toPlain(description).slice(0, 160),
  }));

/** The parameters of the query and those in the path. */
const queryOf = ({ parameters }: Operation, { components }: Contract): readonly Parameter[] =>
  parameters.flatMap((one) => {
    const parameter = follow(one, components.parameters);
    return parameter?.in === 'query' || parameter?.in === 'path' ? [parameter] : [];
  });

function renderOperation({ method, path, operation }: Listed, contract: Contract, linkOf: LinkOf) {
  const { operationId: id, summary, description, security } = operation;
  const query = queryOf(operation, contract);
  const fieldsOf = (some: readonly Parameter[]) =>
    some.map((one) => renderField(one, id, linkOf)).join('\n');
  const others = query.filter((one) => !isOfFirstTry(one));
  return `<section class="operation" id="${id}">
<h3><code><b>${method}</b> ${escapeHtml(path)}</code></h3>
<p class="lead">${escapeHtml(summary)}</p>
${renderMarkdown(description, linkOf).html}
<form class="try" data-method="${method}" data-path="${escapeHtml(path)}" data-key="${security.length > 0}" data-answer="${isJson(operation) ? 'json' : 'text'}">
${fieldsOf(query.filter(isOfFirstTry))}
${others.length === 0 ? '' : `<details><summary>${others.length} more parameters</summary>\n${fieldsOf(others)}\n</details>`}
${renderBody(operation)}
<div class="samples"></div>
</form>
<details><summary>Answers</summary>
${renderAnswers(operation, contract, linkOf)}
</details>
${renderExample(operation)}
</section>`;
}

const isJson = ({ responses }: Operation): boolean => {
  const { 200: ok } = responses;
  return ok !== undefined && 'content' in ok && ok.content?.['application/json'] !== undefined;
};

/** The field for the body. Of several media types the first is tried. */
function renderBody({ requestBody }: Operation): string {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (body === undefined) return '';
  const { example, schema } = body;
  const text = typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);
  const rows = Math.min(18, text.split('\n').length + 1);
  const what = schema?.$ref === undefined ? '' : ` (${typeOf(schema)})`;
  return `<label class="field">Body${what}<textarea data-type="${type}" rows="${rows}" spellcheck="false">${escapeHtml(text)}</textarea></label>`;
}

/** Whether the field of a parameter is shown at once. The other fields are folded away. */
const isOfFirstTry = ({ required, example }: Parameter) =>
  required === true || example !== undefined;

function renderField(parameter: Parameter, operationId: string, linkOf: LinkOf): string {
  const { name, required = false, description, schema, example } = parameter;
  const id = `${operationId}.${name}`;
  const choices = schema.enum;
  const hint = schema.examples?.[0];
  // The values filled in make the first try succeed. An id in the path is left empty, because only the server knows
  // one.
  const told = example ?? (required && parameter.in === 'query' ? hint : undefined) ?? '';
  const input =
    choices === undefined
      ? `<input id="${id}" name="${name}" data-in="${parameter.in}" value="${escapeHtml(String(told))}"${hint === undefined ? '' : ` placeholder="${escapeHtml(String(hint))}"`} autocomplete="off" spellcheck="false">`
      : `<select id="${id}" name="${name}" data-in="${parameter.in}"><option value=""></option>${choices.map((choice) => `<option${choice === example ? ' selected' : ''}>${escapeHtml(String(choice))}</option>`).join('')}</select>`;
  return `<div class="field"><label for="${id}"><code>${name}</code>${required ? ' <b class="required">*</b>' : ''}</label>${input}
<div class="about">${renderInline(description, linkOf)}</div></div>`;
}

function renderAnswers({ responses }: Operation, { components }: Contract, linkOf: LinkOf): string {
  const rows = Object.entries(responses).map(([status, one]) => {
    const answer = follow(one, components.responses);
    const [type, content] = Object.entries(answer?.content ?? {})[0] ?? ['', undefined];
    const what = content?.schema && type === 'application/json' ? typeOf(content.schema) : type;
    return `<tr><td><code>${status}</code></td><td>${renderInline(answer?.description ?? '', linkOf)}</td><td>${what}</td></tr>`;
  });
  return toTable('<tr><th>Status</th><th>When</th><th>Body</th></tr>', rows);
}

const MOST_LINES = 120;

/** The first lines of the first example. The contract has all examples in full. */
function renderExample({ responses }: Operation): string {
  const ok = responses[200];
  if (ok === undefined || '$ref' in ok) return '';
  const [example] = Object.values(ok.content?.['application/json']?.examples ?? {});
  if (example === undefined) return '';
  const lines = JSON.stringify(example.value, shortenLines, 2).split('\n');
  const shown = lines.slice(0, MOST_LINES).join('\n');
  const rest = lines.length > MOST_LINES ? `\n… ${lines.length - MOST_LINES} lines more` : '';
  return `<details><summary>Example${example.summary ? `: ${escapeHtml(example.summary)}` : ''}</summary>
<pre tabindex="0"><code>${escapeHtml(shown + rest)}</code></pre></details>`;
}

/** Cuts a line on the map to its first points. */
const shortenLines = (name: string, value: unknown): unknown =>
  name === 'coordinates' && Array.isArray(value) && value.length > 3
    ? [...value.slice(0, 2), `… ${value.length - 2}`]
    : value;

const idOfObject = (name: string) => `object-${name}`;

function renderSchema(schema: Schema, linkOf: LinkOf): string {
  const { description, properties, required = [] } = schema;
  const about = description === undefined ? '' : `<p>${renderInline(description, linkOf)}</p>`;
  if (properties === undefined) return `${about}<p>${typeOf(schema)}</p>`;
  const rows = Object.entries(properties).map(
    ([name, member]) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required.includes(name) ? '' : ' <i>optional</i>'}</td><td>${typeOf(member)}</td><td>${renderInline(aboutOf(member), linkOf)}</td></tr>`,
  );
  return about + toTable('<tr><th>Member</th><th>Type</th><th>Meaning</th></tr>', rows);
}

const aboutOf = ({ description, items }: Schema) => description ?? items?.description ?? '';

/** The type of a value in words, such as "list of Route", with a link to each object. */
function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, type } = schema;
  if ($ref !== undefined) return `<a href="#${idOfObject(nameOf($ref))}">${nameOf($ref)}</a>`;
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((one) => `<code>${escapeHtml(String(one))}</code>`).join(', ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return [type ?? 'anything'].flat().join(' or ');
}
