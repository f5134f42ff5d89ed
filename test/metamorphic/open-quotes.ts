import { loadFacts } from '../../src/facts/load-facts.ts';
import { toConfig } from '../../src/service/config.ts';
import { DATA_DIR, systemTimer } from '../../src/service/machine.ts';
import { openEmbedded } from '../../src/service/snapshot.ts';
import type { TripRequest } from '../../src/trip/ports.ts';
import type { Quote } from '../../src/trip/quote.ts';
import { quoteTrip } from '../../src/trip/quote-trip.ts';
import { clockAt } from '../support/clock.ts';
import { NETWORK_HOME } from '../support/network-home.ts';

/** A small vehicle's quotes of one trip. */
export interface Quotes {
  readonly refined: Quote;
  readonly preliminary: Quote;
}

/** Both quotes of a trip; a way that both need is planned once. */
export type AskQuotes = (request: TripRequest) => Promise<Quotes>;

/** The use case over the bundled data and network, in this process; the time stands still. */
export async function openQuotes(): Promise<AskQuotes> {
  const facts = await loadFacts({ bundled: DATA_DIR });
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  const { parts } = await openEmbedded(facts, config, () => undefined);
  const { tolls, ferries, calendar } = facts;
  const clock = clockAt('2026-11-20T12:00:00+01:00');
  const named = { dataVersion: 'test', dataHash: 'test' };
  const common = { tolls, ferries, calendar, clock, timer: systemTimer, ...named };
  return async (request) => {
    const planned = new Map<string, ReturnType<typeof parts.planner.planTrip>>();
    const plan = (asked: TripRequest) => {
      const way = `${asked.avoidTolls} ${asked.alternatives}`;
      const routes = planned.get(way) ?? parts.planner.planTrip(asked);
      planned.set(way, routes);
      return routes;
    };
    const planner = { ...parts.planner, planTrip: plan };
    const quote = quoteTrip({ ...parts, ...common, planner });
    const asked = { ...request, size: 'small', ferry: { ferryClass: 'AP1' } } as const;
    return {
      refined: await quote({ ...asked, refine: true }),
      preliminary: await quote({ ...asked, refine: false }),
    };
  };
}
