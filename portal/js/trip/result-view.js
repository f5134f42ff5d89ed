// @ts-check
import { formatKroner } from '../base/format.js';
import { button, byId, el } from '../dom.js';
import { t } from '../i18n/language.js';
import { reveal } from '../reveal.js';
import { toBill, tollBounds } from './bill.js';
import { curlPanel } from './curl-panel.js';
import { matchView } from './match-view.js';
import { receipt } from './receipt.js';
import { routeCards } from './route-cards.js';
import { ferryFares, waysToPay } from './ways-to-pay.js';

/** @typedef {import('./answer.js').Answer} Answer */
/** @typedef {import('./receipt.js').State} State */

/**
 * What is shown beside the map.
 *
 * @typedef {{ kind: 'empty' | 'loading' } | { kind: 'failed', tell: () => string, offerSignIn?: boolean, retry: () => void } | PricedView} View
 *
 * @typedef {object} PricedView
 * @property {'priced'} kind
 * @property {Answer} answer
 * @property {State} state
 * @property {Answer | undefined} before the preliminary answer that an exact one replaced.
 * @property {readonly string[]} stops
 * @property {string | undefined} startTime
 * @property {boolean} askedVehicle plate or fuel were given.
 * @property {string} curlLine
 */

/**
 * The column with routes, ways to pay, receipt and curl line.
 *
 * @param {object} on
 * @param {(at: number) => void} on.select a route was chosen.
 * @param {(id: string | undefined) => void} on.point a station is pointed at.
 * @param {(id: string) => void} on.open a station is chosen.
 * @param {() => void} on.viewed another way to pay is shown.
 */
export function resultView(on) {
  const result = byId('result', HTMLElement);
  const status = byId('price-status', HTMLElement);
  const slots = ['routes', 'receipt', 'curl'].map((id) => byId(id, HTMLElement));
  /** @type {View} */
  let shown = { kind: 'empty' };
  let selected = 0;
  /** @type {import('./bill.js').TollView} */
  let view = 'small';
  /** @type {import('./bill.js').FerryView} */
  let ferryView = 'nok';
  let askedHeavy = false;
  /**
   * What becomes of a receipt of another trip than the form has: the trip of the form is `asked` for, or nothing is.
   *
   * @type {'asked' | 'outdated' | undefined}
   */
  let old;

  const render = () => {
    const focused = document.activeElement?.id ?? '';
    result.dataset.kind = shown.kind;
    const parts =
      shown.kind === 'priced' ? pricedParts(shown) : [undefined, placeholder(shown), undefined];
    for (const [at, slot] of slots.entries()) {
      const part = parts[at];
      slot.replaceChildren(...(part === undefined || part === false ? [] : [part]));
    }
    markOld();
    if (focused !== '' && document.activeElement?.id !== focused)
      document.getElementById(focused)?.focus({ preventScroll: true });
  };
  /** Marks a receipt of another trip, and says whether an answer is on its way. */
  const markOld = () => {
    result.setAttribute('aria-busy', String(shown.kind === 'loading' || old === 'asked'));
    result.toggleAttribute('data-stale', old !== undefined);
    // A receipt that is priced again changes by itself. Above one that stays the sentence is shown, too.
    status.className = old === 'outdated' ? 'notice' : 'visually-hidden';
    const stamp = document.getElementById('price-state');
    if (old === undefined || stamp === null) return;
    stamp.dataset.state = 'stale';
    stamp.textContent = t(old === 'asked' ? 'result.stale' : 'result.outdated');
  };
  /** @param {import('./answer.js').BilledRoute} route */
  const keepToWhatIsThere = (route) => {
    if (route.vehicle !== undefined) return;
    if (view === 'vehicle') view = 'small';
    if (ferryView === 'vehicleNok') ferryView = 'nok';
  };
  /**
   * @param {Answer | undefined} before
   * @param {number} totalOre
   * @returns {number | undefined} the total of before, where it was another.
   */
  const changedFrom = (before, totalOre) => {
    const route = before?._billing.routes[selected];
    const beforeOre = route === undefined ? totalOre : toBill(route, view, ferryView).totalOre;
    return beforeOre === totalOre ? undefined : beforeOre;
  };
  /**
   * Between what the toll lies, where it is not settled.
   *
   * @param {Answer} answer
   * @param {import('./answer.js').BilledRoute} route
   * @param {State} state
   */
  const openBounds = ({ match }, route, state) => {
    const isSettled = state === 'refined' && view !== 'vehicle';
    const hasPossible = (match?.possibleStations.length ?? 0) > 0;
    return isSettled && !hasPossible ? undefined : tollBounds(route, view, askedHeavy);
  };
  /**
   * What stands over a receipt that needs a word.
   *
   * @param {PricedView} priced
   */
  const notices = ({ answer: { _billing: billing, match }, state, askedVehicle }) => [
    billing.searchCut === true && notice('ways.search-cut', 'search-cut'),
    state === 'fallback' && notice('result.fallback-long', 'price-fallback'),
    askedVehicle &&
      billing.vehicle === undefined &&
      notice('result.vehicle-unused', 'vehicle-unused'),
    match !== undefined && matchView(match),
  ];
  /** @param {PricedView} priced */
  const pricedParts = (priced) => {
    const { answer, state, before, stops, startTime, curlLine } = priced;
    const { routes } = answer._billing;
    const route = routes[selected] ?? routes[0];
    if (route === undefined) return [undefined, undefined, undefined];
    keepToWhatIsThere(route);
    const bill = toBill(route, view, ferryView);
    const input = {
      route,
      bill,
      view,
      state,
      vehicle: answer._billing.vehicle,
      stops,
      startTime,
      bounds: openBounds(answer, route, state),
      beforeOre: changedFrom(before, bill.totalOre),
      dataVersion: answer._billing.dataVersion,
      ...(answer.match !== undefined && { match: answer.match }),
      point: on.point,
      open: on.open,
    };
    const cards =
      answer.match === undefined && routeCards(routes, { selected, view, ferryView, select });
    const hasFerry = route.ferries.length > 0;
    const paper = el(
      'div',
      {},
      ...notices(priced),
      waysToPay(route, { view, ferryView, choose: chooseView }),
      hasFerry && ferryFares(route, { ferryView, choose: chooseFerryView }),
      receipt(input),
    );
    return [cards, paper, curlPanel(curlLine)];
  };
  /** @param {import('./bill.js').TollView} next */
  const chooseView = (next) => {
    view = next;
    render();
    announce();
    on.viewed();
  };
  /** @param {import('./bill.js').FerryView} next */
  const chooseFerryView = (next) => {
    ferryView = next;
    render();
    announce();
    on.viewed();
  };
  /** @param {number} at */
  const select = (at) => {
    selected = at;
    render();
    announce();
    on.select(at);
  };
  /** @param {PricedView} priced */
  const begin = ({ answer, askedVehicle }) => {
    selected = 0;
    if (!askedVehicle || answer._billing.routes[0]?.vehicle === undefined) return;
    view = 'vehicle';
    ferryView = 'vehicleNok';
  };
  /** Says what is shown to those who hear it. */
  const announce = () => {
    status.textContent = '';
    if (shown.kind === 'loading' || old === 'asked') status.textContent = t('result.loading');
    else if (old !== undefined) status.textContent = t('result.outdated');
    else if (shown.kind === 'priced') announcePrice(shown);
  };
  /** @param {PricedView} priced */
  const announcePrice = ({ answer, state }) => {
    const route = answer._billing.routes[selected];
    if (route === undefined) return;
    const bill = toBill(route, view, ferryView);
    status.textContent = t('result.announce', {
      state: t(`result.${state}`),
      total: formatKroner(bill.totalOre),
      count: bill.tolls.filter(({ kind }) => kind === 'charged').length,
      ferries: bill.ferries.length,
    });
  };
  /** @param {View} next */
  const show = (next) => {
    shown = next;
    render();
    announce();
  };
  /** @param {NonNullable<typeof old>} why */
  const makeOld = (why) => {
    if (shown.kind !== 'priced' || old === why) return;
    old = why;
    markOld();
    announce();
  };
  render();

  return {
    /** In another language what was said is said again. */
    render: () => show(shown),
    select,
    getView: () => view,
    getFerryView: () => ferryView,
    getSelected: () => selected,
    /** @param {View} next */
    show(next) {
      const { kind } = next;
      // What stands there is of another question: it stays until the answer comes, and says so.
      if (kind === 'loading' && shown.kind === 'priced') return makeOld('asked');
      // A new question begins with the recommended route, and with the price of the vehicle asked for.
      const isNew = shown.kind === 'loading' || old !== undefined;
      if (kind === 'priced' && isNew) begin(next);
      old = undefined;
      show(next);
    },
    /** Another trip will be asked for. */
    expectAnother: () => makeOld('asked'),
    /** The form has another trip, which is not asked for. Only a receipt stays. */
    outdate() {
      if (shown.kind === 'priced') makeOld('outdated');
      else show({ kind: 'empty' });
    },
    /** The form has the trip of the receipt again. */
    renew() {
      if (old === undefined) return;
      old = undefined;
      render();
      announce();
    },
    /** @param {boolean} heavy what the form asks for is what the receipt begins with. */
    showSize(heavy) {
      if (heavy === askedHeavy) return;
      askedHeavy = heavy;
      const size = heavy ? 'large' : 'small';
      view = view.endsWith('NoDiscount') ? `${size}NoDiscount` : size;
    },
    /** @param {string | undefined} id the station whose line is to stand out. */
    highlight(id) {
      for (const line of result.querySelectorAll('.line[data-station]'))
        line.toggleAttribute('data-pointed', line.getAttribute('data-station') === id);
    },
    /** @param {string} id */
    scrollTo(id) {
      const line = result.querySelector(`.line[data-station="${CSS.escape(id)}"]`);
      if (line !== null) reveal(line, 'nearest');
    },
  };
}

/**
 * @param {string} key
 * @param {string} id
 */
function notice(key, id) {
  return el('p', { class: 'notice', 'data-kind': 'warning', id }, t(key));
}

/** @param {Exclude<View, PricedView>} view */
function placeholder(view) {
  if (view.kind === 'failed') {
    const again = button(t('error.retry'), view.retry, { id: 'retry' });
    const text = el('p', { role: 'alert', id: 'price-error' }, view.tell());
    const signIn =
      view.offerSignIn === true &&
      el('a', { class: 'button primary', href: '/portal/sign-in.html' }, t('error.sign-in'));
    const buttons = el('div', { class: 'notice-buttons' }, signIn, again);
    return el('div', { class: 'notice', 'data-kind': 'danger' }, text, buttons);
  }
  const isLoading = view.kind === 'loading';
  const bars = Array.from({ length: 5 }, () => el('span', { class: 'ghost-line' }));
  return el(
    'div',
    { class: 'paper ghost', 'data-loading': String(isLoading) },
    el('p', { class: 'ghost-title' }, t(isLoading ? 'result.loading' : 'result.empty-title')),
    el('p', { class: 'muted' }, isLoading ? '' : t('result.empty-text')),
    el('div', { 'aria-hidden': 'true' }, ...bars),
  );
}
