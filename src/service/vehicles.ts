/** Where the records of vehicles come from. */
import type { Logger } from 'pino';
import { openDemoRegister } from '../facts/load-vehicles.ts';
import type { Clock } from '../trip/ports.ts';
import type { UpstreamLimits } from '../upstream/call/terms.ts';
import { openUpstream, type Upstream } from '../upstream/call/upstream.ts';
import { rememberVehicles } from '../upstream/vehicle-register/remember-vehicles.ts';
import {
  formatKey,
  isTransient,
  openVehicleRegister,
} from '../upstream/vehicle-register/vehicle-register.ts';
import { type FindVehicle, findVehicle } from '../vehicle/find-vehicle.ts';
import type { VehicleRegisterConfig } from './config.ts';
import { DATA_DIR, systemClock, systemTimer } from './machine.ts';

/** What `openVehicles` gives. */
export interface Vehicles {
  readonly findVehicle: FindVehicle;
  /** The foreign service behind it; absent: the fictitious vehicles. */
  readonly upstream?: Upstream;
}

export interface VehicleTerms {
  /** Hears when the register refuses our key. */
  readonly log: Pick<Logger, 'error'>;
  /** Absent: the clock of this machine. */
  readonly clock?: Clock;
  /** A clock that never goes back; absent: that of this process. */
  readonly nowMs?: () => number;
  /** Other limits than those of the service. */
  readonly limits?: Partial<UpstreamLimits>;
}

/** A record has some ten thousand bytes, and one more try is as many as the register wants. */
const LIMITS: Partial<UpstreamLimits> = { retries: 1, bodyBytes: 4 * 1024 * 1024 };

/** Opens the register that the settings name; asks it nothing yet. */
export function openVehicles(
  config: VehicleRegisterConfig,
  { log, clock = systemClock, nowMs = systemTimer.nowMs, limits }: VehicleTerms,
): Vehicles {
  if (config.kind === 'demo') return { findVehicle: findVehicle(openDemoRegister(DATA_DIR)) };
  const upstream = openUpstream({
    name: 'vehicle register',
    baseUrl: config.url,
    headers: { 'svv-authorization': formatKey(config.key) },
    limits: { ...LIMITS, ...limits },
    isTransient,
  });
  const register = openVehicleRegister({
    upstream,
    clock,
    onKeyRefused: (status) =>
      log.error(
        { alarm: 'vehicle_register_key', status },
        'the vehicle register refuses our key: check VEHICLE_REGISTER_KEY',
      ),
  });
  return { findVehicle: findVehicle(rememberVehicles(register, nowMs)), upstream };
}
