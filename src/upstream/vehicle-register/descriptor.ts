import type { SettingReader } from '../../base/settings.ts';
import type { ServiceDescriptor } from '../descriptor.ts';
import type { VehicleRegisterSettings, VehicleService } from './open-service.ts';

const VEHICLE_REGISTER_URL =
  'https://akfell-datautlevering.atlas.vegvesen.no/enkeltoppslag/kjoretoydata';

/** The vehicle register (Autosys). */
export const VEHICLE_REGISTER: ServiceDescriptor<VehicleRegisterSettings, VehicleService> = {
  name: 'vehicle register',
  variables: {
    VEHICLE_REGISTER: {
      usual: '`demo`',
      meaning:
        '`demo`: the fictitious vehicles of `data/`; `vegvesen`: the vehicle register (Autosys)',
      example: 'vegvesen',
    },
    VEHICLE_REGISTER_URL: {
      usual: `\`${VEHICLE_REGISTER_URL}\``,
      meaning: 'what stands before `?kjennemerke=`',
    },
    VEHICLE_REGISTER_KEY: { usual: 'none', meaning: 'needed with `vegvesen`' },
  },
  licence:
    'Statens vegvesen; the licence text (NLOD or CC BY 4.0) is not known, settle it before the service is sold',
  settings: readRegisterSettings,
  open: async (settings, terms) =>
    (await import('./open-service.ts')).openService(VEHICLE_REGISTER.name, settings, terms),
};

function readRegisterSettings(set: SettingReader): VehicleRegisterSettings | undefined {
  const url = set.url('VEHICLE_REGISTER_URL', ['http:', 'https:']);
  const key = set.text('VEHICLE_REGISTER_KEY');
  if ((set.choice('VEHICLE_REGISTER', ['demo', 'vegvesen']) ?? 'demo') === 'demo') return undefined;
  if (key === undefined)
    throw new Error('VEHICLE_REGISTER_KEY must be set when VEHICLE_REGISTER is "vegvesen".');
  return { url: url ?? VEHICLE_REGISTER_URL, key };
}
