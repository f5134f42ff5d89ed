// @ts-check

const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Oslo',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * What a `datetime-local` field shows for an instant: the Norwegian wall clock, whatever the clock
 * of the visitor's own place.
 *
 * @param {number} atMs Unix time, milliseconds.
 * @returns {string} such as `2026-11-20T08:00`.
 */
export function toWallTime(atMs) {
  const part = Object.fromEntries(
    PARTS.formatToParts(atMs).map(({ type, value }) => [type, value]),
  );
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}

/**
 * The instant of a Norwegian wall time, as the API wants it. Of an hour that the clock shows twice
 * the first is meant; a time that it skips is read as if the clock had not been changed yet.
 *
 * @param {string} wallTime such as `2026-11-20T08:00`.
 * @returns {string | undefined} RFC 3339, such as `2026-11-20T08:00:00+01:00`; `undefined` when
 *   it is no time.
 */
export function toStartTime(wallTime) {
  const wallMs = Date.parse(`${wallTime.slice(0, 16)}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wallTime) || Number.isNaN(wallMs)) return undefined;
  // The offset a day before is the one from before a change, if there is one in between.
  const offsets = [offsetMin(wallMs - DAY_MS), offsetMin(wallMs + DAY_MS)];
  const fitting = offsets.find((min) => offsetMin(wallMs - min * MINUTE_MS) === min);
  const hours = (fitting ?? offsets[0] ?? 0) / 60;
  return `${wallTime.slice(0, 16)}:00+0${hours}:00`;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** @param {number} atMs */
function offsetMin(atMs) {
  const wholeMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  return (Date.parse(`${toWallTime(wholeMs)}Z`) - wholeMs) / MINUTE_MS;
}

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
