/** The shape of `data/ferry-payments.json`, written by hand. */
import Type from 'typebox';
import { FERRY_CLASSES } from '../base/vehicle.ts';

const Text = Type.String({ minLength: 1 });
const sourced = { source: Text, note: Type.Optional(Text) };

/** A record of our own: a mistyped field name must not pass unseen. */
const strict = <T extends Type.TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

export const FerryPaymentsFile = Type.Object({
  payments: Type.Array(
    strict({
      agreement: Text,
      kind: Type.Enum(['tag', 'business']),
      percentOff: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
      roundedTo: Type.Enum(['nok', 'ore']),
      ...sourced,
    }),
    { minItems: 1 },
  ),
  trailer: strict({
    carMaxLengthM: Type.Number({ minimum: 1, maximum: 100 }),
    carMaxWeightKg: Type.Number({ minimum: 100, maximum: 100_000 }),
    carClass: Type.Enum([...FERRY_CLASSES]),
    fares: Type.Array(
      strict({
        upToM: Type.Optional(Type.Number({ minimum: 1, maximum: 100 })),
        times: Type.Integer({ minimum: 1, maximum: 20 }),
      }),
      { minItems: 1 },
    ),
    ...sourced,
  }),
});
