// @ts-check
import { formatAmount, formatClock, formatCount, formatDistance } from '../base/format.js';
import { el } from '../dom.js';
import { hasText, language, t } from '../i18n/language.js';
import { isDoubtful } from '../map/driven-line.js';
import { stationOre } from './bill.js';
import { stationLine } from './paper-line.js';

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
 * @param {import('./paper-line.js').OnStation} on
 */
export function possiblePart(stations, view, on) {
  if (stations.length === 0) return undefined;
  const lines = stations.map((station) => {
    const { id, name, passedAt, why } = station;
    const key = `trace.why-${why}`;
    const line = {
      kind: 'possible',
      time: formatClock(passedAt),
      why: hasText(key) ? t(key) : '',
      amount: possibleAmount(station, view),
    };
    return stationLine(line, { id, name, label: t('receipt.show-on-map', { name }) }, on);
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
