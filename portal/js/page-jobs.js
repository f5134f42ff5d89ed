// @ts-check
import { ApiError } from './api.js';
import { formatCount, formatMoment } from './base/format.js';
import { describeError } from './describe-error.js';
import { byId, el } from './dom.js';
import { startPage } from './header.js';
import { hasText, language, onLanguageChange, t } from './i18n/language.js';

/**
 * @typedef {object} Job as `GET /api/jobs/{id}` shows it.
 * @property {string} id
 * @property {string} state
 * @property {string} [reason]
 * @property {string} createdAt
 * @property {string} [expectedEndAt]
 * @property {string} [waitsUntil]
 * @property {{ total: number, done: number, failed: number }} rows
 * @property {{ calls: number }} cost
 * @property {readonly { code: string, rows: number }[]} errors
 * @property {{ form: string, path: string }} result
 */

/** Between two looks at jobs that run. Milliseconds. */
const LOOK_MS = 2000;

const key = byId('jobs-key', HTMLInputElement);
const file = byId('jobs-file', HTMLInputElement);
const form = byId('jobs-form', HTMLFormElement);
const problem = byId('jobs-error', HTMLElement);
/** @type {readonly Job[]} */
let jobs = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

startPage();
onLanguageChange(render);

file.addEventListener('change', () => {
  byId('jobs-name', HTMLElement).textContent = file.files?.[0]?.name ?? '';
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(submit);
});
byId('jobs-show', HTMLButtonElement).addEventListener('click', () => void attempt(look));

/** What the form lacks. */
class Refused extends Error {}

/** @param {() => Promise<void>} work */
async function attempt(work) {
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    const isTold = error instanceof ApiError && (error.status === 400 || error.status === 401);
    problem.textContent = isTold || error instanceof Refused ? error.message : describeError(error);
    problem.hidden = false;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function ask(path, init = {}) {
  if (key.value.trim() === '') throw new Refused(t('jobs.no-key'));
  const headers = { ...init.headers, authorization: `Bearer ${key.value.trim()}` };
  const response = await fetch(path, { ...init, headers }).catch(() => {
    throw new ApiError(0, '', '');
  });
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new ApiError(response.status, body.code ?? '', body.message ?? response.statusText);
}

async function submit() {
  const chosen = file.files?.[0];
  if (chosen === undefined) throw new Refused(t('jobs.no-file'));
  const result = byId('jobs-result', HTMLSelectElement).value;
  const isPacked = chosen.name.endsWith('.gz');
  await ask(`/api/jobs${result === '' ? '' : `?result=${result}`}`, {
    method: 'POST',
    body: chosen,
    headers: {
      'content-type': 'application/octet-stream',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    },
  });
  await look();
}

async function look() {
  clearTimeout(timer);
  jobs = (await (await ask('/api/jobs')).json()).jobs;
  render();
  const isMoving = jobs.some(({ state }) => state === 'running' || state === 'waiting');
  if (isMoving) timer = setTimeout(() => void attempt(look), LOOK_MS);
}

function render() {
  byId('jobs-list', HTMLElement).replaceChildren(...jobs.map(view));
}

/** @param {Job} job */
function view(job) {
  const { rows, errors, state, reason } = job;
  const stateText = t(`jobs.state-${state}`);
  const why = reason !== undefined && hasText(`jobs.reason-${reason}`);
  const title = why ? `${stateText}: ${t(`jobs.reason-${reason}`)}` : stateText;
  const counts = {
    done: formatCount(rows.done),
    total: formatCount(rows.total),
    calls: formatCount(job.cost.calls),
  };
  return el(
    'section',
    { class: 'card' },
    el('h2', {}, `${formatMoment(job.createdAt, language())} – ${title}`),
    el('progress', {
      value: String(rows.done),
      max: String(Math.max(1, rows.total)),
      'aria-label': title,
    }),
    el('p', {}, t('jobs.counts', counts)),
    errors.length > 0 &&
      el('ul', {}, ...errors.map((one) => el('li', {}, `${formatCount(one.rows)} × ${one.code}`))),
    el(
      'p',
      { class: 'statement-buttons' },
      el(
        'button',
        { type: 'button', onclick: () => void attempt(() => download(job)) },
        t('jobs.download'),
      ),
      el(
        'button',
        { type: 'button', onclick: () => void attempt(() => remove(job)) },
        t('jobs.delete'),
      ),
    ),
  );
}

/** @param {Job} job */
async function download({ id, result }) {
  const text = await (await ask(result.path)).blob();
  const url = URL.createObjectURL(text);
  const name = `${id}.${result.form === 'ndjson' ? 'ndjson' : 'csv'}`;
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), LOOK_MS);
}

/** @param {Job} job */
async function remove({ id }) {
  if (!confirm(t('jobs.delete-sure'))) return;
  await ask(`/api/jobs/${id}`, { method: 'DELETE' });
  await look();
}
