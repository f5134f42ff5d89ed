/** The form of the ferry files in `data/`: what the compile command writes and the loader checks. */
import { type Static, Type } from 'typebox';
import { FERRY_CLASSES } from '../base/vehicle.ts';
import { Day } from './day-schema.ts';
import { LatInNorway, LonInNorway } from './norway-box.ts';

const Id = Type.String({ pattern: '^\\d+$' });
const Text = Type.String({ minLength: 1 });
/** A list that is empty has been lost. */
const some = { minItems: 1 };
const Nullable = <T extends Type.TSchema>(type: T) => Type.Union([type, Type.Null()]);
const Meta = Type.Object({
  source: Text,
  date: Day,
  licence: Text,
  attribution: Text,
  counts: Type.Record(Type.String(), Type.Integer()),
});
const FerryClassName = Type.Enum([...FERRY_CLASSES]);

/** Whole kroner. No vehicle has ever paid half as much as the bound for one crossing. */
const Fare = Type.Integer({ minimum: 1, maximum: 10_000 });
const EveryFareNok = Type.Object(
  {
    MC: Fare,
    AP1: Fare,
    AP2: Fare,
    AP3: Fare,
    AP4: Fare,
    AP5: Fare,
    AP6: Fare,
    AP7: Fare,
    AP8: Fare,
    AP9: Fare,
  },
  { additionalProperties: false },
);

/** A class that is absent is not known. */
const FaresNok = Type.Partial(EveryFareNok);

/** A ferry quay, NVDB type 64. */
export const QuayRecord = Type.Object({
  id: Id,
  name: Text,
  lat: LatInNorway,
  lon: LonInNorway,
  municipality: Nullable(Type.Integer()),
  status: Type.Union([
    Type.Literal('in-use'),
    Type.Literal('standby'),
    Type.Literal('closed'),
    Type.Literal('unknown'),
  ]),
  /** False where only passenger boats call, or nothing does. */
  usableByCars: Type.Boolean(),
  duplicateOf: Type.Optional(Id),
  ramps: Nullable(Type.Integer()),
  waitingRoom: Nullable(Type.Boolean()),
  owner: Nullable(Text),
  connectionIds: Type.Array(Id),
});

/** The longest of all, Bodø-Moskenes, is 90 km. */
const Km = Type.Number({ exclusiveMinimum: 0, maximum: 300 });

const LegRecord = Type.Object({
  quayIds: Type.Tuple([Id, Id]),
  zone: Type.Integer({ minimum: 1 }),
  /** Where the zone is from: a source that states it, or how it was estimated. */
  basis: Text,
  table: Type.Optional(Text),
});

export const SURENESS = ['operator', 'authority', 'press', 'secondary', 'probable'] as const;

const FreeTermRecord = Type.Object({
  from: Day,
  asOf: Type.Optional(Day),
  touching: Type.Optional(Type.Array(Id, some)),
  between: Type.Optional(Type.Array(Id, some)),
  sureness: Type.Enum([...SURENESS]),
  source: Text,
});

const FareRecord = Type.Union([
  Type.Object({
    kind: Type.Union([Type.Literal('free'), Type.Literal('partly-free')]),
    terms: Type.Array(FreeTermRecord, some),
    legs: Type.Array(LegRecord),
  }),
  Type.Object({ kind: Type.Literal('announced-free'), source: Text }),
  Type.Object({ kind: Type.Literal('likely-free'), source: Text }),
  Type.Object({ kind: Type.Literal('zone'), legs: Type.Array(LegRecord), source: Text }),
  Type.Object({ kind: Type.Literal('own-table'), table: Text }),
  Type.Object({ kind: Type.Literal('own-fares'), note: Text }),
]);

/** A ferry connection, NVDB type 770. */
export const ConnectionRecord = Type.Object({
  id: Id,
  name: Text,
  road: Text,
  authority: Text,
  operation: Type.Union([
    Type.Literal('all-year'),
    Type.Literal('summer'),
    Type.Literal('all-year-more-in-summer'),
  ]),
  quayIds: Type.Array(Id, { minItems: 2 }),
  agreementUnsure: Type.Boolean(),
  fare: FareRecord,
  straightKm: Km,
  /** Length of the sailing line between its ends; null where it is not known. */
  sailingKm: Nullable(Km),
  /** Indicative, without a source per row; null: not known. */
  crossingMin: Nullable(Type.Integer({ minimum: 1, maximum: 1440 })),
  /** The sailing line, `[lon, lat]`, from one end to the other in either direction. */
  line: Nullable(Type.Array(Type.Tuple([Type.Number(), Type.Number()]), { minItems: 2 })),
});

const BoundsRecord = Type.Object({
  name: Text,
  classes: Type.Array(
    Type.Object({
      ferryClass: FerryClassName,
      upToM: Type.Optional(Type.Number({ minimum: 1, maximum: 100 })),
    }),
    some,
  ),
});

const AgreementRecord = Type.Object({
  name: Text,
  percentOff: Type.Integer({ minimum: 0, maximum: 100 }),
  roundedTo: Type.Union([Type.Literal('nok'), Type.Literal('ore')]),
  exceptClasses: Type.Array(FerryClassName),
  source: Text,
});

const ZeroEmissionRecord = Type.Object({
  from: Day,
  classes: Type.Array(FerryClassName, { ...some, uniqueItems: true }),
  authorities: Type.Optional(Type.Array(Text, some)),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  assumed: Type.Boolean(),
  source: Text,
});

const TableRecord = Type.Object({
  name: Text,
  bounds: Text,
  agreement: Text,
  /** True: a tariff of its own, to which the breaks of the national tariff do not apply. */
  ownTariff: Type.Boolean(),
});

const FareRowRecord = Type.Object({
  table: Text,
  label: Text,
  from: Day,
  until: Day,
  dated: Type.Union([Type.Literal('published'), Type.Literal('inferred'), Type.Literal('undated')]),
  datedWhy: Text,
  ordinaryNok: Type.Partial(EveryFareNok, { minProperties: 1, additionalProperties: false }),
  zeroEmissionNok: FaresNok,
  sourceKind: Text,
  source: Text,
});

const PeriodRecord = Type.Object({
  from: Day,
  until: Day,
  scale: Type.Number({ minimum: 0.1, maximum: 10 }),
  label: Text,
  source: Text,
});

const ZoneRecord = Type.Object({
  zone: Type.Integer({ minimum: 1 }),
  faresNok: EveryFareNok,
});

export const QuayFile = Type.Object({ meta: Meta, quays: Type.Array(QuayRecord, some) });
export const ConnectionFile = Type.Object({
  meta: Meta,
  connections: Type.Array(ConnectionRecord, some),
});
export const TariffFile = Type.Object({
  meta: Meta,
  bounds: Type.Array(BoundsRecord, some),
  agreements: Type.Array(AgreementRecord, some),
  zeroEmission: Type.Array(ZeroEmissionRecord, some),
  breaks: Type.Array(Type.Object({ day: Day, why: Text, source: Text }), some),
  tables: Type.Array(TableRecord, some),
  fares: Type.Array(FareRowRecord, some),
  zonePeriods: Type.Array(PeriodRecord, some),
  zones: Type.Array(ZoneRecord, some),
});

export type QuayRecord = Static<typeof QuayRecord>;
export type LegRecord = Static<typeof LegRecord>;
export type FareRecord = Static<typeof FareRecord>;
export type ConnectionRecord = Static<typeof ConnectionRecord>;
export type FareRowRecord = Static<typeof FareRowRecord>;
export type QuayFile = Static<typeof QuayFile>;
export type ConnectionFile = Static<typeof ConnectionFile>;
export type TariffFile = Static<typeof TariffFile>;
