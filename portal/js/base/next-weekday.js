// @ts-check

/**
 * The next Monday to Friday after a day, as trips to work are driven on.
 *
 * @param {string} day `YYYY-MM-DD`.
 * @returns {string} `YYYY-MM-DD`.
 */
export function nextWeekday(day) {
  const next = new Date(`${day}T12:00:00Z`);
  do next.setUTCDate(next.getUTCDate() + 1);
  while (next.getUTCDay() % 6 === 0);
  return next.toISOString().slice(0, 10);
}
