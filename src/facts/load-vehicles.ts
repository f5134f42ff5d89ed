/** The kinds of vehicles, and the register of fictitious ones. */
import type { VehicleRegister, VehicleRules, VehicleTypeRule } from '../vehicle/vehicle.ts';
import { readBundled } from './schema/read-bundled.ts';
import type { VehicleTypes } from './schema/vehicles.ts';

/** @throws Error with one sentence when `vehicle-types.json` is damaged. */
export function loadVehicleRules(data: string): VehicleRules {
  const { tariffGroups, types } = readBundled(data, 'vehicle-types.json');
  const { group1MaxKg, group1WithTag, group2 } = tariffGroups;
  return { group1MaxKg, group1WithTag, group2, types: types.map(toRule) };
}

const toRule = ({
  type,
  codes,
  tariffGroup,
  ferryClass,
  needs,
}: VehicleTypes['types'][number]): VehicleTypeRule => ({
  type,
  // The schema asks for at least one code.
  codes: codes as VehicleTypeRule['codes'],
  ...(tariffGroup !== undefined && { size: tariffGroup === 1 ? 'small' : 'large' }),
  ...(ferryClass !== undefined && { ferryClass }),
  needs,
});

/** The first plate of each fictitious vehicle, with an English description of the vehicle. */
export const listDemoPlates = (data: string): readonly { plate: string; about: string }[] =>
  readBundled(data, 'demo-vehicles.json').vehicles.flatMap(({ plates: [plate], description }) =>
    plate === undefined ? [] : [{ plate, about: description }],
  );

/**
 * A register of the fictitious vehicles of `data/`, in the form of the real one.
 *
 * @throws Error with one sentence when `demo-vehicles.json` is damaged.
 */
export function openDemoRegister(data: string): VehicleRegister {
  const records = new Map(
    readBundled(data, 'demo-vehicles.json').vehicles.flatMap(({ plates, response }) =>
      plates.map((plate) => [plate, JSON.stringify(response)]),
    ),
  );
  const plates = [...records.keys()].sort().join(', ');
  return {
    findVehicle: async (plate) => records.get(plate),
    whyUnknown: `This is the demo register: it has fictitious vehicles only, with the plates ${plates}.`,
  };
}
