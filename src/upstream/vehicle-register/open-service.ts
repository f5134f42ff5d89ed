import type { VehicleRegister } from '../../vehicle/find-vehicle.ts';
import type { UpstreamLimits } from '../call/terms.ts';
import { openUpstream, type Upstream } from '../call/upstream.ts';
import type { OpenTerms } from '../descriptor.ts';
import {
  formatKey,
  isTransient,
  openVehicleRegister,
  rememberVehicles,
} from './vehicle-register.ts';

/** How the vehicle register is asked. */
export interface VehicleRegisterSettings {
  /** Before `?kjennemerke=`. */
  readonly url: string;
  readonly key: string;
}

/** The register, which remembers what it has answered, and the service behind it. */
export interface VehicleService {
  readonly server: Upstream;
  readonly register: VehicleRegister;
}

/** A record has some ten thousand bytes, and one more try is as many as the register wants. */
const LIMITS: Partial<UpstreamLimits> = { retries: 1, bodyBytes: 4 * 1024 * 1024 };

/** Opens the way to the register. */
export function openService(
  name: string,
  { url, key }: VehicleRegisterSettings,
  { log, clock, nowMs, limits }: OpenTerms,
): VehicleService {
  const server = openUpstream({
    name,
    baseUrl: url,
    headers: { 'svv-authorization': formatKey(key) },
    limits: { ...LIMITS, ...limits },
    isTransient,
  });
  const register = openVehicleRegister({
    upstream: server,
    clock,
    onKeyRefused: (status) =>
      log.error(
        { alarm: 'vehicle_register_key', status },
        'the vehicle register refuses our key: check VEHICLE_REGISTER_KEY',
      ),
  });
  return { server, register: rememberVehicles(register, nowMs) };
}
