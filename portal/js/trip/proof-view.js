// @ts-check
import { formatAmount } from '../base/format.js';
import { el } from '../dom.js';
import { hasText, t } from '../i18n/language.js';
import { sourceText, tariffText } from './tariff-text.js';

/**
 * How an amount comes about, step by step, with the row of the tariff and its source; folded away.
 *
 * @param {import('./answer.js').AmountProof | undefined} proof
 * @returns {HTMLElement | undefined} `undefined` when there is none.
 */
export function proofView(proof) {
  if (proof === undefined) return undefined;
  const { steps, rule, ore, tariff, certainty } = proof;
  const last = steps.at(-1)?.ore;
  const rows = steps.map((step) => row(stepText(step), step.ore));
  // A rule between passages may have made nothing of the price.
  if (last !== undefined && last !== ore && rule !== undefined)
    rows.push(row(ruleText(rule.kind), ore));
  const sources = [tariff.source, ...(rule?.source === undefined ? [] : [rule.source])];
  return el(
    'details',
    { class: 'proof-view' },
    el('summary', {}, t('proof.title')),
    el('ol', {}, ...rows),
    el('p', {}, t('proof.row', { from: tariff.from }), ' ', t(`proof.${certainty}`)),
    el('p', {}, t('proof.source', { source: sourceText(sources.join(' · ')) })),
    el('p', {}, el('code', {}, tariffText(tariff.id))),
  );
}

/**
 * @param {string} text
 * @param {number} amountOre
 */
function row(text, amountOre) {
  return el('li', {}, el('span', {}, text), el('span', {}, formatAmount(amountOre)));
}

/** @param {import('./answer.js').AmountProof['steps'][number]} step */
function stepText({ kind, percentLeft, times }) {
  const name = hasText(`step.${kind}`) ? t(`step.${kind}`) : kind;
  if (percentLeft !== undefined) return `${name}, ${percentLeft}\u00a0%`;
  return times === undefined ? name : `${name}, ${times}\u00a0×`;
}

/** @param {string} kind */
function ruleText(kind) {
  return hasText(`reason.${kind}`) ? t(`reason.${kind}`) : t('reason.other');
}
