// @ts-check
import { formatAmount, formatClock, formatCount, formatDistance } from '../base/format.js';
import { el } from '../dom.js';
import { hasText, language, t } from '../i18n/language.js';
import { isDoubtful } from '../map/driven-line.js';
import { stationOre } from './bill.js';

/** @typedef {import('./answer.js').Match} Match */

/**
 * How a recorded drive was found on the roads.
 *
 * @param {Match} match
 */
export function matchView({ points, pointsIgnored, share, stretches, drives, timed }) {
  const doubtfulKm = stretches
    .filter(isDoubtful)
    .reduce((sum, { fromKm, toKm }) => sum + toKm - fromKm, 0);
  const sentences = [
    t('trace.points', { count: formatCount(points), share: `${Math.round(share * 100)}\u00a0%` }),
    pointsIgnored > 0 && t('trace.ignored', { count: formatCount(pointsIgnored) }),
    doubtfulKm > 0 &&
      t('trace.doubtful', { length: formatDistance(doubtfulKm * 1000, language()) }),
    drives.length > 1 && t('trace.drives', { count: drives.length }),
    !timed && t('trace.untimed'),
    t('trace.not-kept'),
  ].filter((sentence) => sentence !== false);
  return el('p', { class: 'notice', 'data-kind': 'info', id: 'match' }, sentences.join(' '));
}

/**
 * Stations that may have been passed, with what each would cost; they are in no sum.
 *
 * @param {Match['possibleStations']} stations
 * @param {import('./bill.js').TollView} view
 * @param {{ point: (id: string | undefined) => void, open: (id: string) => void }} on
 */
export function possiblePart(stations, view, on) {
  if (stations.length === 0) return undefined;
  const lines = stations.map((station) => {
    const name = el('button', { type: 'button', class: 'line-name' }, station.name);
    name.addEventListener('click', () => on.open(station.id));
    const why = `trace.why-${station.why}`;
    const item = el(
      'li',
      { class: 'line', 'data-kind': 'possible', 'data-station': station.id },
      el('span', { class: 'line-time' }, formatClock(station.passedAt)),
      el(
        'span',
        { class: 'line-what' },
        el('span', {}, name),
        el('span', { class: 'line-why' }, hasText(why) ? t(why) : ''),
      ),
      el('span', { class: 'line-amount' }, possibleAmount(station, view)),
    );
    item.addEventListener('pointerenter', () => on.point(station.id));
    item.addEventListener('pointerleave', () => on.point(undefined));
    return item;
  });
  return el(
    'section',
    { class: 'paper-part possible', id: 'possible' },
    el('h4', {}, t('trace.possible')),
    el('p', { class: 'line-why' }, t('trace.possible-note')),
    el('ol', { class: 'lines' }, ...lines),
  );
}

/**
 * @param {Match['possibleStations'][number]} station
 * @param {import('./bill.js').TollView} view
 */
export function possibleAmount(station, view) {
  const ore = station.isPriced ? stationOre(station, view) : undefined;
  if (ore === undefined || Number.isNaN(ore)) return t('receipt.unknown');
  return `+\u00a0${formatAmount(ore)}?`;
}
