import type { SettingReader } from '../../base/settings.ts';
import type { VehicleRegister } from '../../vehicle/find-vehicle.ts';
import type { UpstreamLimits } from '../call/terms.ts';
import { openUpstream, type Upstream } from '../call/upstream.ts';
import type { ServiceDescriptor } from '../descriptor.ts';
import { rememberVehicles } from './remember-vehicles.ts';
import { formatKey, isTransient, openVehicleRegister } from './vehicle-register.ts';

/** How the vehicle register is asked. */
export interface VehicleRegisterSettings {
  /** Before `?kjennemerke=`. */
  readonly url: string;
  readonly key: string;
}

/** The register, which remembers what it has answered, and the service behind it. */
interface VehicleService {
  readonly server: Upstream;
  readonly register: VehicleRegister;
}

const VEHICLE_REGISTER_URL =
  'https://akfell-datautlevering.atlas.vegvesen.no/enkeltoppslag/kjoretoydata';

/** A record has some ten thousand bytes, and one more try is as many as the register wants. */
const LIMITS: Partial<UpstreamLimits> = { retries: 1, bodyBytes: 4 * 1024 * 1024 };

/** The vehicle register (Autosys). */
export const VEHICLE_REGISTER: ServiceDescriptor<VehicleRegisterSettings, VehicleService> = {
  name: 'vehicle register',
  variables: ['VEHICLE_REGISTER', 'VEHICLE_REGISTER_URL', 'VEHICLE_REGISTER_KEY'],
  settings: readRegisterSettings,
  open({ url, key }, { log, clock, nowMs, limits }) {
    const server = openUpstream({
      name: VEHICLE_REGISTER.name,
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
  },
};

function readRegisterSettings(set: SettingReader): VehicleRegisterSettings | undefined {
  const url = set.url('VEHICLE_REGISTER_URL', ['http:', 'https:']);
  const key = set.text('VEHICLE_REGISTER_KEY');
  if ((set.choice('VEHICLE_REGISTER', ['demo', 'vegvesen']) ?? 'demo') === 'demo') return undefined;
  if (key === undefined)
    throw new Error('VEHICLE_REGISTER_KEY must be set when VEHICLE_REGISTER is "vegvesen".');
  return { url: url ?? VEHICLE_REGISTER_URL, key };
}
