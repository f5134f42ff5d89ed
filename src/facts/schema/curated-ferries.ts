/** `data/curated/ferries.json`: decisions about questions that the sources leave open. */
import Type from 'typebox';
import { AgreementRecord, addedToll, fareTable, SURENESS, ZonePeriod } from './ferries.ts';
import {
  Day,
  FerryClassName,
  FileDay,
  Id,
  lasting,
  once,
  orNull,
  Percent,
  type Row,
  some,
  strict,
  Text,
} from './values.ts';

const Classes = Type.Array(FerryClassName, { uniqueItems: true });
const FareStatus = Type.Enum([
  'free',
  'announced-free',
  'likely-free',
  'own-fares',
  'partly-free',
  'paid',
]);

const LegZones = strict({
  /** Sailing distance divided by the straight distance: never less than 1, hardly ever 2. */
  sailingPerStraight: Type.Number({ minimum: 1, maximum: 2 }),
  reason: Text,
  surcharges: once(
    'authority',
    strict({ authority: Text, zones: Type.Integer({ minimum: 1, maximum: 20 }), reason: Text }),
  ),
});

const ZeroEmission = strict({
  from: Day,
  classes: Type.Union([Type.Literal('all'), Classes]),
  authorities: orNull(some(Text)),
  percent: Percent,
  assumed: Type.Boolean(),
  source: Text,
});

const FareDate = lasting(
  strict({
    connection: Text,
    validFrom: orNull(Text),
    from: Day,
    until: Day,
    dated: Type.Enum(['published', 'inferred', 'undated']),
    label: Text,
    reason: Text,
    previousFrom: Type.Optional(Day),
    previousLabel: Type.Optional(Text),
  }),
);

/** Legs that a source names as free: legs to or from some quays, between some quays, or all. Quays are named. */
const Free = strict({
  id: Id,
  from: Day,
  /** No source tells the first day: `from` is our choice. */
  fromAssumed: Type.Optional(Type.Literal(true)),
  asOf: orNull(Day),
  touching: Type.Optional(some(Text)),
  between: Type.Optional(some(Text)),
  sureness: Type.Enum([...SURENESS]),
  source: Text,
  reason: Text,
});

/** A tariff zone that a source states, between two quays by name. */
const Zone = strict({
  id: Id,
  quays: Type.Tuple([Text, Text]),
  zone: Type.Integer({ minimum: 1, maximum: 100 }),
  source: Text,
  reason: Text,
});

const AddedToll = strict({ id: Id, ...addedToll, reason: Text });

export const CuratedFerriesFile = strict({
  meta: strict({ what: Text, date: FileDay }),
  quayNames: once('id', strict({ id: Id, name: Text, reason: Text })),
  duplicateQuays: once('id', strict({ id: Id, of: Id, reason: Text })),
  fareStatus: once('id', strict({ id: Id, status: FareStatus, reason: Text })),
  free: Type.Array(Free),
  zones: Type.Array(Zone),
  addedTolls: once('id', AddedToll),
  legZones: LegZones,
  agreementUnsure: once('authority', strict({ authority: Text, reason: Text })),
  /** Authorities without a complete list of their free ferries: a ferry that no list names may be free. */
  freeUnsure: once('authority', strict({ authority: Text, reason: Text })),
  agreements: once('name', AgreementRecord, 1),
  zeroEmission: some(ZeroEmission),
  breaks: once('day', strict({ day: Day, why: Text, source: Text })),
  tables: once('name', strict({ ...fareTable, reason: Text })),
  fareDates: Type.Array(FareDate),
  zonePeriods: once('from', lasting(ZonePeriod), 1),
});

export type FerryDecisions = Omit<Row<typeof CuratedFerriesFile>, 'meta'>;
