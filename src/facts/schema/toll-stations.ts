/** `data/toll-stations.json`, which is compiled. Amounts are in kroner. */
import Type from 'typebox';
import {
  CountedMeta,
  Day,
  Lat,
  Lon,
  Municipality,
  Nok,
  orNull,
  type Row,
  some,
  strict,
  Text,
  Window,
} from './values.ts';

const Position = Type.Number({ minimum: 0, maximum: 1 });
const LinkId = Type.Integer({ minimum: 1 });
const LinkStretch = { linkId: LinkId, from: Position, to: Position };

/** A tariff as the road database shows it. */
const observed = {
  /** Null: not known. */
  smallNok: orNull(Nok),
  largeNok: orNull(Nok),
  smallRushNok: orNull(Nok),
  /** Absent: not known. */
  largeRushNok: Type.Optional(Nok),
  /** Null: one price at all hours. */
  rush: orNull(some(Window)),
};

const Station = Type.Object({
  /** NVDB object id, type 45. */
  id: Text,
  name: Text,
  /** The name in the source, if it is decided otherwise. Bills may have it; absent: `name`, or none. */
  written: Type.Optional(Text),
  kind: Type.Enum(['autopass', 'private', 'ferry-collection']),
  /** Id of a project in `toll-projects.json`; `unknown`: place and name do not tell it. */
  project: Text,
  /** Null: the source names none, and the project does not tell it. */
  operator: orNull(Text),
  /** Category letter and number, `E39`. */
  road: Type.String(),
  /** Null: the source names none. */
  municipality: orNull(Municipality),
  lat: Lat,
  lon: Lon,
  /** Records with the same key are one station. A drive past all of them is charged once. */
  passageKey: Text,
  /** Id of the current row, only on rows with an old tariff. These rows are never charged. */
  staleTwinOf: Type.Optional(Text),
  ...observed,
  /** First day on which the tariff was seen; absent: the day of the file. */
  observedFrom: Type.Optional(Day),
  /** Last day on which the tariff was seen; absent: the day of the file. */
  observedUntil: Type.Optional(Day),
  /** Tariffs that were seen earlier, oldest first. From `until` on the tariff is not known to hold. */
  earlier: Type.Optional(Type.Array(Type.Object({ from: Day, until: Day, ...observed }))),
  /** Why a tariff or window differs from the source row. */
  tariffNote: Type.Optional(Text),
  /** First day on which it certainly no longer collects; absent: it collects, or will again. */
  collectedUntil: Type.Optional(Day),
  /** Passages of one group share an hour rule, on the days on which the project has one; null: never one here. */
  hourGroup: orNull(Text),
  /** Why the group is not simply the project, or until when it had the rule. */
  hourGroupWhy: Type.Optional(Text),
  /** It stands on a ramp, so it must not be put on the road beside it because that is near. */
  onRamp: Type.Optional(Type.Literal(true)),
  charged: Type.Enum(['both', 'one-way', 'undecided-one-way']),
  /** Bearing of travel in the charged direction, clockwise from north; null: both. */
  chargedBearingDeg: orNull(Type.Number({ minimum: 0, maximum: 360 })),
  /** The source that decided the charged direction. */
  chargedBy: Type.Enum([
    'source-both',
    'override',
    'name',
    'inbound',
    'twin',
    'metering',
    'ramp',
    'none',
  ]),
  /** One sentence of evidence. */
  chargedWhy: Text,
  /** Both together are the name of the station in AutoPASS; absent: not known. */
  operatorId: Type.Optional(Type.Integer()),
  stationCode: Type.Optional(Type.Integer()),
  /** Number of the hour group in the road database; absent: not known. */
  hourGroupNo: Type.Optional(Type.Integer()),
  /** Places on the links of the road database; absent: not known. */
  positions: Type.Optional(
    Type.Array(
      strict({ linkId: LinkId, at: Position, charged: Type.Enum(['with', 'against', 'both']) }),
    ),
  ),
});

/** A station that the road database once had; `until` is the first day without it. */
const Gone = Type.Object({ id: Text, name: Text, project: Text, passageKey: Text, until: Day });

export const TollStationsFile = Type.Object({
  meta: CountedMeta,
  stations: some(Station),
  /** Absent: none. */
  gone: Type.Optional(Type.Array(Gone)),
  /** Pieces of carriageway on the roads of the stations; absent: not known. */
  carriageways: Type.Optional(
    Type.Array(strict({ ...LinkStretch, road: strict(LinkStretch), isReversed: Type.Boolean() })),
  ),
});

export type TollStations = Row<typeof TollStationsFile>;
export type StationRecord = TollStations['stations'][number];
export type GoneStation = Row<typeof Gone>;
type EarlierTariff = NonNullable<StationRecord['earlier']>[number];
export type ObservedTariff = Omit<EarlierTariff, 'from' | 'until'>;
