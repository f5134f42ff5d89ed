// @ts-check
/** What a day of departures looks like: which are dear, which are in the rush, which the reader may want. */
import { formatClock, formatDuration, formatShortKroner } from '../base/format.js';
import { language, t } from '../i18n/language.js';
import { toOre } from './bill.js';

/**
 * @typedef {import('../../../src/client/contract.ts').DeparturesAnswer} DeparturesAnswer
 * @typedef {Pick<DeparturesAnswer['departures'][number], 'startTime' | 'durationMin' | 'ferryNok' | 'totalNok' | 'rush' | 'complete'>} Departure
 * @typedef {{ departures: readonly Departure[], stepMin: number }} Departures
 */

/**
 * @typedef {object} Day
 * @property {readonly Departure[]} departures
 * @property {readonly { from: number, until: number }[]} rushes runs of departures that pay a rush tariff; `until` is the first behind.
 * @property {number} leastOre of those whose price is known in full.
 * @property {number} mostOre of all.
 * @property {number | undefined} cheapest the one nearest to the chosen departure of those that cost the least; `undefined`: all with a known price cost the same.
 * @property {number | undefined} fastest in the same way; `undefined`: all take as long.
 * @property {number} chosen the last one that is not later than the trip.
 * @property {boolean} isChosen it is the departure of the trip itself, which may lie between two.
 * @property {number | undefined} chosenOre of the trip; `undefined`: its price is not known in full.
 * @property {'all' | 'some' | 'none'} known how many departures have a price that is known in full.
 * @property {number} stepMin
 */

/**
 * A sum that leaves something out is compared with none.
 *
 * @param {Departures} answer
 * @param {string} startTime of the trip, ISO 8601.
 * @param {{ totalOre: number, complete: boolean }} bill of the trip, paid as these sums are.
 * @returns {Day}
 */
export function dayOf({ departures, stepMin }, startTime, bill) {
  const atMs = Date.parse(startTime);
  const later = departures.findIndex((one) => Date.parse(one.startTime) > atMs);
  const chosen = Math.max(0, (later === -1 ? departures.length : later) - 1);
  const known = departures.filter(({ complete }) => complete);
  const amounts = known.map(({ totalNok }) => toOre(totalNok));
  const leastOre = Math.min(...amounts);
  const minutes = departures.map(({ durationMin }) => durationMin);
  const leastMin = Math.min(...minutes);
  const isCheapest = (/** @type {Departure} */ one) =>
    one.complete && toOre(one.totalNok) === leastOre;
  const isFastest = (/** @type {Departure} */ one) => one.durationMin === leastMin;
  return {
    departures,
    rushes: runsOf(departures.map(({ rush }) => rush)),
    leastOre,
    mostOre: Math.max(...departures.map(({ totalNok }) => toOre(totalNok))),
    cheapest: amounts.every((ore) => ore === leastOre)
      ? undefined
      : nearestOf(departures, chosen, isCheapest),
    // Less than a minute is no reason to set out at another time.
    fastest:
      Math.max(...minutes) - leastMin < 1 ? undefined : nearestOf(departures, chosen, isFastest),
    chosen,
    isChosen: Date.parse(departures[chosen]?.startTime ?? '') === atMs,
    chosenOre: bill.complete ? bill.totalOre : undefined,
    known: known.length === departures.length ? 'all' : known.length > 0 ? 'some' : 'none',
    stepMin,
  };
}

/**
 * What one reads first: what stands out, and the rest of the sentence.
 *
 * @param {Day} day
 * @returns {{ strong: string, rest: string }}
 */
export function headlineOf(day) {
  const { departures, cheapest, fastest, known } = day;
  const fast = fastest === undefined ? undefined : departures[fastest];
  if (known === 'all' && cheapest === undefined && fast === undefined)
    return { strong: '', rest: t('day.same') };
  const { strong = '', rest = [] } = headlineOfMoney(day);
  if (fast !== undefined) {
    const duration = formatDuration(fast.durationMin, language());
    rest.push(t('day.fastest', { clock: formatClock(fast.startTime), duration }));
  }
  if (known === 'some' && cheapest !== undefined) rest.push(t('day.some-left-out'));
  return { strong, rest: rest.join(' ') };
}

/**
 * @param {Day} day
 * @returns {{ strong?: string, rest?: string[] }}
 */
function headlineOfMoney({ departures, cheapest, leastOre, chosenOre, known }) {
  const cheap = cheapest === undefined ? undefined : departures[cheapest];
  if (known === 'none') return { rest: [t('day.none-known')] };
  if (chosenOre === undefined) return { rest: [t('day.chosen-unknown')] };
  if (cheap === undefined)
    return { rest: [t(known === 'all' ? 'day.same-price' : 'day.some-unknown')] };
  if (chosenOre <= leastOre) return { strong: t('day.is-cheapest') };
  const amount = formatShortKroner(chosenOre - leastOre);
  const clock = formatClock(cheap.startTime);
  return { strong: t('day.saves', { amount }), rest: [t('day.by-leaving', { clock })] };
}

/**
 * The departures that say all of a day: every full hour, and each that costs another sum than the one before it.
 *
 * @param {readonly Departure[]} departures
 * @returns {readonly number[]}
 */
export function tellingOf(departures) {
  return departures.flatMap(({ startTime, totalNok, rush }, at) => {
    const before = departures[at - 1];
    const isOther = before?.totalNok !== totalNok || before.rush !== rush;
    return startTime.slice(14, 16) === '00' || isOther ? [at] : [];
  });
}

/**
 * @param {readonly Departure[]} departures
 * @param {number} chosen
 * @param {(one: Departure) => boolean} fits
 */
function nearestOf(departures, chosen, fits) {
  const fitting = departures.flatMap((one, at) => (fits(one) ? [at] : []));
  return fitting.toSorted((a, b) => Math.abs(a - chosen) - Math.abs(b - chosen))[0];
}

/** @param {readonly boolean[]} flags */
function runsOf(flags) {
  /** @type {{ from: number, until: number }[]} */
  const runs = [];
  for (const [at, flag] of flags.entries()) {
    const last = runs.at(-1);
    if (flag && last?.until === at) last.until = at + 1;
    else if (flag) runs.push({ from: at, until: at + 1 });
  }
  return runs;
}
