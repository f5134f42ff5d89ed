/** The shapes of `data/curated/road-network.json` and `added-roads.json`. */
import Type from 'typebox';
import {
  Id,
  Lat,
  Lon,
  Metres,
  once,
  orNull,
  Place,
  RoadName,
  some,
  strict,
  Text,
  True,
  WhatMeta,
} from './curated-schema-values.ts';
import { Day } from './day-schema.ts';

const QuayPair = Type.Tuple([Id, Id]);

export const RoadNetworkFile = strict({
  meta: WhatMeta,
  joinLimits: strict({ ferryM: Metres, roadM: Metres }),
  joinWhy: Text,
  ferryLimits: strict({ quayM: Metres, roadM: Metres, passM: Metres }),
  ferryWhy: Text,
  notSailed: Type.Array(strict({ quays: QuayPair, why: Text })),
  ferryCorrections: strict({
    notServed: Type.Array(strict({ ferry: RoadName, at: Place, why: Text })),
    passes: Type.Array(strict({ ferry: RoadName, road: RoadName, at: Place, why: Text })),
  }),
  landings: once('quay', strict({ quay: Id, road: orNull(RoadName), why: Text })),
  falseRoads: Type.Array(strict({ road: RoadName, quays: QuayPair, why: Text })),
  tunnelLimits: strict({ mouthM: Metres }),
  tunnelWhy: Text,
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
  line: Type.Array(Point, { minItems: 2 }),
  joins: Type.Tuple([orNull(RoadName), orNull(RoadName)]),
  why: Text,
});

export const AddedRoadsFile = strict({
  meta: strict({ about: Text, date: Day, source: Text }),
  limits: strict({ joinM: Metres }),
  roads: some(AddedRoad),
  partings: Type.Array(strict({ at: Point, part: RoadName, from: RoadName, why: Text })),
});
