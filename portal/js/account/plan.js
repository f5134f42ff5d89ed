// @ts-check
import { ask } from '../api.js';
import { formatCount, formatMoment, formatShortKroner } from '../base/format.js';
import { button, byId, el } from '../dom.js';
import { language, t } from '../i18n/language.js';
import { toOre } from '../trip/bill.js';
import { section } from './section.js';

/**
 * @typedef {object} PlanAnswer
 * @property {string} plan
 * @property {string} subscription
 * @property {number} dailyLimit
 * @property {boolean} ownLimit
 * @property {readonly { id: string, callsPerDay: number, priceNokPerMonth: number | null }[]} plans
 * @property {{ plan: string, at: string } | null} requested
 */

/**
 * What the account has, what it allows, and what happens at the limit.
 *
 * @returns {() => Promise<void>} loads it.
 */
export function planSection() {
  const read = async () => (await ask('GET', 'plan')).body;
  return section(byId('plan-body', HTMLElement), read, show);
}

/**
 * @param {PlanAnswer} answer
 * @param {(load: () => Promise<PlanAnswer>) => Promise<void>} change
 */
function show({ plan, subscription, dailyLimit, ownLimit, plans, requested }, change) {
  const cards = plans.map(({ id, callsPerDay, priceNokPerMonth }) => {
    const isYours = id === plan;
    return el(
      'li',
      { class: 'plan-card', ...(isYours && { 'data-yours': 'true' }) },
      el('h3', {}, t(`plan.${id}`), isYours && el('span', { class: 'badge' }, t('plan.yours'))),
      el('p', { class: 'plan-price' }, priceText(priceNokPerMonth)),
      el(
        'p',
        { class: 'muted' },
        priceNokPerMonth === null ? '' : t('plan.calls', { count: formatCount(callsPerDay) }),
      ),
      !isYours && requested?.plan !== id && askButton(id, change),
    );
  });
  const facts = [
    [
      t('plan.subscription'),
      el(
        'span',
        { class: 'state', 'data-state': subscription === 'active' ? 'live' : 'revoked' },
        t(`plan.${subscription}`),
      ),
    ],
    ...(ownLimit
      ? [[t('plan.yours'), t('plan.own-limit', { count: formatCount(dailyLimit) })]]
      : []),
    [t('plan.counted'), t('plan.counted-text')],
    [t('plan.at-limit'), t('plan.at-limit-text')],
  ];
  const asked = requested && {
    plan: t(`plan.${requested.plan}`),
    moment: formatMoment(requested.at, language()),
  };
  return [
    el('ul', { class: 'plans', id: 'plans' }, ...cards),
    ...(asked
      ? [
          el(
            'p',
            { class: 'notice', 'data-kind': 'info', id: 'plan-asked' },
            t('plan.asked', asked),
          ),
        ]
      : []),
    el(
      'dl',
      { class: 'facts' },
      ...facts.flatMap(([name, text]) => [el('dt', {}, name), el('dd', {}, text)]),
    ),
  ];
}

/**
 * @param {string} id of the plan.
 * @param {(load: () => Promise<PlanAnswer>) => Promise<void>} change
 */
function askButton(id, change) {
  const askFor = async () => {
    await ask('POST', 'plan', { body: { plan: id } });
    return (await ask('GET', 'plan')).body;
  };
  const press = () => {
    asking.disabled = true;
    void change(askFor);
  };
  const asking = button(t('plan.ask', { plan: t(`plan.${id}`) }), press, { 'data-plan': id });
  return asking;
}

/** @param {number | null} nok */
function priceText(nok) {
  if (nok === null) return t('plan.by-agreement');
  return nok === 0
    ? t('plan.price-zero')
    : t('plan.price', { amount: formatShortKroner(toOre(nok)) });
}
