/** The decisions by hand about roads and the map: `road-network.json`, `added-roads.json`, `abroad.json` and `town-centres.json`. */
import Type from 'typebox';
import {
  AboutMeta,
  FileDay,
  Id,
  Lat,
  Lon,
  Metres,
  once,
  orNull,
  Place,
  RoadName,
  type Row,
  some,
  strict,
  Text,
  True,
} from './values.ts';

const QuayPair = Type.Tuple([Id, Id]);

export const RoadNetworkFile = strict({
  meta: strict({ what: Text, date: FileDay }),
  joinLimits: strict({ ferryM: Metres, roadM: Metres }),
  joinWhy: Text,
  ferryLimits: strict({ quayM: Metres, roadM: Metres, passM: Metres }),
  ferryWhy: Text,
  /** Neighbouring quays of a connection between which nothing sails. */
  notSailed: Type.Array(strict({ quays: QuayPair, why: Text })),
  /** Ferry lines of the source that nothing serves, and those that only pass a road. */
  ferryCorrections: strict({
    notServed: Type.Array(strict({ ferry: RoadName, at: Place, why: Text })),
    passes: Type.Array(strict({ ferry: RoadName, road: RoadName, at: Place, why: Text })),
  }),
  /** Quays of which the drawn coast does not tell rightly where they go ashore; null: nowhere. */
  landings: once('quay', strict({ quay: Id, road: orNull(RoadName), why: Text })),
  /** Stretches between two quays that the source draws as a road. */
  falseRoads: Type.Array(strict({ road: RoadName, quays: QuayPair, why: Text })),
  /** Roads that no private car may drive: from place to place, each pair on one link of the source. */
  carFree: Type.Array(
    strict({
      name: Text,
      road: RoadName,
      along: Type.Array(Place, { minItems: 2 }),
      why: Text,
      source: Text,
    }),
  ),
  tunnelLimits: strict({ mouthM: Metres }),
  tunnelWhy: Text,
  /** Points that a tunnel shares with a road in the open, where their ends do not tell. */
  tunnelPlaces: Type.Array(strict({ at: Place, isJunction: Type.Boolean(), why: Text })),
});

/** Latitude before longitude. */
const Point = Type.Tuple([Lat, Lon]);

const AddedRoad = strict({
  name: Text,
  road: RoadName,
  ramp: Type.Optional(True),
  oneWay: Type.Optional(True),
  tunnel: Type.Optional(True),
  /** It leads on to where a ferry is boarded: one that comes ashore at its start ends at its end. */
  quay: Type.Optional(True),
  line: Type.Array(Point, { minItems: 2 }),
  /** The roads that its start and its end are carried to; null: an end that leads nowhere. */
  joins: Type.Tuple([orNull(RoadName), orNull(RoadName)]),
  why: Text,
});

/** Of two roads that do not meet where they cross, `part` is moved away from `from`. */
const Parting = strict({ at: Point, part: RoadName, from: RoadName, why: Text });

export const AddedRoadsFile = strict({
  meta: strict({ about: Text, date: FileDay, source: Text }),
  /** How far an end is carried to meet its road. */
  limits: strict({ joinM: Metres }),
  roads: Type.Array(AddedRoad),
  partings: Type.Array(Parting),
});

/** Longitude before latitude, from Jutland to the White Sea. */
const PositionAbroad = Type.Tuple([
  Type.Number({ minimum: 4, maximum: 46 }),
  Type.Number({ minimum: 54, maximum: 72 }),
]);
const Ring = Type.Array(PositionAbroad, { minItems: 4 });

export const AbroadFile = strict({
  meta: strict({ about: Text, date: FileDay, licence: Text }),
  beside: Ring,
  apart: some(Ring),
});

export const TownsFile = strict({
  meta: AboutMeta,
  towns: once('name', strict({ name: Text, lat: Lat, lon: Lon }), 1),
});

export type AddedRoads = Row<typeof AddedRoadsFile>;
export type AddedRoad = AddedRoads['roads'][number];
export type Parting = Row<typeof Parting>;
