/** The values that records about tolls are made of. */
import Type from 'typebox';
import { Day } from './day-schema.ts';

/** Kroner. */
export const Nok = Type.Number({ minimum: 0, multipleOf: 0.01 });
/** A text with something in it. */
export const Text = Type.String({ minLength: 1 });
/** `HH:MM`, Norwegian wall clock. */
export const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
/** `HH:MM-HH:MM`, the end outside. */
export const Window = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-4]):[0-5]\\d$',
});
/** The tariff groups that something holds for. */
export const Sizes = Type.Array(Type.Enum(['small', 'large']), { minItems: 1, uniqueItems: true });
/** Stations of a project, by the key that their records share. */
export const PassageKeys = Type.Array(Text, { minItems: 1, uniqueItems: true });
/** 0 to 100. */
export const Percent = Type.Number({ minimum: 0, maximum: 100 });
/**
 * Minutes within which passages belong together. The longest of all projects is 90 (Kvam); no trip
 * between the stations of one project takes four hours.
 */
export const WindowMin = Type.Integer({ minimum: 1, maximum: 240 });
/** Null: not known. */
export const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A record of our own: a mistyped field name must not pass unseen. */
export const strict = <T extends Type.TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** In the `meta` of a file: how many records of each kind it has. */
export const Counts = Type.Record(Type.String(), Type.Integer({ minimum: 0 }));

/** Where it comes from, and what must be known about it. */
export const sourced = { source: Text, note: Type.Optional(Text) };
/** Absent `from`: its first day is not known, and it holds for all days before. */
export const dated = { from: Type.Optional(Day), until: Type.Optional(Day) };
