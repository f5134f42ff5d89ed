// @ts-check
import { formatClock, formatDuration, formatKroner } from '../base/format.js';
import { button, el, svg } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { toOre } from './bill.js';
import { headlineOf, tellingOf } from './day-of-departures.js';

/** @typedef {import('./day-of-departures.js').Day} Day */
/** @typedef {import('./day-of-departures.js').Departure} Departure */

/** The field that bars are drawn on; it is stretched to the room that there is. */
const HIGH = 100;
/** Room above the dearest bar. */
const AIR = 1.24;
/** Labels that are nearer to each other would overlap, share of the day. */
const LEAST_APART = 0.19;

/**
 * The sums of a day as bars, the rush shaded, with a slider over them that sets the departure; the same as a table behind it.
 *
 * @param {Day} day
 * @param {(startTime: string) => void} choose
 */
export function departuresChart(day, choose) {
  const { departures, chosen } = day;
  const told = el('p', { class: 'day-told' });
  const tell = (/** @type {number} */ at) => {
    const one = departures[at];
    if (one !== undefined) told.replaceChildren(...sentence(one, at, day));
  };
  const slider = el('input', {
    type: 'range',
    id: 'day-slider',
    min: '0',
    max: String(departures.length - 1),
    step: '1',
    'aria-label': t('day.slider', { minutes: day.stepMin }),
  });
  slider.value = String(chosen);
  const speak = () => {
    const one = departures[Number(slider.value)];
    if (one !== undefined) slider.setAttribute('aria-valuetext', spoken(one));
    tell(Number(slider.value));
  };
  slider.addEventListener('input', speak);
  slider.addEventListener('change', () => {
    const one = departures[Number(slider.value)];
    if (one !== undefined) choose(one.startTime);
  });
  slider.addEventListener('pointermove', ({ offsetX }) => {
    const at = Math.floor((offsetX / slider.clientWidth) * departures.length);
    tell(Math.min(Math.max(at, 0), departures.length - 1));
  });
  slider.addEventListener('pointerleave', () => tell(Number(slider.value)));
  speak();
  const { strong, rest } = headlineOf(day);
  return el(
    'div',
    { class: 'day' },
    el(
      'p',
      { class: 'day-head', id: 'day-head' },
      strong !== '' && el('strong', {}, strong),
      strong !== '' && rest !== '' && ' ',
      rest,
    ),
    el('div', { class: 'day-field' }, drawing(day), ...marks(day), slider),
    axis(departures),
    told,
    table(day, choose),
  );
}

/** @param {Departure} one */
function spoken(one) {
  return [
    formatClock(one.startTime),
    amountOf(one),
    formatDuration(one.durationMin, language()),
    one.rush ? t('day.rush') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** @param {Departure} one */
function amountOf({ totalNok, complete }) {
  const amount = formatKroner(toOre(totalNok));
  return complete ? amount : t('result.at-least', { amount });
}

/**
 * @param {Departure} one
 * @param {number} at
 * @param {Day} day
 * @returns {(Node | string)[]}
 */
function sentence(one, at, { chosen, isChosen }) {
  const facts = [formatDuration(one.durationMin, language()), ...(one.rush ? [t('day.rush')] : [])];
  return [
    el('strong', {}, formatClock(one.startTime)),
    ` ${amountOf(one)} · ${facts.join(' · ')}`,
    ...(isChosen && at === chosen ? [` · ${t('day.chosen')}`] : []),
  ];
}

/** @param {Day} day */
function drawing({ departures, rushes, leastOre, mostOre, chosen }) {
  const wide = departures.length;
  const bands = rushes.map(({ from, until }) =>
    svg('rect', { class: 'day-rush', x: from, y: 0, width: until - from, height: HIGH }),
  );
  const bars = departures.map((one, at) => {
    const ore = toOre(one.totalNok);
    const high = mostOre === 0 ? 1 : Math.max(1, (ore / mostOre / AIR) * HIGH);
    const isCheap = one.complete && ore === leastOre && mostOre > leastOre;
    const kind = at === chosen ? 'chosen' : isCheap ? 'cheap' : one.rush ? 'dear' : 'plain';
    return svg('rect', {
      class: `day-${kind}`,
      x: at,
      y: HIGH - high,
      width: 1,
      height: high,
    });
  });
  return svg(
    'svg',
    {
      viewBox: `0 0 ${wide} ${HIGH}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
      class: 'day-bars',
    },
    ...bands,
    ...bars,
  );
}

/** @param {Day} day */
function marks({ departures, rushes, cheapest, fastest }) {
  const wide = departures.length;
  const rushShares = rushes.map(({ from, until }) => (from + until) / 2 / wide);
  const shares = [
    ...rushShares
      .filter((share, at) => share - (rushShares[at - 1] ?? -1) > LEAST_APART)
      .map((share) => ({ share, kind: 'rush', text: t('day.rush') })),
    ...(cheapest === undefined
      ? []
      : [{ share: (cheapest + 0.5) / wide, kind: 'cheap', text: t('result.cheapest') }]),
    ...(fastest === undefined || fastest === cheapest
      ? []
      : [{ share: (fastest + 0.5) / wide, kind: 'fast', text: t('result.fastest') }]),
  ];
  return shares.map(({ share, kind, text }) => {
    const mark = el('span', { class: 'day-mark', 'data-kind': kind, 'aria-hidden': 'true' }, text);
    mark.style.left = `${share * 100}%`;
    // Near the edges a mark stands beside its place.
    mark.style.translate = `${-100 * share}% 0`;
    return mark;
  });
}

/** @param {readonly Departure[]} departures */
function axis(departures) {
  const hours = departures.flatMap(({ startTime }, at) => {
    const hour = Number(formatClock(startTime).slice(0, 2));
    return startTime.slice(14, 16) === '00' && hour % 6 === 0 ? [{ at, hour }] : [];
  });
  const labels = hours.map(({ at, hour }) => {
    const label = el('span', {}, String(hour).padStart(2, '0'));
    label.style.left = `${(at / departures.length) * 100}%`;
    return label;
  });
  return el('div', { class: 'day-axis', 'aria-hidden': 'true' }, ...labels);
}

/**
 * @param {Day} day
 * @param {(startTime: string) => void} choose
 */
function table({ departures, chosen, isChosen }, choose) {
  const rows = tellingOf(departures).flatMap((at) => {
    const one = departures[at];
    return one === undefined ? [] : [row(one, isChosen && at === chosen, choose)];
  });
  const heads = ['departure', 'total', 'duration', 'tariff'].map((name) =>
    el('th', { scope: 'col' }, t(`day.column-${name}`)),
  );
  return el(
    'details',
    { class: 'day-table', id: 'day-table' },
    el('summary', {}, t('day.table')),
    el(
      'table',
      {},
      el('caption', { class: 'visually-hidden' }, t('day.caption')),
      el('thead', {}, el('tr', {}, ...heads)),
      el('tbody', {}, ...rows),
    ),
  );
}

/**
 * @param {Departure} one
 * @param {boolean} isChosen
 * @param {(startTime: string) => void} choose
 */
function row(one, isChosen, choose) {
  const clock = formatClock(one.startTime);
  const attributes = { class: 'line-name', 'aria-label': t('day.leave-at', { clock }) };
  const leave = button(clock, () => choose(one.startTime), attributes);
  return el(
    'tr',
    { 'aria-current': isChosen && 'time' },
    el('th', { scope: 'row' }, leave),
    el('td', {}, amountOf(one)),
    el('td', {}, formatDuration(one.durationMin, language())),
    el('td', {}, one.rush ? t('day.rush') : t('day.no-rush')),
  );
}
