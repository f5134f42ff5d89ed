/** The values that decisions by hand are made of. */
import Type from 'typebox';
import { Day } from './day-schema.ts';
import { LatInNorway, LonInNorway } from './norway-box.ts';

/** A record that is written by hand: a mistyped field name must not pass unseen. */
export const strict = <T extends Type.TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** Words; a reason of blanks is none. */
export const Text = Type.Refine(
  Type.String(),
  (text) => text.trim() !== '',
  () => 'must say something',
);

/** Of an object of the road database. */
export const Id = Type.String({ pattern: '^\\d+$' });
/** Of a toll project or an hour group. */
export const ProjectId = Type.String({ pattern: '^[a-z0-9-]+$' });
/** Category and number of a road; `K` and `P` without a number are any of their kind. */
export const RoadName = Type.String({ pattern: '^[ERFKP]\\d*$' });
export const True = Type.Literal(true);
export const Metres = Type.Number({ exclusiveMinimum: 0, maximum: 10_000 });
export const Degrees = Type.Number({ minimum: 0, exclusiveMaximum: 360 });
export const Percent = Type.Number({ minimum: 0, maximum: 100 });

/** In Norway or on its coast. */
export const Lat = LatInNorway;
export const Lon = LonInNorway;
export const Place = strict({ lat: Lat, lon: Lon });

/** What a file says of itself. */
export const AboutMeta = strict({ about: Text, date: Day });
export const WhatMeta = strict({ what: Text, date: Day });

/** Null: none. */
export const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** At least one. */
export const some = <T extends Type.TSchema>(record: T) => Type.Array(record, { minItems: 1 });

/** A list of decisions, of which two with the same `key` would contradict each other. */
export const once = <T extends Type.TSchema>(key: string, record: T, minItems = 0) =>
  Type.Refine(
    Type.Array(record, { minItems }),
    (records) => new Set(records.map((row) => keyOf(row, key))).size === records.length,
    () => `must not have the same ${key} twice`,
  );

const keyOf = (record: unknown, key: string): unknown =>
  Object.entries(record ?? {}).find(([name]) => name === key)?.[1];

/** Something that holds for some days, the last one outside. */
export const dated = <T extends Type.TSchema & { static?: unknown }>(record: T) =>
  Type.Refine(record, isInOrder, () => 'must begin before it ends');

function isInOrder(record: unknown): boolean {
  const [from, until] = [keyOf(record, 'from'), keyOf(record, 'until')];
  return typeof from !== 'string' || typeof until !== 'string' || from < until;
}
