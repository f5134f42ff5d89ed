// @ts-check
import { formatCount, formatDay, formatMoment } from '../base/format.js';
import { byId, el } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { byDay } from './by-day.js';
import { readPages } from './pages.js';
import { section, table } from './section.js';
import { drawUsageChart, usageLegend } from './usage-chart.js';

/**
 * @typedef {object} Usage
 * @property {{ day: string, used: number, limit: number, resetsAt: string }} today
 * @property {readonly import('./by-day.js').UsageRow[]} days
 */

/** Source: docs/portal.md, `GET /portal/api/usage`. */
const DAYS = 30;

/**
 * The calls of today against the limit, and those of 30 days.
 *
 * @returns {() => Promise<void>} loads them.
 */
export function usageSection() {
  const place = byId('usage-body', HTMLElement);
  let removeChart = () => {};
  /** @type {Usage | undefined} */
  let shown;
  /** @param {Usage} usage */
  const show = (usage) => {
    shown = usage;
    removeChart();
    const { endpoints, days } = byDay(usage.days, usage.today.day, DAYS);
    if (endpoints.length === 0)
      return [...today(usage), el('p', { class: 'empty', id: 'usage-empty' }, t('usage.empty'))];
    const chart = el('div', { class: 'chart', id: 'usage-chart' });
    // The chart needs its width, which it has once it stands on the page.
    queueMicrotask(async () => {
      removeChart = await drawUsageChart(chart, endpoints, days);
    });
    return [
      ...today(usage),
      el('h3', {}, t('usage.chart')),
      usageLegend(endpoints),
      chart,
      dayTable(endpoints, days),
    ];
  };
  addEventListener('themechange', () => {
    if (shown !== undefined) place.replaceChildren(...show(shown));
  });
  return section(place, load, show);
}

/** The chart needs all of it, which is a line for each day and endpoint. */
async function load() {
  const bodies = await readPages('usage?limit=100');
  return { today: bodies[0].today, days: bodies.flatMap(({ days }) => days) };
}

/** @param {Usage} usage */
function today({ today: { used, limit, resetsAt } }) {
  const values = { used: formatCount(used), limit: formatCount(limit) };
  const left = Math.max(0, limit - used);
  const moment = formatMoment(resetsAt, language());
  const meter = el('meter', {
    min: '0',
    max: String(limit),
    value: String(used),
    id: 'usage-meter',
    'aria-labelledby': 'usage-today usage-of',
  });
  meter.high = limit * 0.9;
  const text =
    left === 0
      ? t('usage.none-left', { moment })
      : t('usage.left', { left: formatCount(left), moment });
  return [
    el(
      'div',
      { class: 'today' },
      el(
        'p',
        { class: 'today-line' },
        el('span', { id: 'usage-today' }, t('usage.today')),
        el('strong', { id: 'usage-of' }, t('usage.of', values)),
      ),
      meter,
      el('p', { class: 'muted' }, text),
    ),
  ];
}

/**
 * @param {readonly string[]} endpoints
 * @param {readonly import('./by-day.js').DayUsage[]} days
 */
function dayTable(endpoints, days) {
  const head = [t('usage.day'), ...endpoints, t('usage.all'), t('usage.failed')];
  const rows = days.map(({ day, calls, all, failed }) => [
    formatDay(day, language()),
    ...endpoints.map((endpoint) => formatCount(calls[endpoint] ?? 0)),
    formatCount(all),
    formatCount(failed),
  ]);
  return table(t('usage.table'), head, rows, { id: 'usage-table', numbersFrom: 1 });
}
