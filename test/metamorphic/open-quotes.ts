import { loadFacts } from '../../src/facts/open-facts.ts';
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

export interface AskQuotes {
  /** Both quotes of a trip; a way that both need is planned once. */
  both(request: TripRequest): Promise<Quotes>;
  refined(request: TripRequest): Promise<Quote>;
}

/** The use case over the bundled data and network, in this process; the time stands still. */
export async function openQuotes(): Promise<AskQuotes> {
  const facts = await loadFacts({ bundled: DATA_DIR });
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  const { parts } = await openEmbedded(facts, config, () => undefined);
  const { tolls, ferries, calendar } = facts;
  const clock = clockAt('2026-11-20T12:00:00+01:00');
  const named = { dataVersion: 'test', dataHash: 'test' };
  const common = { tolls, ferries, calendar, clock, timer: systemTimer, ...named };
  const asked = (request: TripRequest, refine: boolean) =>
    ({ ...request, size: 'small', ferry: { ferryClass: 'AP1' }, refine }) as const;
  const quoteOne = quoteTrip({ ...parts, ...common });
  return {
    refined: (request) => quoteOne(asked(request, true)),
    async both(request) {
      const planned = new Map<string, ReturnType<typeof parts.planner.planTrip>>();
      const plan = (trip: TripRequest) => {
        const way = `${trip.avoidTolls} ${trip.alternatives}`;
        const routes = planned.get(way) ?? parts.planner.planTrip(trip);
        planned.set(way, routes);
        return routes;
      };
      const planner = { ...parts.planner, planTrip: plan };
      const quote = quoteTrip({ ...parts, ...common, planner });
      return {
        refined: await quote(asked(request, true)),
        preliminary: await quote(asked(request, false)),
      };
    },
  };
}
