/** Where the records of vehicles come from. */
import type { Logger } from 'pino';
import { openDemoRegister } from './catalogue/open-demo-register.ts';
import type { VehicleRegisterConfig } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import { systemClock } from './system-clock.ts';
import { type FindVehicle, findVehicle } from './trip/find-vehicle.ts';
import { openUpstream, type Upstream } from './upstream/call/upstream.ts';
import { formatKey } from './upstream/vehicle-register/format-key.ts';
import { rememberVehicles } from './upstream/vehicle-register/remember-vehicles.ts';
import { isTransient, openVehicleRegister } from './upstream/vehicle-register/vehicle-register.ts';

/** What `openVehicles` gives. */
export interface Vehicles {
  readonly findVehicle: FindVehicle;
  /** The foreign service behind it; absent: the fictitious vehicles. */
  readonly upstream?: Upstream;
}

/** Opens the register that the settings name; asks it nothing yet. */
export function openVehicles(
  config: VehicleRegisterConfig,
  log: Pick<Logger, 'error'>,
  clock = systemClock,
): Vehicles {
  if (config.kind === 'demo') return { findVehicle: findVehicle(openDemoRegister(DATA_DIR)) };
  const upstream = openUpstream({
    name: 'vehicle register',
    baseUrl: config.url,
    headers: { 'svv-authorization': formatKey(config.key) },
    limits: { retries: 1, bodyBytes: 4 * 1024 * 1024 },
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
  return { findVehicle: findVehicle(rememberVehicles(register, clock)), upstream };
}
