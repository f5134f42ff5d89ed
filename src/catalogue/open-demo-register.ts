import { join } from 'node:path';
import Type from 'typebox';
import type { VehicleRegister } from '../trip/ports.ts';
import { readChecked } from './read-checked.ts';

/** What the register needs of `demo-vehicles.json`; the records are handed through as they are. */
const VehiclesFile = Type.Object({
  vehicles: Type.Array(
    Type.Object({
      fictitious: Type.Literal(true),
      plates: Type.Array(Type.String(), { minItems: 1 }),
      response: Type.Object({ kjoretoydataListe: Type.Array(Type.Object({}), { minItems: 1 }) }),
    }),
    { minItems: 1 },
  ),
});

/**
 * A register of the fictitious vehicles of `data/`, in the form of the real one.
 *
 * @throws Error with one sentence when the file is wrong.
 */
export function openDemoRegister(dataDir: string): VehicleRegister {
  const { vehicles } = readChecked(join(dataDir, 'demo-vehicles.json'), VehiclesFile).content;
  const records = new Map(
    vehicles.flatMap(({ plates, response }) =>
      plates.map((plate) => [plate, JSON.stringify(response)]),
    ),
  );
  const plates = [...records.keys()].sort().join(', ');
  return {
    findVehicle: async (plate) => records.get(plate),
    whyUnknown: `This is the demo register: it has fictitious vehicles only, with the plates ${plates}.`,
  };
}
