// @ts-check
import { formatDay } from '../base/format.js';
import { el } from '../dom.js';
import { isDark } from '../header.js';
import { language, t } from '../i18n/language.js';

/** @typedef {import('./by-day.js').DayUsage} DayUsage */

/** From the bottom of the stack upwards, by day and by night; told apart without colour by their order and the table. */
const COLORS = [
  ['#0b5566', '#5cd0e6'],
  ['#c98a00', '#ffc83d'],
  ['#7ba3b0', '#8ea3aa'],
  ['#9d2a17', '#ff9d88'],
  ['#4a7d2c', '#9bd06c'],
  ['#6b4ea0', '#b9a2f0'],
  ['#2f3e46', '#d7e1e5'],
  ['#c25b89', '#f5a8c7'],
];
const HEIGHT = 220;
/** Calls are whole, and so are the steps of their scale. */
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => [0, 1, 2, 3, 4, 5].map((power) => step * 10 ** power))
  .toSorted((one, other) => one - other);

/**
 * Calls per day as stacked bars.
 *
 * @param {HTMLElement} place
 * @param {readonly string[]} endpoints
 * @param {readonly DayUsage[]} newestFirst
 * @returns {Promise<() => void>} takes the chart away.
 */
export async function drawUsageChart(place, endpoints, newestFirst) {
  const { default: UPlot } = await import('/portal/vendor/uPlot.esm.js');
  const days = newestFirst.toReversed();
  const colors = endpoints.map((_, at) => COLORS[at % COLORS.length]?.[isDark() ? 1 : 0] ?? '#888');
  const style = getComputedStyle(place);
  const ink = style.getPropertyValue('color');
  // A bar stands before the ones below it: each is drawn from 0, the tallest first.
  const stacked = endpoints.map((_, at) =>
    days.map(({ calls }) =>
      endpoints.slice(0, at + 1).reduce((sum, name) => sum + (calls[name] ?? 0), 0),
    ),
  );
  const bars = UPlot.paths.bars?.({ size: [0.72, 26], radius: [0.12, 0] });
  const axis = { stroke: ink, font: `12px ${style.fontFamily}`, ticks: { show: false } };
  const grid = { stroke: isDark() ? '#2a3f47' : '#dfe6e8', width: 1 };
  const order = endpoints.map((_, at) => at).toReversed();
  const chart = new UPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-0.6, days.length - 0.4] },
        y: { range: (_, __, most) => [0, Math.max(5, most * 1.1)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 30,
          splits: () => splits(days.length, place.clientWidth),
          values: (_, at) => at.map((index) => shortDay(days[index]?.day)),
        },
        { ...axis, grid, size: 46, incrs: WHOLE_STEPS },
      ],
      series: [
        {},
        ...order.map((at) => ({
          label: endpoints[at] ?? '',
          fill: colors[at] ?? '',
          stroke: colors[at] ?? '',
          width: 0,
          points: { show: false },
          ...(bars !== undefined && { paths: bars }),
        })),
      ],
    },
    [days.map((_, index) => index), ...order.map((at) => stacked[at] ?? [])],
    place,
  );
  place.setAttribute('role', 'img');
  place.setAttribute('aria-label', t('usage.chart-label'));
  const resized = new ResizeObserver(() =>
    chart.setSize({ width: place.clientWidth, height: HEIGHT }),
  );
  resized.observe(place);
  return () => {
    resized.disconnect();
    chart.destroy();
  };
}

/**
 * Which colour is which endpoint.
 *
 * @param {readonly string[]} endpoints
 */
export function usageLegend(endpoints) {
  const items = endpoints.map((endpoint, at) => {
    const swatch = el('span', { class: 'swatch', 'aria-hidden': 'true' });
    swatch.style.background = COLORS[at % COLORS.length]?.[isDark() ? 1 : 0] ?? '';
    return el('li', {}, swatch, el('code', {}, endpoint));
  });
  return el('ul', { class: 'legend' }, ...items);
}

/**
 * @param {number} count
 * @param {number} width
 */
function splits(count, width) {
  const step = width < 520 ? 7 : 4;
  return Array.from(
    { length: Math.ceil(count / step) },
    (_, at) => count - 1 - at * step,
  ).toReversed();
}

/** @param {string | undefined} day */
function shortDay(day) {
  return day === undefined ? '' : formatDay(day, language()).replace(/^\S+\s/, '');
}
