/** `vehicle-types.json` and `demo-vehicles.json`. */
import Type from 'typebox';
import { VEHICLE_TYPES } from '../../base/vehicle.ts';
import {
  CountedMeta,
  Day,
  FerryClassName,
  type Row,
  some,
  someOnce,
  sourced,
  strict,
  Text,
} from './values.ts';

/** Such as `M1` or `L`: a category of Regulation (EU) 2018/858, or the beginning of one. */
const Codes = someOnce(Type.String({ pattern: '^[LMN][1-7]?$' }));

/** Written by hand. */
export const VehicleTypesFile = Type.Object({
  tariffGroups: strict({
    group1MaxKg: Type.Integer({ minimum: 1000, maximum: 10_000 }),
    group1WithTag: strict({ from: Day, codes: Codes }),
    group2: Codes,
    ...sourced,
  }),
  types: Type.Array(
    strict({
      type: Type.Enum([...VEHICLE_TYPES]),
      codes: Codes,
      tariffGroup: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
      ferryClass: Type.Optional(FerryClassName),
      needs: Type.Array(Type.Enum(['weight', 'length']), { uniqueItems: true }),
      ...sourced,
    }),
  ),
});

/** Plates that are never issued. Source: data/README.md. */
const Plate = Type.Refine(
  Type.String(),
  (text) => /^(?:QQ\d{5}|ÆØÅ\d{4})$/.test(text),
  (text) => `must be a plate that is never issued, such as QQ10001, not ${text}`,
);

/** The number of a fictitious vehicle. No real number begins like this. */
const VehicleNumber = Type.Refine(
  Type.String(),
  (text) => text.startsWith('TESTSYNTH'),
  (text) => `must begin with TESTSYNTH, as no real one does, not ${text}`,
);

const Written = { kjennemerke: Type.Optional(Text) };

/** Fictitious vehicles, their records in the form of the vehicle register. */
export const DemoVehiclesFile = Type.Object({
  meta: CountedMeta,
  vehicles: some(
    Type.Object({
      case: Text,
      /** A description in English. */
      description: Text,
      /** The vehicle, its plates and its persons do not exist. */
      fictitious: Type.Literal(true),
      /** Every plate that finds the vehicle, without blanks, in capitals. */
      plates: some(Plate),
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
  ),
});

export type VehicleTypes = Row<typeof VehicleTypesFile>;
export type DemoVehicle = Row<typeof DemoVehiclesFile>['vehicles'][number];
