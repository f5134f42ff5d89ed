// @ts-check
import { quote } from '../trip/curl-line.js';

/**
 * @typedef {object} Question
 * @property {string} origin such as `http://127.0.0.1:8080`.
 * @property {string} method
 * @property {string} path
 * @property {readonly (readonly [string, string])[]} query
 * @property {{ text: string, type: string }} [body]
 * @property {string} [key] absent: none is needed; empty: the sample reads it from the environment.
 * @property {'json' | 'text'} answer what the endpoint answers with.
 */

/** @typedef {'curl' | 'javascript' | 'python'} Shell */

/** @type {readonly Shell[]} */
export const SHELLS = ['curl', 'javascript', 'python'];

/**
 * How a question is asked with nothing but what each of them has.
 *
 * @param {Shell} shell
 * @param {Question} question
 */
export const formatSample = (shell, question) => WRITERS[shell](question);

/** @type {Readonly<Record<Shell, (question: Question) => string>>} */
const WRITERS = { curl: formatCurl, javascript: formatJavascript, python: formatPython };

/**
 * The address with its query; commas and colons read better as they are.
 *
 * @param {Question} question
 */
export function addressOf({ origin, path, query }) {
  const text = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const readable = text.replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `${origin}${path}${readable === '' ? '' : `?${readable}`}`;
}

/** @param {Question} question */
function formatCurl(question) {
  const { method, body } = question;
  const implied = body === undefined ? 'GET' : 'POST';
  return [
    'curl',
    ...(method === implied ? [] : [`-X ${method}`]),
    ...headersOf(question).map(([name, value]) =>
      value === FROM_ENVIRONMENT
        ? `-H "${name}: Bearer $${VARIABLE}"`
        : `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-binary ${quote(body.text)}`]),
    quote(addressOf(question)),
  ].join(' ');
}

/** @param {Question} question */
function formatJavascript(question) {
  const { method, body, answer } = question;
  const fromEnvironment = `\`Bearer \${process.env.${VARIABLE}}\``;
  const headers = listHeaders(question, fromEnvironment);
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined
      ? []
      : [`  body: ${bodyOf(body, (text) => `JSON.stringify(${text})`)},`]),
  ];
  const rest = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const reply = await fetch(${literal(addressOf(question))}${rest});
const answer = await reply.${answer}();`;
}

/** @param {Question} question */
function formatPython(question) {
  const { method, body, key, answer } = question;
  const headers = listHeaders(question, `f"Bearer {os.environ['${VARIABLE}']}"`);
  const modules = [...(answer === 'json' ? ['json'] : []), ...(key === '' ? ['os'] : [])];
  return [
    `import ${[...modules, 'urllib.request'].join(', ')}`,
    '',
    'request = urllib.request.Request(',
    `    ${literal(addressOf(question))},`,
    ...(method === 'GET' ? [] : [`    method=${literal(method)},`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=${literal(body.text)}.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as reply:',
    `    answer = ${answer === 'json' ? 'json.load(reply)' : 'reply.read().decode()'}`,
  ].join('\n');
}

/** The variable of the environment that holds the key, in every sample of ours. */
const VARIABLE = 'VEIPRIS_KEY';
/** Stands for a header whose value the sample makes of it. */
const FROM_ENVIRONMENT = '';

/**
 * As JavaScript and Python both write them.
 *
 * @param {Question} question
 * @param {string} fromEnvironment what gives the header with the key of the environment.
 */
const listHeaders = (question, fromEnvironment) =>
  headersOf(question).map(([name, value]) => {
    const written = value === FROM_ENVIRONMENT ? fromEnvironment : literal(value);
    return `${literal(name)}: ${written}`;
  });

/**
 * @param {Question} question
 * @returns {readonly (readonly [name: string, value: string])[]}
 */
const headersOf = ({ key, body }) => [
  ...(key === undefined
    ? []
    : [/** @type {const} */ (['Authorization', key === '' ? FROM_ENVIRONMENT : `Bearer ${key}`])]),
  ...(body === undefined ? [] : [/** @type {const} */ (['Content-Type', body.type])]),
];

/**
 * JSON as an object, all else as a text.
 *
 * @param {{ text: string, type: string }} body
 * @param {(json: string) => string} write
 */
const bodyOf = ({ text, type }, write) =>
  type === 'application/json' ? write(text) : literal(text);

/**
 * A text as JavaScript and Python both write it.
 *
 * @param {string} text
 */
const literal = (text) => JSON.stringify(text);
