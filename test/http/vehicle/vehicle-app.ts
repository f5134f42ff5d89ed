import pino from 'pino';
import { onTestFinished } from 'vitest';
import { findVehicleBy, openServices, type ServiceSettings } from '../../../src/service/config.ts';
import type { UpstreamLimits } from '../../../src/upstream/call/terms.ts';
import { keyed, NOW } from '../../support/app.ts';
import { REGISTER_KEY, registerHandler } from '../../support/fake-upstream/vehicle-register.ts';
import { type FakeHandler, startFakeUpstream } from '../../support/fake-upstream.ts';
import { meteredApp } from '../../support/metered-app.ts';
import { handTime } from '../../support/time.ts';

/** Pauses that do not slow the tests down, and a breaker that stays out of the way. */
const LIMITS: Partial<UpstreamLimits> = { retryPauseMs: 1, retryRoomMs: 1, failuresToOpen: 1000 };

export const urlOf = (plate: string) => `/api/vehicle?plate=${encodeURIComponent(plate)}`;

/** The endpoint over a fake register: everything between the two is real. */
export async function openVehicleApp(
  handler: FakeHandler = registerHandler,
  { key = REGISTER_KEY, ...terms }: VehicleAppTerms & { readonly key?: string } = {},
) {
  const fake = await startFakeUpstream(handler);
  const opened = await openOver({ vehicle: { url: `${fake.url}/lookup`, key } }, terms);
  onTestFinished(async () => {
    await opened.app.close();
    await opened.upstream?.close();
    await fake.stop();
  });
  return { fake, ...opened };
}

/** The endpoint over the fictitious vehicles. */
export const openDemoApp = () => openOver({});

interface VehicleAppTerms {
  readonly limits?: Partial<UpstreamLimits>;
  readonly deadlineMs?: number;
}

async function openOver(settings: ServiceSettings, { limits, ...terms }: VehicleAppTerms = {}) {
  const time = handTime(NOW);
  const alarms: unknown[][] = [];
  const error = (...line: unknown[]) => void alarms.push(line);
  const services = await openServices(settings, pino({ level: 'silent' }), {
    log: { error, warn: error, debug: error },
    clock: time.clock,
    nowMs: time.timer.nowMs,
    limits: { ...LIMITS, ...limits },
  });
  const upstream = services.vehicle?.server;
  const findVehicle = findVehicleBy(services);
  const metered = meteredApp({ time, parts: { findVehicle }, ...terms });
  const ask = (plate: string) => metered.app.inject(keyed(urlOf(plate)));
  return { ...metered, time, upstream, alarms, ask };
}
