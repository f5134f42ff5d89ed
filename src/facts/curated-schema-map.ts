/** The shapes of `data/curated/abroad.json` and `town-centres.json`. */
import Type from 'typebox';
import { AboutMeta, Lat, Lon, once, some, strict, Text } from './curated-schema-values.ts';
import { Day } from './day-schema.ts';

/** Longitude before latitude, from Jutland to the White Sea. */
const PositionAbroad = Type.Tuple([
  Type.Number({ minimum: 4, maximum: 46 }),
  Type.Number({ minimum: 54, maximum: 72 }),
]);
const Ring = Type.Array(PositionAbroad, { minItems: 4 });

export const AbroadFile = strict({
  meta: strict({ about: Text, date: Day, licence: Text }),
  beside: Ring,
  apart: some(Ring),
});

export const TownsFile = strict({
  meta: AboutMeta,
  towns: once('name', strict({ name: Text, lat: Lat, lon: Lon }), 1),
});
