import type { FastifyRequest } from 'fastify';
import { secondsUntil } from '../../account/access.ts';
import { addressGroup } from '../../account/sign-in.ts';
import type { CountedVisit, Visits } from '../../account/visits.ts';
import { Fault } from '../../base/fault.ts';
import { throwDatabaseFault } from '../database-fault.ts';

/** Who an address counts for. */
export const addressOf = (request: FastifyRequest) => addressGroup(request.ip);

/** Counts a visit; a database that is away is a fault that says so. */
export function takeVisit(
  { visits }: { readonly visits: Visits },
  ...visit: Parameters<Visits['take']>
): Promise<CountedVisit> {
  return visits.take(...visit).catch(throwDatabaseFault);
}

/** @throws Fault `rate_limited` with the sentence for a visit that has no room. */
export function demandRoom(
  { isGranted, resetAtMs }: CountedVisit,
  sentence: string,
  nowMs: number,
): void {
  if (isGranted) return;
  throw new Fault('rate_limited', sentence, { retryAfterS: secondsUntil(resetAtMs, nowMs) });
}
