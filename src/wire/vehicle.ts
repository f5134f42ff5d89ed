/** Vehicles: what an answer says of the one that it prices, and the record of the register. */
import { type TProperties, type TSchema, Type } from 'typebox';
import { toNok } from '../base/nok.ts';
import {
  FERRY_AGREEMENTS,
  FERRY_CLASSES,
  FUELS,
  TARIFF_GROUPS,
  VEHICLE_TYPES,
} from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';
import type { FerryBill } from '../pricing/ferry/bill.ts';
import type { TollBill } from '../pricing/toll/bill.ts';
import type { QuotedRoute } from '../trip/quote.ts';
import type { Fact, IdentifiedVehicle } from '../vehicle/vehicle.ts';
import * as t from './unit.ts';

/** What the vehicle pays for one passage or crossing. */
export const vehicleAmount = {
  vehicleNok: t.maybe(
    t.nok(
      'What the vehicle asked for pays. Absent: none was asked for, or it is not known what it pays; the sum then leaves it out.',
    ),
  ),
  vehicleEstimated: t.maybe(
    t.bool(
      'The amount of the vehicle is not published for its fuel, class and day: see `warnings`. Absent: no vehicle was asked for.',
    ),
  ),
} as const;

/** A fact and where it came from. */
const fact = <Value extends TSchema>(value: Value, description: string) =>
  Type.Object(
    {
      value: { ...value, description },
      from: t.choice(['parameter', 'plate', 'default'], {
        description:
          '`parameter`: the question says so; `plate`: the register does; `default`: neither does.',
      }),
    },
    { description },
  );

const told = <Value extends TSchema>(value: Value, description: string) =>
  t.maybe(fact(value, `${description} Absent: not known.`));

export const Vehicle = t.object(
  'IdentifiedVehicle',
  'What the vehicle was taken for, and where each fact came from. Present when a parameter about one vehicle was given.',
  {
    vehicleType: told(
      t.choice(VEHICLE_TYPES, { description: 'As in the parameter.' }),
      'The kind of vehicle that was asked for.',
    ),
    technicalCode: told(
      Type.String(),
      'Technical code of the register, such as `M1`; `vehicleType` takes its place.',
    ),
    fuel: told(
      t.choice([...FUELS, 'other'], { description: '`other`: no tariff names it.' }),
      'What it runs on.',
    ),
    euroClass: told(
      Type.Integer({ minimum: 0, maximum: 6 }),
      'Number of the Euro class; 0 is before Euro 1.',
    ),
    weightKg: told(Type.Number({ minimum: 0 }), 'Permitted total weight, kilograms.'),
    lengthM: told(Type.Number({ minimum: 0 }), 'Length, metres.'),
    trailerLengthM: t.maybe(
      fact(Type.Number({ minimum: 0 }), 'Length of the trailer, metres. Absent: there is none.'),
    ),
    tariffGroup: fact(
      Type.Union([Type.Literal(1), Type.Literal(2)]),
      'Toll tariff group: 1 small, 2 large. A passenger car (M1) above 3 500 kg is in group 1 with a tag.',
    ),
    tag: fact(Type.Boolean(), 'It has a toll tag with an agreement.'),
    ferryClass: fact(
      t.choice(FERRY_CLASSES, {
        description: 'By the national length bounds; `ferries[].vehicleClass` is what is charged.',
      }),
      'Ferry class, without the trailer.',
    ),
    ferryAgreement: fact(
      t.choice(FERRY_AGREEMENTS, { description: 'As in the parameter.' }),
      'What it shows on ferries.',
    ),
  },
);

/** The amounts between which the refined toll lies. */
export const tollBounds = (whose: string, more = '') => ({
  tollMin: t.maybe(
    t.nok(
      `The refined toll of this route ${whose} is not less. In preliminary answers, with \`bounds=1\` or any other of the newer parameters.${more}`,
    ),
  ),
  tollMax: t.maybe(t.nok('It is not more. Present with `tollMin`.')),
});

export const RouteVehicle = t.object(
  'RouteVehicle',
  'What the vehicle pays. Present when a parameter about one vehicle was given.',
  {
    tollNok: t.nok('Toll; the `vehicleNok` of the charged stations add up to it.'),
    ferryNok: t.nok('Ferries; the `vehicleNok` of the crossings add up to it.'),
    totalNok: t.nok('Both.'),
    ...tollBounds(
      'of the vehicle',
      ' In refined answers where what zero emission pays is not published for a project and day: what is charged there is an estimate at the ceiling of the law, and this counts it from 0 on. So in answers with a rule that can be read in two ways, and this is over both.',
    ),
    estimated: t.bool(
      'False: every amount is published for this vehicle and day, and the answer is refined. True: one is not, is left out, the days of its fare are inferred, or a recording does not tell when its station was passed; `warnings` say which.',
    ),
  },
);

/** What the vehicle was taken for, and where each fact of it came from. */
export function formatVehicle({ facts }: IdentifiedVehicle): t.Shape<typeof Vehicle> {
  const { vehicleType, technicalCode, fuel, euroClass, weightKg, lengthM, trailerM, size } = facts;
  return {
    ...(vehicleType && { vehicleType }),
    ...(technicalCode && { technicalCode }),
    ...(fuel && { fuel }),
    ...(euroClass && { euroClass }),
    ...(weightKg && { weightKg }),
    ...(lengthM && { lengthM }),
    ...(trailerM && { trailerLengthM: trailerM }),
    tariffGroup: withValue(size, TARIFF_GROUPS[size.value]),
    tag: facts.tagged,
    ferryClass: facts.ferryClass,
    ferryAgreement: facts.agreement,
  };
}

const withValue = <Value>({ from }: Fact<unknown>, value: Value): Fact<Value> => ({ value, from });

const passesAny = ({ charged, free, unpriced }: TollBill): boolean =>
  charged.length + free.length + unpriced.length > 0;

/** Is there a crossing that is not free for every class? */
const mayPayAny = ({ priced, unpriced }: FerryBill): boolean =>
  unpriced.length > 0 || priced.some(({ ordinary }) => ordinary.ore > 0);

/** The sums of the vehicle on one route; nothing where none was asked for. */
export function formatRouteVehicle(
  { toll, ferry, bounds }: Pick<QuotedRoute, 'toll' | 'ferry' | 'bounds'>,
  vehicle: IdentifiedVehicle | undefined,
  isEstimated: boolean,
): { readonly vehicle?: t.Shape<typeof RouteVehicle> } {
  if (vehicle === undefined || toll.vehicle === undefined || ferry.vehicle === undefined) return {};
  const range = bounds?.vehicle ?? toll.vehicle.range;
  const sums = {
    tollNok: toNok(toll.vehicle.ore),
    ferryNok: toNok(ferry.vehicle.ore),
    totalNok: toNok(toll.vehicle.ore + ferry.vehicle.ore),
    estimated:
      isEstimated ||
      (vehicle.isSizeAssumed && passesAny(toll)) ||
      toll.vehicle.estimated ||
      ferry.vehicle.estimated ||
      toll.unpriced.length + ferry.unpriced.length > 0,
    ...(range && { tollMin: toNok(range.minOre), tollMax: toNok(range.maxOre) }),
  };
  return { vehicle: sums };
}

/** Is an amount of a refined route an estimate: of the vehicle, or where none was asked for, a fare? */
export const hasEstimate = (
  quoted: Pick<QuotedRoute, 'toll' | 'ferry' | 'bounds'>,
  vehicle: IdentifiedVehicle | undefined,
): boolean =>
  formatRouteVehicle(quoted, vehicle, false).vehicle?.estimated ??
  quoted.ferry.priced.some(({ estimated }) => estimated);

/** What one passage or crossing costs the vehicle; without amount where that is not known. */
export function formatVehicleAmount(ore: number | undefined, estimated: boolean) {
  return { ...(ore !== undefined && { vehicleNok: toNok(ore) }), vehicleEstimated: estimated };
}

/** The warnings of the vehicle as a whole that matter on a route. */
export function listVehicleWarnings(
  { toll, ferry }: Pick<QuotedRoute, 'toll' | 'ferry'>,
  vehicle: IdentifiedVehicle | undefined,
): readonly Warning[] {
  if (vehicle === undefined) return [];
  const { warnings, isSizeAssumed, isFerryClassAssumed } = vehicle;
  return [
    ...warnings,
    ...(isSizeAssumed && passesAny(toll) ? [SIZE_ASSUMED] : []),
    ...(isFerryClassAssumed && mayPayAny(ferry) ? [FERRY_CLASS_ASSUMED] : []),
  ];
}

const SIZE_ASSUMED: Warning = {
  code: 'vehicle_not_known',
  message: 'The permitted weight of the vehicle is not known: it is taken for tariff group 1.',
};

const FERRY_CLASS_ASSUMED: Warning = {
  code: 'vehicle_not_known',
  message: 'The length of the vehicle is not known: it is taken for ferry class AP1.',
};

/** Query of `GET /api/vehicle`; `vehicle/vehicle.ts` reads the plate. */
export const VehicleQuery = Type.Object({
  plate: Type.String({
    description:
      'Norwegian registration number; blanks, hyphens, dots and lower case are accepted.',
    examples: ['QQ 10001'],
  }),
});

/** The register does not promise any member, and may add new ones. */
const record = (description: string, members: TProperties, title?: string) =>
  Type.Object(members, { additionalProperties: true, ...(title && { title }), description });

const part = (description: string, members: TProperties) => t.maybe(record(description, members));

const Technical = part('Technical data.', {
  miljodata: part('Fuel and emissions.', {
    miljoOgdrivstoffGruppe: t.maybe(
      t.list(
        'One per fuel; none for trailers.',
        record('One fuel of the vehicle.', {
          drivstoffKodeMiljodata: part('The fuel.', {
            kodeNavn: t.maybe(t.text('Name of the fuel.')),
          }),
        }),
      ),
    ),
  }),
  vekter: part('Weights.', {
    egenvektMinimum: t.maybe(t.number('Minimum own weight, kilograms.')),
    tillattTotalvekt: t.maybe(
      t.number('Permitted total weight, kilograms; above 3 500 is tariff group 2 (`heavy=1`).'),
    ),
  }),
});

const RegisteredVehicle = record(
  'A vehicle as the register wrote it.',
  {
    kjoretoyId: part('What names the vehicle.', {
      kjennemerke: t.maybe(t.text('Registration number as registered, with a blank.')),
    }),
    forstegangsregistrering: part('First registration.', {
      registrertForstegangNorgeDato: t.maybe(t.day('First registered in Norway.')),
    }),
    godkjenning: part('Approval.', {
      tekniskGodkjenning: part('Technical approval.', { tekniskeData: Technical }),
    }),
  },
  'Vehicle',
);

/**
 * Body of `GET /api/vehicle`: the record as the vehicle register wrote it, with all its members;
 * these are the ones that the interface names. The type is that of the text which is sent.
 */
export const VehicleBody = Type.Unsafe<string>(
  record(
    'The record of the vehicle register.',
    {
      kjoretoydataListe: t.list(
        'The vehicles with this registration number, nearly always one.',
        RegisteredVehicle,
        { minItems: 1 },
      ),
    },
    'VehicleAnswer',
  ),
);
