/** Makes calls while a foreign service is broken and healed again. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FakeUpstream } from './fake-upstream.ts';

/** A foreign service and the calls of ours that need it. */
export interface Watched {
  readonly name: string;
  readonly fake: FakeUpstream;
  /** Path and query of the call with this number, from 0. */
  path(number: number): string;
  /** Whether this is an answer as without failures. */
  isNormal(answer: Answer): boolean;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One call and its answer. Times in milliseconds of one clock. */
export interface Call extends Answer {
  readonly name: string;
  readonly isNormal: boolean;
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Ways to break a service, and to heal it. */
export const BREAKAGES = {
  killed: {
    break: (fake: FakeUpstream) => fake.stop(),
    heal: (fake: FakeUpstream) => fake.start(),
  },
  hung: {
    break: async (fake: FakeUpstream) => fake.fail('hang before headers'),
    heal: async (fake: FakeUpstream) => fake.heal(),
  },
} as const;

export interface OutageTerms {
  readonly services: readonly Watched[];
  readonly broken: Watched;
  readonly breakage: keyof typeof BREAKAGES;
  ask(path: string): Promise<Answer>;
  /** How long the service stays broken. It stays longer if some service has not answered a call by then. */
  readonly downMs: number;
  /** The least time between the calls to each service. */
  readonly everyMs: number;
}

export interface Outage {
  readonly calls: readonly Call[];
  readonly brokenMs: number;
  readonly healedMs: number;
}

/** So many normal answers in a row mean that the service is well. */
const WELL = 5;
/** The most calls to a service at a time. A fixed pace would overload a slow machine. */
const MOST_RUNNING = 10;
/** How long a service may take to become well. */
const PATIENCE_MS = 20_000;

/** Calls every service again and again, from before the outage of one until it is well again. */
export async function runOutage(terms: OutageTerms): Promise<Outage> {
  const { services, broken, breakage, ask, downMs, everyMs } = terms;
  const calls: Call[] = [];
  const running = new Map(services.map((service) => [service, new Set<Promise<void>>()]));
  let isOver = false;

  const callOnce = async (service: Watched, number: number) => {
    const startedMs = performance.now();
    const answer = await ask(service.path(number));
    const isNormal = service.isNormal(answer);
    const endedMs = performance.now();
    calls.push({ ...answer, name: service.name, isNormal, startedMs, endedMs });
  };
  const traffic = async () => {
    for (let number = 0; !isOver; number++) {
      for (const [service, own] of running) {
        if (own.size >= MOST_RUNNING) continue;
        const call = callOnce(service, number).finally(() => own.delete(call));
        own.add(call);
      }
      await pause(everyMs);
    }
  };
  const isWell = (sinceMs: number) => {
    const since = calls.filter((call) => call.name === broken.name && call.startedMs > sinceMs);
    return since.length >= WELL && since.slice(-WELL).every(({ isNormal }) => isNormal);
  };

  const isAnsweredSince = (sinceMs: number) =>
    services.every(({ name }) =>
      calls.some((call) => call.name === name && call.startedMs > sinceMs),
    );

  const going = traffic();
  await pause(5 * everyMs);
  const brokenMs = performance.now();
  await BREAKAGES[breakage].break(broken.fake);
  await pause(downMs);
  // On a slow machine a service may not have answered any call yet.
  while (!isAnsweredSince(brokenMs) && performance.now() < brokenMs + downMs + PATIENCE_MS)
    await pause(everyMs);
  await BREAKAGES[breakage].heal(broken.fake);
  const healedMs = performance.now();
  while (!isWell(healedMs) && performance.now() < healedMs + PATIENCE_MS) await pause(everyMs);
  isOver = true;
  await going;
  await Promise.all([...running.values()].flatMap((own) => [...own]));
  return { calls, brokenMs, healedMs };
}

/** The calls of a name that began and ended while the service was broken. */
export const listDuring = ({ calls, brokenMs, healedMs }: Outage, of: string): Call[] =>
  calls.filter(
    ({ name, startedMs, endedMs }) => name === of && startedMs > brokenMs && endedMs < healedMs,
  );

/** How long after the healing the last call began that got no normal answer. */
export function illAfterHealingMs({ calls, healedMs }: Outage, of: string): number {
  const ill = calls.filter(({ name, isNormal }) => name === of && !isNormal);
  return Math.max(0, ...ill.map(({ startedMs }) => startedMs - healedMs));
}
