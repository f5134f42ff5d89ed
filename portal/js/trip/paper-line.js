// @ts-check
import { button, el } from '../dom.js';

/** @typedef {{ point: (id: string | undefined) => void, open: (id: string) => void }} OnStation */

/**
 * A line of the receipt.
 *
 * @param {object} line
 * @param {string} line.kind
 * @param {Node | string} line.time
 * @param {HTMLElement} line.name
 * @param {string} line.why
 * @param {string} line.amount
 * @param {HTMLElement | undefined} [line.proof]
 */
export function paperLine({ kind, time, name, why, amount, proof }) {
  return el(
    'li',
    { class: 'line', 'data-kind': kind },
    el('span', { class: 'line-time' }, time),
    el('span', { class: 'line-what' }, name, el('span', { class: 'line-why' }, why), proof),
    el('span', { class: 'line-amount' }, amount),
  );
}

/**
 * The line of a station, which the map shows while it is pointed at.
 *
 * @param {Omit<Parameters<typeof paperLine>[0], 'name'>} line
 * @param {{ id: string, name: string, label: string, badge?: HTMLElement | false }} station
 * @param {OnStation} on
 */
export function stationLine(line, { id, name, label, badge = false }, on) {
  const open = button(name, () => on.open(id), { class: 'line-name', title: label });
  const item = paperLine({ ...line, name: el('span', {}, open, badge) });
  item.dataset.station = id;
  for (const event of ['pointerenter', 'focusin']) item.addEventListener(event, () => on.point(id));
  for (const event of ['pointerleave', 'focusout'])
    item.addEventListener(event, () => on.point(undefined));
  return item;
}
