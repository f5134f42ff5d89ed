import { type TProperties, Type } from 'typebox';
import * as t from './unit.ts';

/** Query of `GET /api/vehicle`; `vehicle/find-vehicle.ts` reads the plate. */
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

const Vehicle = record(
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
        Vehicle,
        { minItems: 1 },
      ),
    },
    'VehicleAnswer',
  ),
);
