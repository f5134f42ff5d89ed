import type { FastifyRequest } from 'fastify';
import { addressGroup } from '../../account/address-group.ts';
import type { CountedVisit, Visits } from '../../account/visits.ts';
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
