import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import type { VehicleRegister } from '../trip/ports.ts';
import { readVehicleRecord } from '../trip/read-vehicle-record.ts';
import { checkCount, checkOnce, factFault } from './check-records.ts';
import { readChecked } from './read-checked.ts';

/** Plates that are never issued. Source: data/README.md. */
const Plate = Type.Refine(
  Type.String(),
  (text) => /^(?:QQ\d{5}|ÆØÅ\d{4})$/.test(text),
  (text) => `must be a plate that is never issued, such as QQ10001, not ${text}`,
);

/** No maker's number begins so. */
const VehicleNumber = Type.Refine(
  Type.String(),
  (text) => text.startsWith('TESTSYNTH'),
  (text) => `must begin with TESTSYNTH, as no real one does, not ${text}`,
);

const Written = { kjennemerke: Type.Optional(Type.String({ minLength: 1 })) };

/** What the checks need of `demo-vehicles.json`; the records are handed through as they are. */
const VehiclesFile = Type.Object({
  meta: Type.Object({ counts: Type.Record(Type.String(), Type.Integer()) }),
  vehicles: Type.Array(
    Type.Object({
      case: Type.String({ minLength: 1 }),
      fictitious: Type.Literal(true),
      plates: Type.Array(Plate, { minItems: 1 }),
      response: Type.Object({
        kjoretoydataListe: Type.Tuple([
          Type.Object({
            kjoretoyId: Type.Object({
              ...Written,
              understellsnummer: Type.Optional(VehicleNumber),
            }),
            kjennemerke: Type.Optional(Type.Array(Type.Object(Written))),
          }),
        ]),
      }),
    }),
    { minItems: 1 },
  ),
});

type DemoVehicle = Static<typeof VehiclesFile>['vehicles'][number];

const FILE = 'demo-vehicles.json';

/**
 * A register of the fictitious vehicles of `data/`, in the form of the real one.
 *
 * @throws Error with one sentence when the file is wrong, or a vehicle could be a real one.
 */
export function openDemoRegister(dataDir: string): VehicleRegister {
  const { meta, vehicles } = readChecked(join(dataDir, FILE), VehiclesFile).content;
  checkCount(FILE, meta, { vehicles });
  checkOnce(
    FILE,
    'the plate',
    vehicles.flatMap(({ plates }) => plates),
  );
  vehicles.forEach(checkVehicle);
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

/** The case of a record that is meant to tell next to nothing. */
const SPARSE = 'sparse';

function checkVehicle(vehicle: DemoVehicle): void {
  const { case: name, plates, response } = vehicle;
  const written = listPlates(response);
  const unwritten = plates.find((plate) => !written.includes(plate));
  if (unwritten !== undefined)
    throw factFault(FILE, name, `the plate ${unwritten} does not stand in its record`);
  const unnamed = written.find((plate) => !plates.includes(plate));
  if (unnamed !== undefined)
    throw factFault(
      FILE,
      name,
      `its record has the plate ${unnamed}, which is not named as invented`,
    );
  const { technicalCode, weightKg, fuel } = readVehicleRecord(JSON.stringify(response));
  if (name !== SPARSE && [technicalCode, weightKg, fuel].includes(undefined))
    throw factFault(FILE, name, 'its record does not tell category, weight and fuel');
}

function listPlates({ kjoretoydataListe: [record] }: DemoVehicle['response']): string[] {
  const written = [record.kjoretoyId, ...(record.kjennemerke ?? [])];
  return written.flatMap(({ kjennemerke }) => kjennemerke?.replace(/\s/g, '') ?? []);
}
