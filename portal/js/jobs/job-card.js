// @ts-check
import { confirmAction } from '../account/confirm.js';
import { formatCount, formatMoment } from '../base/format.js';
import { button, el } from '../dom.js';
import { hasText, language, t } from '../i18n/language.js';

/** @typedef {import('../../../src/client/contract.ts').Job} Job */
/** @typedef {Pick<Job, 'waitsUntil' | 'ratePerS' | 'expectedEndAt'> & { state: string }} Pace */

/** Errors of ours, by their codes. */
const OURS = ['upstream_broken', 'upstream_down', 'overloaded', 'internal_error'];

/** Between two looks at jobs that move, and at most while all of them wait for another day. Milliseconds. */
const LOOK_MS = { least: 2000, most: 600_000 };

/**
 * When the jobs are to be looked at again.
 *
 * @param {readonly Pace[]} jobs
 * @param {number} nowMs
 * @returns {number | undefined} milliseconds from now; `undefined`: none of them moves any more.
 */
export function nextLookMs(jobs, nowMs) {
  const waits = jobs
    .filter(({ state }) => ['arriving', 'waiting', 'running'].includes(state))
    .map(({ state, waitsUntil }) =>
      state === 'waiting' && waitsUntil !== undefined ? Date.parse(waitsUntil) - nowMs : 0,
    );
  if (waits.length === 0) return undefined;
  return Math.min(Math.max(Math.min(...waits), LOOK_MS.least), LOOK_MS.most);
}

/**
 * @param {Job} job
 * @param {(id: string) => void} remove
 */
export function jobCard(job, remove) {
  const { id, rows, errors } = job;
  const title = titleOf(job);
  const when = formatMoment(job.createdAt, language());
  const counts = {
    done: formatCount(rows.done),
    total: formatCount(rows.total),
    calls: formatCount(job.cost.calls),
  };
  const pace = paceOf(job);
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
    pace !== '' && el('p', { class: 'muted job-pace' }, pace),
    errors.length > 0 && el('ul', { class: 'job-errors' }, ...errors.map(errorItem)),
    el('p', { class: 'statement-buttons' }, downloadLink(job), deleteButton(job, remove)),
  );
}

/** @param {Job} job */
function titleOf({ state, reason }) {
  const stateText = t(`jobs.state-${state}`);
  if (reason === undefined) return stateText;
  const key = `jobs.reason-${reason}`;
  return `${stateText}: ${hasText(key) ? t(key) : t('jobs.reason-new', { reason })}`;
}

/**
 * How fast it goes, or when it goes on.
 *
 * @param {Pace} job
 */
export function paceOf({ state, waitsUntil, ratePerS, expectedEndAt }) {
  if (state === 'waiting' && waitsUntil !== undefined)
    return t('jobs.waits', { moment: formatMoment(waitsUntil, language()) });
  if (ratePerS === undefined || expectedEndAt === undefined) return '';
  const rate = String(ratePerS).replace('.', language() === 'en' ? '.' : ',');
  return t('jobs.rate', { rate, moment: formatMoment(expectedEndAt, language()) });
}

/** @param {{ code: string, rows: number }} error */
function errorItem({ code, rows }) {
  const why = errorText(code);
  const text =
    rows === 1 ? t('jobs.error-one', { why }) : t('jobs.error', { count: formatCount(rows), why });
  return el('li', {}, text);
}

/** @param {string} code of rows. */
export function errorText(code) {
  if (OURS.includes(code)) return t('jobs.error-ours');
  return hasText(`jobs.error-${code}`) ? t(`jobs.error-${code}`) : t('jobs.error-other', { code });
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

/**
 * @param {Job} job
 * @param {(id: string) => void} remove
 */
function deleteButton({ id }, remove) {
  const attributes = { id: `delete-${id}`, 'aria-describedby': `job-${id}` };
  const press = async () => {
    const question = { title: t('jobs.delete-sure'), text: t('jobs.delete-text'), danger: true };
    if (await confirmAction({ ...question, action: t('jobs.delete') })) remove(id);
  };
  return button(t('jobs.delete'), press, attributes);
}

/**
 * Why a receiver did not take a test, in the language of the page; the server says it in English alone.
 *
 * @param {{ problem: string, code: string }} failure
 */
export function webhookProblem({ problem, code }) {
  const [number = ''] = /\d+/.exec(problem) ?? [];
  return hasText(`webhook.${code}`) ? t(`webhook.${code}`, { number }) : t('webhook.not_reached');
}
