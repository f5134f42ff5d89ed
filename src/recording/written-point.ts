/** What the readers of recorded drives share: a point as a file writes it, names, limits, refusals. */
import { refusedValue } from '../base/fault.ts';

/** Limits after inflation. Source: issue of the endpoint; docs/traces.md. */
export const TRACE_LIMITS = { points: 50_000, bytes: 10_000_000 } as const;

/** A point as a file writes it. */
export interface WrittenPoint {
  /** How it is called in the sentence that refuses it. */
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly time: unknown;
  /** Another drive begins here; absent: none does. */
  readonly begins?: true;
}

/** The points of a file, read when they are asked for; undefined is no point. */
export type Points = Iterable<WrittenPoint | undefined>;

/** @throws Fault `invalid_parameter`, always: what is wrong with the file, which it never quotes. */
export function refuse(problem: string): never {
  throw refusedValue('body', `The trace ${problem}.`);
}

export function demandFew(points: number): void {
  if (points > TRACE_LIMITS.points) refuse(`has more than ${TRACE_LIMITS.points} points`);
}

const DIGITS = /^[+-]?\d{1,3}(?:\.\d{1,20})?$/;

/** The degrees of a plain number; NaN: the text is none. */
export const toDegrees = (written: string | undefined): number =>
  written !== undefined && DIGITS.test(written.trim()) ? Number(written) : Number.NaN;

/** What columns of a table, and members of JSON, may be called. */
export const NAMES = {
  lat: ['lat', 'latitude', 'breddegrad', 'bredde'],
  lon: ['lon', 'lng', 'long', 'longitude', 'lengdegrad', 'lengde'],
  at: [
    ...['at', 'time', 'timestamp', 'datetime', 'date_time', 'tid', 'tidspunkt', 'datotid'],
    ...['gps_time', 'gpstime', 'utc', 'recorded_at', 'recordedat', 'created_at'],
  ],
};
