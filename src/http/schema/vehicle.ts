import { Type } from 'typebox';

/** Query of `GET /api/vehicle`; `trip/parse-plate.ts` reads the plate. */
export const VehicleQuery = Type.Object({
  plate: Type.String({
    description: 'Norwegian registration number; blanks, hyphens and lower case are accepted.',
    examples: ['QQ 10001'],
  }),
});

/** The register promises none of its members, and adds new ones when it likes. */
const may = Type.Optional;

const FuelGroup = Type.Object({
  drivstoffKodeMiljodata: may(
    Type.Object({ kodeNavn: may(Type.String({ description: 'Name of the fuel.' })) }),
  ),
});

const Technical = Type.Object({
  miljodata: may(
    Type.Object({
      miljoOgdrivstoffGruppe: may(
        Type.Array(FuelGroup, { description: 'One per fuel; none for trailers.' }),
      ),
    }),
  ),
  vekter: may(
    Type.Object({
      egenvektMinimum: may(Type.Number({ description: 'Kilograms.' })),
      tillattTotalvekt: may(
        Type.Number({ description: 'Kilograms; above 3 500 is tariff group 2 (`heavy=1`).' }),
      ),
    }),
  ),
});

const Vehicle = Type.Object({
  kjoretoyId: may(
    Type.Object({ kjennemerke: may(Type.String({ description: 'As registered, with a blank.' })) }),
  ),
  forstegangsregistrering: may(
    Type.Object({ registrertForstegangNorgeDato: may(Type.String({ format: 'date' })) }),
  ),
  godkjenning: may(
    Type.Object({
      tekniskGodkjenning: may(Type.Object({ tekniskeData: may(Technical) })),
    }),
  ),
});

/**
 * Body of `GET /api/vehicle`: the record as the vehicle register wrote it, with all its members;
 * these are the ones that the interface names. The type is that of the text which is sent.
 */
export const VehicleBody = Type.Unsafe<string>(
  Type.Object({ kjoretoydataListe: Type.Array(Vehicle, { minItems: 1 }) }),
);
