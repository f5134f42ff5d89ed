// @ts-check
import { toStartTime } from '../base/oslo-time.js';
import { VEHICLE_FIELDS } from '../trip/trip-query.js';

/**
 * What was driven, as `/api/journey` takes it.
 *
 * @typedef {object} Driven
 * @property {readonly object[]} drives
 * @property {object} [vehicle] absent: it is that of the form.
 * @property {object} [beside] what is told beside the vehicle, such as `passagesThisMonth`.
 */

/** Members of that question that say which vehicle it is; one of them stands for all that the form says. */
const OF_VEHICLE = new Set([...VEHICLE_FIELDS, 'ferryClass', 'vehicleLength', 'heavy']);

/**
 * Drives as a person writes them, one a line: from; to; departure; and "tur-retur" or "return" where it was both ways.
 * Or the question of `/api/journey` as JSON, whose vehicle counts then.
 *
 * @param {string} text
 * @returns {Driven | number} the number of the line that can not be read.
 */
export function readDrives(text) {
  const written = text.trim();
  if (/^[{[]/.test(written)) return readJson(written);
  const drives = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const cells = line.split(/[;\t]/).map((cell) => cell.trim());
    // A header names columns.
    if (cells.every((cell) => cell === '') || (at === 0 && /^(fra|from)$/i.test(cells[0] ?? '')))
      continue;
    const drive = readDrive(cells);
    if (drive === undefined) return at + 1;
    drives.push(drive);
  }
  return { drives };
}

/** @param {readonly string[]} cells */
function readDrive([from = '', to = '', departure = '', way = '']) {
  const startTime = readMoment(departure);
  const isReturn = /^(tur.?retur|t\/?r|return|ja|yes|1)$/i.test(way);
  const isOneWay = /^(|nei|no|0|en vei|one.?way)$/i.test(way);
  if (from === '' || to === '' || startTime === undefined || !(isReturn || isOneWay))
    return undefined;
  return { from, to, startTime, ...(isReturn && { return: true }) };
}

/** @param {string} text */
function readJson(text) {
  try {
    const value = JSON.parse(text);
    if (Array.isArray(value)) return { drives: value };
    const { drives, claimant: _, ...others } = value;
    if (!Array.isArray(drives)) return 1;
    const told = Object.entries(others);
    const vehicle = told.filter(([name]) => OF_VEHICLE.has(name));
    const beside = told.filter(([name]) => !OF_VEHICLE.has(name));
    return {
      drives,
      ...(vehicle.length > 0 && { vehicle: Object.fromEntries(vehicle) }),
      ...(beside.length > 0 && { beside: Object.fromEntries(beside) }),
    };
  } catch {
    return 1;
  }
}

/**
 * A Norwegian wall time: `20.11.2026 08:00`, `2026-11-20 08:00`, or with an offset.
 *
 * @param {string} text
 */
function readMoment(text) {
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  const parts =
    /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d?)\.(\d\d?)\.(\d{4}))[T ,]+(?:kl\.? ?)?(\d\d?)[:.](\d\d)$/.exec(
      text,
    );
  if (parts === null) return undefined;
  const [, y, m, d, d2, m2, y2, hour = '', minute] = parts;
  const two = (/** @type {string | undefined} */ part) => (part ?? '').padStart(2, '0');
  return toStartTime(`${y ?? y2}-${two(m ?? m2)}-${two(d ?? d2)}T${two(hour)}:${minute}`);
}
