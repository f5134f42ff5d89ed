/** How many routes an answer has beside the recommended one. */
import type { TripRequest } from './ports.ts';

/** Source: docs/interface.md, routes of one answer. */
export const MOST_ALTERNATIVES = 2;

/** The routes that an answer has room for, the recommended one included. */
export const mostRoutes = ({
  alternatives = MOST_ALTERNATIVES,
}: Pick<TripRequest, 'alternatives'>): number => 1 + alternatives;
