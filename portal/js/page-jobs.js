// @ts-check
import { ApiError, ask } from './api.js';
import { formatCount, formatMoment } from './base/format.js';
import { describeError } from './describe-error.js';
import { byId, el } from './dom.js';
import { showAccount, startPage } from './header.js';
import { hasText, language, onLanguageChange, t } from './i18n/language.js';
import { findAccount } from './session.js';

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
/** Errors of ours, by their codes. */
const OURS = ['upstream_broken', 'upstream_down', 'overloaded', 'internal_error'];

const file = byId('jobs-file', HTMLInputElement);
const form = byId('jobs-form', HTMLFormElement);
const callback = byId('jobs-callback', HTMLInputElement);
const problem = byId('jobs-error', HTMLElement);
/** @type {readonly Job[]} */
let jobs = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

startPage();
onLanguageChange(render);
void attempt(start);

file.addEventListener('change', () => {
  byId('jobs-name', HTMLElement).textContent = file.files?.[0]?.name ?? '';
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(submit);
});
byId('jobs-try', HTMLButtonElement).addEventListener('click', () => void attempt(tryCallback));

async function start() {
  const account = await findAccount();
  showAccount(account);
  byId('invite', HTMLElement).hidden = account !== undefined;
  form.hidden = account === undefined;
  if (account !== undefined) await look();
}

/** @param {() => Promise<void>} work */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    showError(describeError(error));
    // The session has ended: the page asks to sign in.
    if (error instanceof ApiError && error.status === 401) void attempt(start);
  }
}

/** @param {string} text empty: none. */
function showError(text) {
  problem.hidden = text === '';
  problem.textContent = text;
}

async function submit() {
  showError('');
  const chosen = file.files?.[0];
  if (chosen === undefined) return showError(t('jobs.no-file'));
  const button = byId('jobs-submit', HTMLButtonElement);
  button.disabled = true;
  try {
    const result = byId('jobs-result', HTMLSelectElement).value;
    const told = callback.value.trim();
    const options = new URLSearchParams({
      ...(result !== '' && { result }),
      ...(told !== '' && { callbackUrl: told }),
    });
    await ask('POST', `jobs?${options}`, { body: chosen });
  } finally {
    button.disabled = false;
  }
  await look();
}

async function tryCallback() {
  showError('');
  const said = byId('jobs-tried', HTMLElement);
  said.textContent = '';
  const { body } = await ask('POST', 'webhook/test', { body: { url: callback.value.trim() } });
  said.textContent = body.delivered
    ? t('jobs.try-delivered')
    : t('jobs.try-failed', { problem: body.problem });
}

async function look() {
  clearTimeout(timer);
  try {
    jobs = (await ask('GET', 'jobs')).body.jobs;
    render();
  } finally {
    const isMoving = jobs.some(({ state }) => state === 'running' || state === 'waiting');
    if (isMoving) timer = setTimeout(() => void attempt(look), LOOK_MS);
  }
}

/** Writes the jobs anew; the keyboard stays where it is. */
function render() {
  const focused = document.activeElement?.id;
  byId('jobs-list', HTMLElement).replaceChildren(...jobs.map(view));
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {Job} job */
function view(job) {
  const { id, rows, errors } = job;
  const title = titleOf(job);
  const when = formatMoment(job.createdAt, language());
  const counts = {
    done: formatCount(rows.done),
    total: formatCount(rows.total),
    calls: formatCount(job.cost.calls),
  };
  return el(
    'section',
    { class: 'card job', 'data-state': job.state, 'aria-labelledby': `job-${id}` },
    el('h2', { id: `job-${id}` }, `${when} – ${title}`),
    el('progress', {
      value: String(rows.done),
      max: String(Math.max(1, rows.total)),
      'aria-labelledby': `job-${id}`,
    }),
    el('p', {}, t('jobs.counts', counts)),
    errors.length > 0 && el('ul', { class: 'job-errors' }, ...errors.map(errorView)),
    el('p', { class: 'statement-buttons' }, downloadLink(job), deleteButton(job)),
  );
}

/** @param {Job} job */
function titleOf({ state, reason }) {
  const stateText = t(`jobs.state-${state}`);
  const why = reason !== undefined && hasText(`jobs.reason-${reason}`);
  return why ? `${stateText}: ${t(`jobs.reason-${reason}`)}` : stateText;
}

/** @param {{ code: string, rows: number }} error */
function errorView({ code, rows }) {
  const key = `jobs.error-${OURS.includes(code) ? 'ours' : code}`;
  return el('li', {}, `${formatCount(rows)} ${hasText(key) ? t(key) : code}`);
}

/** The browser saves the result as it comes: it may be larger than a page can hold. @param {Job} job */
function downloadLink({ id, result }) {
  const download = `${id}.${result.form === 'ndjson' ? 'ndjson' : 'csv'}`;
  const href = `/portal${result.path}`;
  return el(
    'a',
    { class: 'button', id: `download-${id}`, href, download, 'aria-describedby': `job-${id}` },
    t('jobs.download'),
  );
}

/** @param {Job} job */
function deleteButton({ id }) {
  const attributes = { type: 'button', id: `delete-${id}`, 'aria-describedby': `job-${id}` };
  const button = el('button', attributes, t('jobs.delete'));
  button.addEventListener('click', () => {
    if (confirm(t('jobs.delete-sure'))) void attempt(() => remove(id));
  });
  return button;
}

/** @param {string} id */
async function remove(id) {
  await ask('DELETE', `jobs/${id}`);
  await look();
}
