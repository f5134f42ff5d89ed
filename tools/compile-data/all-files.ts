/**
 * The schema of each file of `data/`: the files that a server reads, and the files from which maintainers make roads,
 * map and speeds.
 */
import Type from 'typebox';
import { DATA_FILES } from '../../src/facts/schema/data-files.ts';
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
} from '../../src/facts/schema/values.ts';

const QuayPair = Type.Tuple([Id, Id]);

/** `curated/road-network.json`. */
const RoadNetworkFile = strict({
  meta: strict({ what: Text, date: FileDay }),
  joinLimits: strict({ ferryM: Metres, roadM: Metres }),
  joinWhy: Text,
  ferryLimits: strict({ quayM: Metres, roadM: Metres, passM: Metres }),
  ferryWhy: Text,
  /** Neighbouring quays of a connection between which nothing sails. */
  notSailed: Type.Array(strict({ quays: QuayPair, why: Text })),
  /** Ferry lines of the source that no ferry serves, and ferry lines that only pass a road. */
  ferryCorrections: strict({
    notServed: Type.Array(strict({ ferry: RoadName, at: Place, why: Text })),
    passes: Type.Array(strict({ ferry: RoadName, road: RoadName, at: Place, why: Text })),
  }),
  /** Quays whose road ashore does not follow from the drawn coast; null: there is no road. */
  landings: once('quay', strict({ quay: Id, road: orNull(RoadName), why: Text })),
  /** Stretches between two quays that the source draws as a road. */
  falseRoads: Type.Array(strict({ road: RoadName, quays: QuayPair, why: Text })),
  /** Roads that are closed to private cars, from place to place. Each pair of places lies on one link of the source. */
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
  /** Points that a tunnel shares with a road in the open, if their ends do not tell whether it is a junction. */
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
  /** It leads to the place where a ferry is boarded: a ferry that came ashore at its start now ends at its end. */
  quay: Type.Optional(True),
  line: Type.Array(Point, { minItems: 2 }),
  /** The roads to which its start and its end are extended; null: a dead end. */
  joins: Type.Tuple([orNull(RoadName), orNull(RoadName)]),
  why: Text,
});

/** Two roads that cross without meeting: `part` is moved away from `from`. */
const Parting = strict({ at: Point, part: RoadName, from: RoadName, why: Text });

const AddedRoadsFile = strict({
  meta: strict({ about: Text, date: FileDay, source: Text }),
  /** The greatest distance over which an end is extended to its road. */
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

const AbroadFile = strict({
  meta: strict({ about: Text, date: FileDay, licence: Text }),
  beside: Ring,
  apart: some(Ring),
});

const TownsFile = strict({
  meta: AboutMeta,
  towns: once('name', strict({ name: Text, lat: Lat, lon: Lon }), 1),
});

const MunicipalityNamesFile = strict({
  meta: strict({ about: Text, source: Text, date: FileDay }),
  municipalities: once(
    'number',
    strict({
      number: Type.Integer({ minimum: 301, maximum: 5999 }),
      name: Text,
      others: some(Text),
    }),
    1,
  ),
});

/** `stretches.json`: measured stretches. The speeds are fitted to them. */
const StretchesFile = strict({
  meta: Type.Unknown(),
  stretches: Type.Array(
    strict({
      id: Text,
      name: Text,
      km: Type.Number({ exclusiveMinimum: 0 }),
      /** Measured seconds without other traffic. */
      freeFlowSec: Type.Number({ exclusiveMinimum: 0 }),
      /** Measured seconds with the traffic of the moment; absent: the source has none. */
      travelSec: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
      line: Text,
    }),
  ),
});

const TownPlace = Type.Tuple([Type.Number(), Type.Number()]);
const Minutes = Type.Number({ exclusiveMinimum: 0 });

/** `travel-times.json`: other known driving times besides the measured stretches. */
const TravelTimesFile = strict({
  meta: Type.Unknown(),
  /** Stretches whose roads have been rebuilt since. */
  rebuilt: Type.Array(strict({ id: Text, why: Text })),
  /** Published least and most minutes from town to town. Latitude, longitude. */
  towns: Type.Array(
    strict({
      name: Text,
      from: TownPlace,
      to: TownPlace,
      leastMin: Minutes,
      mostMin: Minutes,
      source: Text,
    }),
  ),
});

/** By the name of the file. */
export const ALL_FILES = {
  ...DATA_FILES,
  'road-network/stretches.json': StretchesFile,
  'road-network/travel-times.json': TravelTimesFile,
  'curated/abroad.json': AbroadFile,
  'curated/added-roads.json': AddedRoadsFile,
  'curated/road-network.json': RoadNetworkFile,
  'curated/town-centres.json': TownsFile,
  'curated/municipality-names.json': MunicipalityNamesFile,
} as const;

export type FileName = keyof typeof ALL_FILES;
/** The content of a file. */
export type FileContent<Name extends FileName> = Row<(typeof ALL_FILES)[Name]>;
export type Stretch = Row<typeof StretchesFile>['stretches'][number];
export type PublishedTime = Row<typeof TravelTimesFile>['towns'][number];
export type AddedRoads = Row<typeof AddedRoadsFile>;
export type AddedRoad = AddedRoads['roads'][number];
export type Parting = Row<typeof Parting>;
