import { type TProperties, Type } from 'typebox';

/** Query of `GET /api/vehicle`; `trip/find-vehicle.ts` reads the plate. */
export const VehicleQuery = Type.Object({
  plate: Type.String({
    description:
      'Norwegian registration number; blanks, hyphens, dots and lower case are accepted.',
    examples: ['QQ 10001'],
  }),
});

/** The register promises none of its members, and adds new ones when it likes. */
const may = Type.Optional;
const record = (
  members: TProperties,
  terms: { readonly title?: string; readonly description: string },
) => Type.Object(members, { additionalProperties: true, ...terms });

const FuelGroup = record(
  {
    drivstoffKodeMiljodata: may(
      record(
        { kodeNavn: may(Type.String({ description: 'Name of the fuel.' })) },
        { description: 'The fuel.' },
      ),
    ),
  },
  { description: 'One fuel of the vehicle.' },
);

const Technical = record(
  {
    miljodata: may(
      record(
        {
          miljoOgdrivstoffGruppe: may(
            Type.Array(FuelGroup, { description: 'One per fuel; none for trailers.' }),
          ),
        },
        { description: 'Fuel and emissions.' },
      ),
    ),
    vekter: may(
      record(
        {
          egenvektMinimum: may(Type.Number({ description: 'Minimum own weight, kilograms.' })),
          tillattTotalvekt: may(
            Type.Number({
              description:
                'Permitted total weight, kilograms; above 3 500 is tariff group 2 (`heavy=1`).',
            }),
          ),
        },
        { description: 'Weights.' },
      ),
    ),
  },
  { description: 'Technical data.' },
);

const Vehicle = record(
  {
    kjoretoyId: may(
      record(
        {
          kjennemerke: may(
            Type.String({ description: 'Registration number as registered, with a blank.' }),
          ),
        },
        { description: 'What names the vehicle.' },
      ),
    ),
    forstegangsregistrering: may(
      record(
        {
          registrertForstegangNorgeDato: may(
            Type.String({ format: 'date', description: 'First registered in Norway.' }),
          ),
        },
        { description: 'First registration.' },
      ),
    ),
    godkjenning: may(
      record(
        {
          tekniskGodkjenning: may(
            record({ tekniskeData: may(Technical) }, { description: 'Technical approval.' }),
          ),
        },
        { description: 'Approval.' },
      ),
    ),
  },
  { title: 'Vehicle', description: 'A vehicle as the register wrote it.' },
);

/**
 * Body of `GET /api/vehicle`: the record as the vehicle register wrote it, with all its members;
 * these are the ones that the interface names. The type is that of the text which is sent.
 */
export const VehicleBody = Type.Unsafe<string>(
  record(
    {
      kjoretoydataListe: Type.Array(Vehicle, {
        minItems: 1,
        description: 'The vehicles with this registration number, nearly always one.',
      }),
    },
    { title: 'VehicleAnswer', description: 'The record of the vehicle register.' },
  ),
);
