import { Type } from 'typebox';
import { FERRY_CLASSES } from '../../base/vehicle.ts';
import { nok } from './unit.ts';

export const VehicleClass = Type.Enum([...FERRY_CLASSES]);

/** A crossing with its fares. */
export const Ferry = Type.Object({
  name: Type.String(),
  nok: nok('Standard tariff.'),
  evNok: nok('Zero-emission tariff.'),
  autopassNok: nok('Prepaid AutoPASS ferry agreement.'),
  tariff: Type.String({ description: 'Name of the tariff and its validity.' }),
  estimated: Type.Boolean({ description: 'No published fare: an estimate.' }),
  vehicleClass: VehicleClass,
  km: Type.Number(),
  durationMin: Type.Number(),
});

/** A crossing that the caller must price. */
export const UnpricedFerry = Type.Object({
  name: Type.String(),
  fromQuay: Type.Optional(Type.String()),
  toQuay: Type.Optional(Type.String()),
  why: Type.String({ description: 'One sentence.' }),
  lengthKm: Type.Number(),
  durationMin: Type.Optional(Type.Number()),
});
