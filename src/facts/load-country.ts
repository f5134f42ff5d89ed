/** The country: its outline, places and calendar, and the limits that renewed data is held against. */
import { type Calendar, toCalendar } from '../base/calendar.ts';
import type { Area } from '../geo/area.ts';
import { decodePolyline } from '../geo/polyline.ts';
import type { DataFile } from './schema/data-files.ts';
import type { RenewalLimits } from './schema/operation.ts';
import { readBundled } from './schema/read-data.ts';

/** The outline of the country and its waters. @throws Error when `norway.json` is damaged. */
export const loadNorway = (data: string): Area =>
  readBundled(data, 'norway.json').rings.map(({ line }) => decodePolyline(line));

/** The bundled places that a trip may begin or end at. @throws Error when `places.json` is damaged. */
export const loadPlaces = (data: string): DataFile<'places.json'>['places'] =>
  readBundled(data, 'places.json').places;

/** The days off and half days of every year. @throws Error when `holidays.json` is damaged. */
export const loadCalendar = (data: string): Calendar =>
  toCalendar(readBundled(data, 'holidays.json').rules);

/** What a renewal must keep to. @throws Error when `renewal.json` is damaged. */
export const loadRenewalLimits = (data: string): RenewalLimits =>
  Object.fromEntries(
    readBundled(data, 'renewal.json').limits.map(({ name, value }) => [name, value]),
  ) as RenewalLimits;
