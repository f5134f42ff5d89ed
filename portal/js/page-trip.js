// @ts-check
import { ApiError } from './api.js';
import { formatCount } from './base/format.js';
import { describeError } from './describe-error.js';
import { byId } from './dom.js';
import { showAccount, startPage } from './header.js';
import { onLanguageChange, t } from './i18n/language.js';
import { keepMapWorker, openTripMap } from './map/trip-map.js';
import { reveal } from './reveal.js';
import { arrive } from './session.js';
import { formatCurlLine } from './trip/curl-line.js';
import { departuresPanel } from './trip/departures-panel.js';
import { legOf } from './trip/leg-of.js';
import { isOwnEngine, quotaOf, tripPricer } from './trip/price-trip.js';
import { resultView } from './trip/result-view.js';
import { returnPanel } from './trip/return-panel.js';
import { findSpur } from './trip/spur.js';
import { tripForm } from './trip/trip-form.js';
import {
  departuresQuery,
  driveName,
  isKnownVehicle,
  journeyQuestion,
  refinedQuery,
  toTripQuery,
  traceQuery,
} from './trip/trip-query.js';

/** @typedef {import('./trip/answer.js').Answer} Answer */
/** @typedef {import('./trip/price-trip.js').Priced} Priced */
/** @typedef {import('./trip/receipt.js').State} State */

/** @type {Awaited<ReturnType<typeof openTripMap>> | undefined} */
let map;
/** @type {Answer | undefined} */
let current;
let isAllowed = false;
let isSignedIn = false;

startPage();
keepMapWorker();
const price = tripPricer();
const result = resultView({
  select: () => drawRoutes(),
  point: highlight,
  open: (id) => map?.goTo(id),
  viewed() {
    drawRoutes();
    showDay();
  },
});
const form = tripForm({
  ask: priceTrip,
  drive: priceDrive,
  forget,
  moved: showStops,
  changed: () => result.expectAnother(),
  outdated() {
    // What keeps the visitor from pricing stays told.
    if (!isAllowed) return;
    price.stop();
    result.outdate();
  },
  returned() {
    const isAnswered = form.isDriven() ? shown !== undefined : whole !== undefined;
    // Its last answer may have been given up.
    if (isAnswered) result.renew();
    else void form.submit(false);
  },
});
const back = returnPanel({ counted: (headers) => showQuota(quotaOf(headers)) });
const departures = departuresPanel({
  choose: (startTime) => form.leaveAt(startTime),
  counted: (headers) => showQuota(quotaOf(headers)),
});
onLanguageChange(() => {
  result.render();
  departures.render();
  back.render();
  map?.relabel();
  showStops();
  drawRoutes();
  showHint();
  showQuota();
});

/**
 * @param {import('./trip/trip-query.js').Trip} trip
 * @param {readonly string[]} stops
 * @param {boolean} isByHand
 */
function priceTrip(trip, stops, isByHand) {
  if (!isAllowed) return;
  remember();
  const query = toTripQuery(trip);
  const name = JSON.stringify([String(query), trip.wallTime, trip.stayMin, stops]);
  if (price.isAsking(name)) return awaitAnswer();
  if (shown === name && whole?.isExact) return keepAnswer(isByHand);
  const curlLine = formatCurlLine(location.origin, refinedQuery(query));
  const startTime = query.get('startTime') ?? undefined;
  const askedVehicle = isKnownVehicle(trip.vehicle);
  const asked = { query, wallTime: trip.wallTime, stayMin: trip.stayMin, stops };
  /** @type {Answer | undefined} */
  let preliminary;
  /**
   * @param {Priced} priced
   * @param {State} state
   */
  const show = (priced, state) => {
    current = priced.answer;
    shown = name;
    showQuota(priced);
    const shared = { stops, startTime, askedVehicle, curlLine };
    // Ways that are chosen by money are others than the preliminary ones.
    const before = query.has('valueOfTime') ? undefined : preliminary;
    result.show({ kind: 'priced', answer: priced.answer, state, before, ...shared });
    drawRoutes();
    preliminary ??= priced.answer;
  };
  result.showSize(trip.heavy);
  result.show({ kind: 'loading' });
  shown = undefined;
  whole = undefined;
  back.clear();
  // Another departure of the day that is shown: its chart stays, and with it the keyboard on it.
  const day = departuresQuery(query, trip.wallTime, result.getView());
  if (!departures.knows(String(day))) departures.clear();
  void price.trip(query, {
    name,
    preliminary(priced) {
      if (straighten(priced.answer)) return false;
      show(priced, 'preliminary');
      map?.fit(priced.answer);
      // A visitor who writes the next stop is not led away from it.
      if (isByHand || document.activeElement?.closest('#stops') == null) revealResult();
      return true;
    },
    refined(priced) {
      const isExact = priced.answer._billing.refined;
      show(priced, isExact ? 'refined' : 'fallback');
      whole = { ...asked, isExact: isExact && isOwnEngine(priced.answer) };
      showDay();
    },
    failed(error, hasPreliminary) {
      if (hasPreliminary) whole = { ...asked, isExact: false };
      showDay();
      if (hasPreliminary && preliminary !== undefined)
        return show({ answer: preliminary, left: undefined, limit: undefined }, 'fallback');
      return showFailure(error, isByHand);
    },
  });
}

/**
 * A recorded drive: priced once, exactly, and neither kept nor put into the address.
 *
 * @param {import('./trip/trip-query.js').Trip} trip
 * @param {File} file
 */
function priceDrive(trip, file) {
  if (!isAllowed) return;
  const query = traceQuery(trip);
  const name = driveName(file, query);
  if (price.isAsking(name)) return awaitAnswer();
  if (shown === name) return keepAnswer(true);
  const curlLine = formatCurlLine(location.origin, query, file.name);
  const shared = { stops: [file.name], before: undefined, curlLine };
  shown = undefined;
  whole = undefined;
  showDay();
  result.showSize(trip.heavy);
  result.show({ kind: 'loading' });
  void price.trace(file, query, {
    name,
    refined(priced) {
      const { answer } = priced;
      current = answer;
      shown = name;
      showQuota(priced);
      form.tellTimed(answer.match?.timed !== false);
      const [first] = answer.match?.drives ?? [];
      const askedVehicle = isKnownVehicle(trip.vehicle);
      const of = { answer, askedVehicle, startTime: first?.from };
      result.show({ kind: 'priced', state: 'refined', ...of, ...shared });
      drawRoutes();
      map?.fit(answer);
      revealResult();
    },
    failed: (error) => showFailure(error, true),
  });
}

/**
 * The name of the trip, or of the recording, that the receipt is of; undefined: not of the one that was asked for last.
 *
 * @type {string | undefined}
 */
let shown;

/** What is asked for already is asked for once. */
function awaitAnswer() {
  if (shown !== undefined) result.renew();
  else result.expectAnother();
}

/**
 * What has its exact price is not asked for again.
 *
 * @param {boolean} isByHand
 */
function keepAnswer(isByHand) {
  result.renew();
  if (isByHand) revealResult();
}

/**
 * @param {unknown} error
 * @param {boolean} isByHand
 */
function showFailure(error, isByHand) {
  if (form.refuse(error, isByHand)) return result.outdate();
  current = undefined;
  drawRoutes();
  if (error instanceof ApiError && error.code === 'quota_exceeded') forgetQuota();
  const retry = () => void form.submit();
  const page = form.isDriven() ? 'trace' : '';
  const tell = () => describeError(error, page);
  const offerSignIn = !isSignedIn && error instanceof ApiError && [401, 429].includes(error.status);
  return result.show({ kind: 'failed', tell, offerSignIn, retry });
}

function forget() {
  price.stop();
  current = undefined;
  whole = undefined;
  shown = undefined;
  showDay();
  drawRoutes();
  result.show({ kind: 'empty' });
}

/**
 * The stop that a route was pulled over, until it is known whether it can be driven on from there; of no account any
 * more when the stops are others.
 *
 * @type {{ at: number, point: import('./base/coordinates.js').LatLon, stops: readonly unknown[] } | undefined}
 */
let pulled;

/**
 * Moves a stop that a route was pulled over to the road that it left for it, so that it makes no spur.
 *
 * @param {Answer} answer
 * @returns {boolean} the trip is asked for again.
 */
function straighten({ routes: [route] }) {
  const stop = pulled;
  pulled = undefined;
  if (stop?.stops !== form.stops.get() || route === undefined) return false;
  const line = route.features.flatMap(({ geometry }) => geometry.coordinates);
  const base = findSpur(line, stop.point);
  if (base === undefined) return false;
  form.stops.move(stop.at, base);
  return true;
}

/**
 * The trip as its price stays, for the way back and the chart of its day; `isExact`: these can be priced, too.
 *
 * @type {{ query: URLSearchParams, wallTime: string, stayMin: string, stops: readonly string[], isExact: boolean } | undefined}
 */
let whole;

/** A call for each way. */
const RETURN_CALLS = 2;

/** The panels beside the receipt. Of the calls that are left the last ones are for trips. */
function showDay() {
  const route = current?._billing.routes[0];
  if (whole === undefined || route === undefined) {
    back.clear();
    departures.clear();
    return;
  }
  const { query, wallTime, stayMin, isExact } = whole;
  if (!isExact) {
    if (stayMin === '') back.clear();
    else back.leaveOut('return.not-exact');
    return departures.clear();
  }
  const ways = { view: result.getView(), ferryView: result.getFerryView() };
  const left = showReturn(whole, ways, quota?.left ?? Number.POSITIVE_INFINITY);
  const day = String(departuresQuery(query, wallTime, ways.view));
  if (left < 1 && !departures.knows(day)) return departures.clear();
  return departures.show(day, { startTime: query.get('startTime') ?? '', ...ways, route });
}

/**
 * @param {NonNullable<typeof whole>} trip
 * @param {{ view: import('./trip/bill.js').TollView, ferryView: import('./trip/bill.js').FerryView }} ways to pay.
 * @param {number} left calls.
 * @returns {number} calls that are left behind it.
 */
function showReturn({ query, stayMin, stops }, ways, left) {
  const question = JSON.stringify(journeyQuestion(query, stayMin, ways.view));
  const calls = back.knows(question) ? 0 : RETURN_CALLS;
  if (stayMin === '') {
    back.clear();
    return left;
  }
  if (left < calls) {
    back.leaveOut('return.too-few-calls');
    return left;
  }
  const wishes = { avoids: query.has('avoidTolls'), byValue: query.has('valueOfTime') };
  back.show(question, { ...ways, stops, ...wishes });
  return left - calls;
}

/** Puts the trip into the address: it can be reloaded, gone back to and handed on. */
function remember() {
  const hash = `#${form.fragment()}`;
  if (hash !== location.hash) history.pushState(null, '', hash);
}

/** Prices the trip that the address names. Where it names none the page is as at first. */
function takeFromAddress() {
  // The address may lead to a place of the page.
  if (location.hash !== '' && !location.hash.includes('=')) return;
  const isTrip = form.restore();
  showStops();
  if (isTrip) void form.submit();
  else forget();
}

/** Where the columns stand below each other the answer would else come out of sight. */
function revealResult() {
  if (matchMedia('(max-width: 760px)').matches) reveal(byId('map', HTMLElement), 'start');
  else if (matchMedia('(max-width: 1179px)').matches) reveal(byId('result', HTMLElement), 'start');
}

function drawRoutes() {
  map?.showRoutes(current, result.getSelected(), result.getView());
}

/** @param {string | undefined} id */
function highlight(id) {
  map?.highlight(id);
  result.highlight(id);
}

function showStops() {
  map?.showStops(form.isDriven() ? [] : form.stops.get());
  showHint();
}

function showHint() {
  const hint = byId('map-hint', HTMLElement);
  const open = form.stops.get().findIndex(({ point }) => point === undefined);
  if (map === undefined) hint.textContent = t('map.loading');
  else if (form.isDriven()) hint.textContent = t('trace.hint');
  else
    hint.textContent = t(open === -1 ? 'map.drag' : open === 0 ? 'map.pick-from' : 'map.pick-to');
}

/** @type {{ left: number, limit: number } | undefined} */
let quota;

/** @param {Pick<Priced, 'left' | 'limit'>} [priced] */
function showQuota(priced) {
  if (priced?.left !== undefined && priced.limit !== undefined)
    quota = { left: priced.left, limit: priced.limit };
  if (quota === undefined) return;
  const values = { left: formatCount(quota.left), limit: formatCount(quota.limit) };
  byId('quota', HTMLElement).textContent = t('quota.left', values);
}

/** The refusal says more than the count of an earlier answer, which others may have used up. */
function forgetQuota() {
  quota = undefined;
  byId('quota', HTMLElement).textContent = '';
}

/** @param {string | null} styleUrl */
async function startMap(styleUrl) {
  const place = byId('map', HTMLElement);
  showHint();
  try {
    map = await openTripMap(styleUrl, {
      clicked: (point) => form.stops.fillNext(point),
      stopMoved: (at, point) => form.stops.move(at, point),
      routeDragged(grabbed, dropped) {
        const route = current?.routes[result.getSelected()];
        if (route === undefined) return;
        const line = route.features.flatMap(({ geometry }) => geometry.coordinates);
        const points = form.stops
          .get()
          .flatMap(({ point }) => (point === undefined ? [] : [point]));
        const at = legOf(line, points, grabbed);
        const isTaken = form.stops.insert(at, dropped);
        if (isTaken) pulled = { at, point: dropped, stops: form.stops.get() };
        else byId('map-hint', HTMLElement).textContent = t('stop.too-many');
      },
      routeChosen: (at) => result.select(at),
      stationPointed: highlight,
      zoomed(isCoarse) {
        byId('map-coarse', HTMLElement).hidden = !isCoarse;
      },
      stationOpened(id) {
        result.scrollTo(id);
        highlight(id);
      },
    });
  } catch {
    place.classList.add('map-failed');
    place.textContent = t('map.failed');
    byId('map-hint', HTMLElement).hidden = true;
    return;
  }
  place.dataset.ready = 'true';
  showStops();
  if (current !== undefined) {
    drawRoutes();
    map.fit(current);
  }
}

for (const kind of /** @type {const} */ (['cameras', 'stations', 'quays'])) {
  const box = byId(`layer-${kind}`, HTMLInputElement);
  box.addEventListener('change', () => {
    map?.toggle(kind, box.checked).catch(() => {
      box.checked = false;
      byId('map-hint', HTMLElement).textContent = t('layers.failed');
    });
  });
}

async function start() {
  try {
    const { config, account, ...arrived } = await arrive();
    showAccount(account);
    isSignedIn = account !== undefined;
    isAllowed = arrived.isAllowed;
    form.allow(isAllowed);
    form.offerPlates(config.demoPlates);
    form.tellAddresses(config.searchesAddresses);
    // What is written in the meantime stays.
    if (isAllowed && location.hash !== '') takeFromAddress();
    addEventListener('popstate', takeFromAddress);
    byId('map-attribution', HTMLElement).textContent = config.attribution;
    // The library of the map is large: the form is to be there before it is read.
    await painted();
    await startMap(config.mapStyleUrl);
  } catch (error) {
    result.show({ kind: 'failed', tell: () => describeError(error), retry: () => void start() });
  }
}

/** After the browser has shown what stands on the page. */
function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A page in the background is not painted.
    setTimeout(resolve, 300);
  });
}

void start();
