// @ts-check

/**
 * @typedef {object} UsageRow
 * @property {string} day `YYYY-MM-DD`.
 * @property {string} endpoint
 * @property {number} calls
 * @property {Readonly<Record<string, number>>} byStatus
 *
 * @typedef {object} DayUsage
 * @property {string} day
 * @property {Readonly<Record<string, number>>} calls by endpoint; 0 where there was none.
 * @property {number} all
 * @property {number} failed answered 4xx or 5xx.
 */

/**
 * The calls of each of the days up to one, the newest first; days without calls are there as well.
 *
 * @param {readonly UsageRow[]} rows
 * @param {string} lastDay `YYYY-MM-DD`.
 * @param {number} count of days.
 * @returns {{ endpoints: readonly string[], days: readonly DayUsage[] }}
 */
export function byDay(rows, lastDay, count) {
  const endpoints = [...new Set(rows.map(({ endpoint }) => endpoint))].toSorted();
  const days = Array.from({ length: count }, (_, back) => {
    const day = daysBefore(lastDay, back);
    const own = rows.filter((row) => row.day === day);
    const calls = Object.fromEntries(
      endpoints.map((endpoint) => [
        endpoint,
        sum(own.filter((row) => row.endpoint === endpoint).map(({ calls }) => calls)),
      ]),
    );
    const failed = sum(own.map(({ byStatus }) => (byStatus['4xx'] ?? 0) + (byStatus['5xx'] ?? 0)));
    return { day, calls, all: sum(Object.values(calls)), failed };
  });
  return { endpoints, days };
}

/**
 * @param {string} day
 * @param {number} back
 */
function daysBefore(day, back) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - back);
  return date.toISOString().slice(0, 10);
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
