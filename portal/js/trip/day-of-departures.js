// @ts-check
/** What a day of departures looks like: which are dear, which are in the rush, which the reader may want. */
import { toOre } from './bill.js';

/**
 * The answer of `/api/departures` as far as the page reads it. Amounts are NOK.
 *
 * @typedef {object} Departures
 * @property {readonly Departure[]} departures the earliest first.
 * @property {number} cheapest
 * @property {number} fastest
 * @property {number} [best] with a value of time.
 * @property {number} stepMin
 *
 * @typedef {object} Departure
 * @property {string} startTime ISO 8601, Norwegian offset.
 * @property {number} durationMin
 * @property {number} tollNok
 * @property {number} ferryNok
 * @property {number} totalNok
 * @property {boolean} rush
 * @property {boolean} complete
 * @property {boolean} [estimated]
 */

/**
 * @typedef {object} Day
 * @property {readonly Departure[]} departures
 * @property {readonly { from: number, until: number }[]} rushes runs of departures that pay a rush tariff; `until` is the first behind.
 * @property {number} leastOre
 * @property {number} mostOre
 * @property {number | undefined} cheapest the one nearest to the chosen departure of those that cost the least; `undefined`: all cost the same.
 * @property {number | undefined} fastest in the same way; `undefined`: all take as long.
 * @property {number} chosen
 * @property {number} chosenOre
 */

/**
 * @param {Departures} answer
 * @param {string} startTime of the trip, ISO 8601.
 * @returns {Day}
 */
export function dayOf({ departures }, startTime) {
  const chosen = nearestTo(departures, Date.parse(startTime));
  const known = departures.filter(({ complete }) => complete);
  const judged = known.length > 0 ? known : departures;
  const amounts = judged.map(({ totalNok }) => toOre(totalNok));
  const [leastOre, mostOre] = [Math.min(...amounts), Math.max(...amounts)];
  const minutes = departures.map(({ durationMin }) => durationMin);
  const leastMin = Math.min(...minutes);
  const isCheapest = (/** @type {Departure} */ one) =>
    judged.includes(one) && toOre(one.totalNok) === leastOre;
  const isFastest = (/** @type {Departure} */ one) => one.durationMin === leastMin;
  return {
    departures,
    rushes: runsOf(departures.map(({ rush }) => rush)),
    leastOre,
    mostOre,
    cheapest: leastOre === mostOre ? undefined : nearestOf(departures, chosen, isCheapest),
    // Less than a minute is no reason to set out at another time.
    fastest:
      Math.max(...minutes) - leastMin < 1 ? undefined : nearestOf(departures, chosen, isFastest),
    chosen,
    chosenOre: toOre(departures[chosen]?.totalNok ?? 0),
  };
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
 * @param {number} atMs
 */
function nearestTo(departures, atMs) {
  let best = 0;
  for (const [at, { startTime }] of departures.entries())
    if (
      Math.abs(Date.parse(startTime) - atMs) <
      Math.abs(Date.parse(departures[best]?.startTime ?? '') - atMs)
    )
      best = at;
  return best;
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
