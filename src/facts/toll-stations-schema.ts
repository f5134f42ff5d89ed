/** The shape of `data/toll-stations.json`, which is compiled. Money in kroner. */
import Type from 'typebox';
import { Day } from './day-schema.ts';
import { Counts, Nok, orNull, strict, Text, Window } from './toll-values-schema.ts';

const Position = Type.Number({ minimum: 0, maximum: 1 });
const LinkId = Type.Integer({ minimum: 1 });
const LinkStretch = { linkId: LinkId, from: Position, to: Position };

const observed = {
  smallNok: orNull(Nok),
  largeNok: orNull(Nok),
  smallRushNok: orNull(Nok),
  largeRushNok: Type.Optional(Nok),
  rush: orNull(Type.Array(Window, { minItems: 1 })),
};
/** A tariff as the road database shows it; absent or null: not known. */
const Observed = Type.Object(observed);

const Station = Type.Object({
  id: Text,
  name: Text,
  /** Who collects; absent: not known. */
  kind: Type.Optional(Text),
  project: Text,
  operator: orNull(Text),
  lat: Type.Number({ minimum: 57, maximum: 72 }),
  lon: Type.Number({ minimum: 4, maximum: 32 }),
  passageKey: Text,
  /** Number of the road; absent or null: not known. */
  road: Type.Optional(orNull(Type.String())),
  staleTwinOf: Type.Optional(Text),
  ...observed,
  /** First day on which the tariff was seen; absent: the day of the file. */
  observedFrom: Type.Optional(Day),
  /** Tariffs seen before it, oldest first. */
  earlier: Type.Optional(Type.Array(Type.Object({ from: Day, until: Day, ...observed }))),
  hourGroup: orNull(Text),
  charged: Type.Enum(['both', 'one-way', 'undecided-one-way']),
  chargedBearingDeg: Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 360 }))),
  /** What decided the charged direction. */
  chargedBy: Text,
  /** Places on the links of the road database; absent: not known. */
  positions: Type.Optional(
    Type.Array(
      strict({ linkId: LinkId, at: Position, charged: Type.Enum(['with', 'against', 'both']) }),
    ),
  ),
});

/** A station that the road database once had, and has no more. */
const Gone = Type.Object({ id: Text, name: Text, project: Text, passageKey: Text, until: Day });

/** `data/toll-stations.json`: compiled; fields that pricing does not need are not checked. */
export const TollStationsFile = Type.Object({
  meta: Type.Object({ date: Day, counts: Counts }),
  stations: Type.Array(Station, { minItems: 1 }),
  /** Absent: none. */
  gone: Type.Optional(Type.Array(Gone)),
  /** Pieces of carriageway on the roads of the stations; absent: not known. */
  carriageways: Type.Optional(
    Type.Array(strict({ ...LinkStretch, road: strict(LinkStretch), isReversed: Type.Boolean() })),
  ),
});

export type TollStations = Type.Static<typeof TollStationsFile>;
export type ObservedTariff = Type.Static<typeof Observed>;
export type StationRecord = Type.Static<typeof Station>;
export type GoneStation = Type.Static<typeof Gone>;
