/** `travel-allowance.json`. */
import Type from 'typebox';
import { CountedMeta, Day, lasting, Nok, once, type Row, sourced, strict } from './values.ts';

/** Written by hand. Amounts are for each kilometre. */
export const TravelAllowanceFile = Type.Object({
  meta: CountedMeta,
  rates: once(
    'from',
    lasting(
      strict({
        from: Day,
        /** First day for which it is not known any more. */
        until: Day,
        kmNok: Nok,
        /** Absent: as any car. */
        electricKmNok: Type.Optional(Nok),
        /** The rate beyond so many kilometres of a calendar year, not for electric cars; absent: the same rate. */
        above: Type.Optional(strict({ yearKm: Type.Integer({ minimum: 1 }), kmNok: Nok })),
        passengerNok: Nok,
        /** Absent: not known. */
        passengers: Type.Optional(Type.Enum(['each', 'once'])),
        forestNok: Nok,
        trailerNok: Nok,
        ...sourced,
      }),
    ),
    1,
  ),
});

export type AllowanceRow = Row<typeof TravelAllowanceFile>['rates'][number];
