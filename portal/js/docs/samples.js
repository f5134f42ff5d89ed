// @ts-check
import { quote } from '../trip/curl-line.js';

/**
 * @typedef {object} Question
 * @property {string} origin such as `http://127.0.0.1:8080`.
 * @property {string} method
 * @property {string} path
 * @property {readonly (readonly [string, string])[]} query
 * @property {{ text: string, type: string }} [body]
 * @property {string} [key] absent: none is needed.
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
    ...headersOf(question).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quote(body.text)}`]),
    quote(addressOf(question)),
  ].join(' ');
}

/** @param {Question} question */
function formatJavascript(question) {
  const { method, body } = question;
  const headers = headersOf(question).map(([name, value]) => `${literal(name)}: ${literal(value)}`);
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${literal(method)},`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined
      ? []
      : [`  body: ${bodyOf(body, (text) => `JSON.stringify(${text})`)},`]),
  ];
  const rest = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const reply = await fetch(${literal(addressOf(question))}${rest});
const answer = await reply.json();`;
}

/** @param {Question} question */
function formatPython(question) {
  const { method, body } = question;
  const headers = headersOf(question).map(([name, value]) => `${literal(name)}: ${literal(value)}`);
  return [
    'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${literal(addressOf(question))},`,
    ...(method === 'GET' ? [] : [`    method=${literal(method)},`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=${literal(body.text)}.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as reply:',
    '    answer = json.load(reply)',
  ].join('\n');
}

/**
 * @param {Question} question
 * @returns {readonly (readonly [name: string, value: string])[]}
 */
const headersOf = ({ key, body }) => [
  ...(key === undefined ? [] : [/** @type {const} */ (['Authorization', `Bearer ${key}`])]),
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
