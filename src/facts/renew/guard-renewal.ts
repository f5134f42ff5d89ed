/** What a renewal must keep to. One violated rule refuses all of it: half a harvest is none. */
import type { Area } from '../../geo/area.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import { findFalls, findRises } from './guard-counts.ts';
import { findMoved, findOutside, findTurned } from './guard-places.ts';
import { findJumps, findMismatched, findOddTariffs } from './guard-tariffs.ts';
import type { RenewableData, RoadRows } from './renewed-data.ts';

export interface GuardTerms {
  readonly limits: RenewalLimits;
  readonly norway: Area;
}

/** A rule that the harvest breaks. */
export interface Violation {
  /** One sentence without full stop. */
  readonly line: string;
  /** An operator who knows better may go on. */
  readonly mayBeForced: boolean;
}

/** What was read from the road database. */
export interface Harvest {
  readonly rows: RoadRows;
  /** Objects that cannot be read, one sentence without full stop each. */
  readonly unreadable: readonly string[];
}

/**
 * All rules that a harvest breaks, those that cannot be forced first; `[]` when it is sound.
 *
 * @param before the data in force, which nothing may be compared to but what it has.
 */
export function guardRenewal(
  { rows, unreadable }: Harvest,
  before: RenewableData,
  { limits, norway }: GuardTerms,
): Violation[] {
  const firm = [
    ...unreadable,
    ...findTwice(rows),
    ...findBlank(rows),
    ...findOutside(rows, norway, limits),
    ...findOddTariffs(rows.stations, limits),
    ...findMismatched(rows.stations),
  ];
  const soft = [
    ...findFalls(rows, before, limits),
    ...findRises(rows, before, limits),
    ...findTurned(rows.stations, before.stations, limits),
    ...findMoved(rows, before, limits),
    ...findJumps(rows.stations, before.stations, limits),
  ];
  return [
    ...firm.map((line) => ({ line, mayBeForced: false })),
    ...soft.map((line) => ({ line, mayBeForced: true })),
  ];
}

const listAll = ({ stations, quays, cameras }: RoadRows) => [...stations, ...quays, ...cameras];

function findTwice(rows: RoadRows): string[] {
  const seen = new Set<number>();
  return listAll(rows).flatMap(({ nvdbId }) => {
    if (seen.has(nvdbId)) return [`the object ${nvdbId} is there twice`];
    seen.add(nvdbId);
    return [];
  });
}

/** An object may lack a name, but none has an empty one. */
const findBlank = (rows: RoadRows): string[] =>
  listAll(rows)
    .filter(({ name }) => name?.trim() === '')
    .map(({ nvdbId }) => `the object ${nvdbId} has an empty name`);

/** How many reasons are told. */
const TOLD = 5;

/** The harvest is not sound; nothing was changed. Anybody may read the message. */
export class RefusedRenewal extends Error {
  override readonly name = 'RefusedRenewal';

  constructor(violations: readonly Violation[]) {
    const told = violations.slice(0, TOLD).map(({ line }) => line);
    const more = violations.length - told.length;
    const reasons = [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ');
    const hint = violations.every(({ mayBeForced }) => mayBeForced)
      ? ' With --force they are taken all the same.'
      : '';
    super(`The renewal is refused, and the data in force stays: ${reasons}.${hint}`);
  }
}
