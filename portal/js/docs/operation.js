// @ts-check
import { copyButton } from '../copy-button.js';
import { button, el } from '../dom.js';
import { onLanguageChange, t } from '../i18n/language.js';
import { addressOf, formatSample, SHELLS } from './samples.js';

const STORAGE_KEY = 'veipris.sample';
const MOST_LETTERS = 40_000;
const NAMES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };

/** @type {import('./samples.js').Shell} */
let chosen = SHELLS.find((one) => one === readChoice()) ?? 'curl';

/**
 * Makes the form of an endpoint work: the same question in each language, and an answer to it.
 *
 * @param {HTMLFormElement} form
 * @param {() => string} readKey `''`: none was given.
 * @returns {() => void} writes the samples anew.
 */
export function openOperation(form, readKey) {
  const code = el('code');
  const tabs = el('div', { class: 'tabs' });
  const send = el('button', { type: 'submit', class: 'primary' });
  const told = el('output', { class: 'muted' });
  const answer = el('div', { class: 'answer', 'aria-live': 'polite' });
  const place = form.querySelector('.samples');
  place?.append(
    tabs,
    el('pre', { tabindex: '0' }, code),
    el('div', { class: 'send' }, send, told),
    answer,
  );

  const question = () => questionOf(form, readKey());
  const write = () => {
    send.textContent = t('docs.send');
    code.textContent = formatSample(chosen, question());
    const copied = { label: t('docs.copy'), done: t('keys.copied'), source: () => code };
    const copy = copyButton(() => code.textContent ?? '', { id: '', ...copied });
    tabs.replaceChildren(...SHELLS.map(tab), copy);
  };
  /** @param {import('./samples.js').Shell} shell */
  const tab = (shell) => {
    const pressed = String(shell === chosen);
    const attributes = { class: 'quiet', 'aria-pressed': pressed };
    return button(NAMES[shell], () => choose(shell), attributes);
  };
  form.addEventListener('input', write);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    answer.replaceChildren();
    told.textContent = t('docs.asking');
    const startedMs = performance.now();
    try {
      const { status, text } = await ask(question());
      const ms = Math.round(performance.now() - startedMs);
      told.textContent = t('docs.answered', { status: String(status), ms: String(ms) });
      answer.append(el('pre', { tabindex: '0' }, el('code', {}, text)));
    } catch {
      told.textContent = t('docs.no-answer');
    } finally {
      send.disabled = false;
    }
  });
  onLanguageChange(write);
  addEventListener('samplechange', write);
  write();
  return write;
}

/** @param {import('./samples.js').Shell} shell */
function choose(shell) {
  chosen = shell;
  try {
    localStorage.setItem(STORAGE_KEY, shell);
  } catch {
    // Storage may be forbidden; the choice then holds for this page.
  }
  dispatchEvent(new Event('samplechange'));
}

function readChoice() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} key
 * @returns {import('./samples.js').Question}
 */
function questionOf(form, key) {
  const { method = 'GET', path = '', key: needsKey, answer } = form.dataset;
  const text = form.querySelector('textarea');
  /** @type {[string, string][]} */
  const query = [];
  for (const field of form.querySelectorAll('input, select'))
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      if (field.dataset.in === 'query' && field.value !== '') query.push([field.name, field.value]);
  return {
    origin: location.origin,
    method,
    path: path.replace(/\{(\w+)\}/g, (whole, name) => partOf(form, name) || whole),
    query,
    ...(text && { body: { text: text.value, type: text.dataset.type ?? '' } }),
    ...(needsKey === 'true' && { key }),
    answer: answer === 'json' ? 'json' : 'text',
  };
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name of a part of the path.
 */
function partOf(form, name) {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? encodeURIComponent(field.value) : '';
}

/** @param {import('./samples.js').Question} question */
async function ask(question) {
  const { method, key, body } = question;
  const reply = await fetch(addressOf(question), {
    method,
    headers: {
      ...(key !== undefined && key !== '' && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': body.type }),
    },
    ...(body !== undefined && { body: body.text }),
    credentials: 'omit',
  });
  const text = readable(await reply.text());
  const rest = text.length - MOST_LETTERS;
  const shown =
    rest > 0 ? `${text.slice(0, MOST_LETTERS)}\n… ${t('docs.rest', { rest: String(rest) })}` : text;
  return { status: reply.status, text: shown };
}

/**
 * A line on the map is told by its first points.
 *
 * @param {string} name
 * @param {unknown} value
 */
function shortenLines(name, value) {
  if (name !== 'coordinates' || !Array.isArray(value) || value.length <= 3) return value;
  return [...value.slice(0, 2), `… ${value.length - 2}`];
}

/** @param {string} text */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), shortenLines, 2);
  } catch {
    return text;
  }
}
