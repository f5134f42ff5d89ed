/** `data/toll-projects.json`, which is written by hand, and the rows that an operator adds. Amounts are in kroner. */
import Type from 'typebox';
import {
  Clock,
  CountedMeta,
  Day,
  FileDay,
  Lat,
  Lon,
  lastingOrNot,
  Nok,
  Percent,
  type Row,
  some,
  someOnce,
  sourced,
  strict,
  Text,
  Window,
} from './values.ts';

/** The tariff groups for which a row holds. */
const Sizes = someOnce(Type.Enum(['small', 'large']));
/** Stations of a project, by the key that their records share. */
const PassageKeys = someOnce(Text);
/**
 * Minutes within which passages belong together. The longest window of all projects has 90 minutes (Kvam). No trip
 * between the stations of one project takes four hours.
 */
const WindowMin = Type.Integer({ minimum: 1, maximum: 240 });
/** Absent `from`: the first day is not known, and the row holds for all earlier days. */
const dated = { from: Type.Optional(Day), until: Type.Optional(Day) };

/** The period in which stations collect toll. Outside this period nothing is charged. */
const Collection = strict({
  /** The first day, or the earliest possible first day; absent: not known. */
  openFrom: Type.Optional(Day),
  /** The time of `openFrom`; absent: midnight. */
  openFromTime: Type.Optional(Clock),
  /** A day from which they certainly collected; absent: `openFrom` is certain. */
  openBy: Type.Optional(Day),
  /** First day on which they no longer collected, or the latest possible such day; absent: they still collect. */
  openTo: Type.Optional(Day),
  /** A day before which they certainly still collected; absent: `openTo` is certain. */
  openUntil: Type.Optional(Day),
  /** The time of `openTo` at which they stopped; absent: midnight. */
  openToTime: Type.Optional(Clock),
  /** Until a day they charged only vehicles that drove towards a place; absent: always the same directions as today. */
  towards: Type.Optional(strict({ lat: Lat, lon: Lon, until: Day })),
  /** Absent: all stations of the project that no other record names. */
  stations: Type.Optional(PassageKeys),
  ...sourced,
});

/** The discount for vehicles with a tag. */
const TagDiscount = strict({
  from: Type.Optional(Day),
  smallPercent: Percent,
  largePercent: Percent,
  /** False: no source says that it held in the project at that time. It is still applied, with a warning. */
  known: Type.Optional(Type.Literal(false)),
  ...sourced,
});

const DayKinds = Type.Array(Type.Enum(['public-holiday', 'half-day', 'july']));
/** When the rush tariff holds. */
const RushTerms = lastingOrNot(
  strict({
    ...dated,
    windows: some(Window),
    except: DayKinds,
    /** Kinds of day for which it is not published whether the rush price holds. It is charged, as an estimate. */
    exceptUnknown: Type.Optional(DayKinds),
    sizes: Sizes,
    /** Absent: all stations of the project. */
    stations: Type.Optional(PassageKeys),
    ...sourced,
  }),
);

/** Passages of one group within one window pay once. */
const HourRule = lastingOrNot(
  strict({
    ...dated,
    pays: Type.Enum(['first', 'dearest']),
    /** False: no reliable source tells which passage pays. `pays` is used, as an estimate. */
    paysKnown: Type.Optional(Type.Literal(false)),
    /** Stations for which it is not published whether the rule covers them. It is applied, as an estimate. */
    stationsUnknown: Type.Optional(PassageKeys),
    windowMin: WindowMin,
    sizes: Sizes,
    /** Does it cover vehicles without a tag? */
    untagged: Type.Boolean(),
    onceBetween: Type.Optional(Window),
    ...sourced,
  }),
);

/** A payment at one station makes the other one free. */
const Linked = lastingOrNot(
  strict({
    ...dated,
    paid: PassageKeys,
    free: PassageKeys,
    /** False: it is our interpretation that the rule holds for these stations. It is applied, as an estimate. */
    known: Type.Optional(Type.Literal(false)),
    ...sourced,
  }),
);
/** Stations that are paid only if both are passed within the window. */
const Reversed = strict({
  stations: PassageKeys,
  windowMin: WindowMin,
  ...sourced,
});
/** The vehicles for which a rule that is not applied would hold, and the payments by this rule. */
const Otherwise = strict({
  /** 1: the passages would be one payment; 0: no passage would be paid. */
  payments: Type.Integer({ minimum: 0, maximum: 1 }),
  /** Absent: any time may lie between the passages of one trip. */
  windowMin: Type.Optional(WindowMin),
  sizes: Sizes,
  /** Would it cover vehicles without a tag? */
  untagged: Type.Boolean(),
});
/** A rule that is known but not applied. A warning says so if at least `atLeast` of the stations are passed. */
const Unapplied = strict({
  /** Before this day the rule certainly does not hold; absent: it may hold on every day. */
  from: Type.Optional(Day),
  stations: PassageKeys,
  atLeast: Type.Integer({ minimum: 1 }),
  /**
   * An hour rule: `atLeast` counts passages within its window, also passages of the same station and of several drives;
   * absent: it counts stations of one drive.
   */
  ofPassages: Type.Optional(Type.Literal(true)),
  /** It is not published whether the stations are one payment. Each of them is charged. */
  mayBeOnePayment: Type.Optional(Type.Literal(true)),
  /** Absent: they would be one payment for every vehicle. */
  otherwise: Type.Optional(Otherwise),
  note: Text,
  source: Text,
});

/** The longest time for one drive past the records of one station. */
const DrivePast = lastingOrNot(
  strict({
    ...dated,
    withinS: Type.Integer({ minimum: 1, maximum: 600 }),
    ...sourced,
  }),
);

/** The most paid passages in a month. */
const Cap = strict({
  group: Text,
  /** Name of the count: the hour group of the stations, or a name of its own; absent: each station is counted alone. */
  key: Type.Optional(Text),
  /** It also counts stations of the project that have no hour group. */
  ungrouped: Type.Optional(Type.Boolean()),
  /** It counts every station of the project, whatever its hour group. */
  everyStation: Type.Optional(Type.Boolean()),
  /** The highest cap of all projects is 120 (Oslo). Ten passages on each day are as good as no cap. */
  perMonth: Type.Integer({ minimum: 1, maximum: 310 }),
  /** A day for which the source states the cap. */
  knownOn: Day,
  /** The first day on which it holds for its sizes; absent: not known, and it holds for all earlier days. */
  from: Type.Optional(Day),
  /** Absent: both. */
  sizes: Type.Optional(Sizes),
  ...sourced,
});

/** The terms for vehicles without emissions. */
const ZeroEmission = lastingOrNot(
  strict({
    ...dated,
    /** The time of the first day at which it begins; absent: midnight. */
    fromTime: Type.Optional(Clock),
    /** The time of `until` at which it ends; absent: midnight. */
    untilTime: Type.Optional(Clock),
    /** `none`: the source has no day, and `from` is assumed to be the first. The terms count as known for no day. */
    dateKnown: Type.Optional(Type.Literal('none')),
    /** A day after `from` on which the terms still hold by a source. */
    knownOn: Type.Optional(Day),
    stations: Type.Optional(PassageKeys),
    size: Type.Optional(Type.Enum(['small', 'large'])),
    /** Absent: electric and hydrogen. */
    fuels: Type.Optional(someOnce(Type.Enum(['electric', 'hydrogen', 'gas']))),
    /** Only for vehicles of this technical code, such as `N1` for vans; absent: for all. */
    technicalCode: Type.Optional(Type.String({ pattern: '^[MN][123]$' })),
    /**
     * `share`: a share of the tagged price until a newer row, or until a tariff of its own (`byFuel.electric`).
     * `exempt`: 0 with a tag. `on-application`: 0 with a tag for owners who have applied for it. `at-most`: the ceiling
     * by law. `planned`: it never came into force, and prices nothing.
     */
    terms: Type.Enum(['share', 'at-most', 'own-tariff', 'exempt', 'on-application', 'planned']),
    percentOfTagged: Type.Optional(Percent),
    /** Another share that may hold instead from a day on: the sources leave it open; absent: there is none. */
    otherwise: Type.Optional(strict({ from: Day, percentOfTagged: Percent })),
    /** The price without a tag; `same`: the same share of the full price, or also nothing. */
    untagged: Type.Enum(['full', 'own-tariff', 'same']),
    ...sourced,
  }),
);

const offAndRush = { off: Nok, rush: Type.Optional(Nok) };
const OffAndRush = strict(offAndRush);
/** `otherwise`: the price of another source, if it is not known which source is right; absent: the sources agree. */
const OffAndRushOr = strict({ ...offAndRush, otherwise: Type.Optional(OffAndRush) });
const prices = {
  small: Type.Optional(Nok),
  smallRush: Type.Optional(Nok),
  large: Type.Optional(Nok),
  largeRush: Type.Optional(Nok),
  byFuel: Type.Optional(
    Type.Partial(
      strict({
        petrol: OffAndRushOr,
        diesel: OffAndRush,
        electric: OffAndRushOr,
        hydrogen: OffAndRushOr,
      }),
    ),
  ),
  byEuroClass: Type.Optional(
    Type.Partial(strict({ 'euro-5-and-older': OffAndRush, 'euro-6': OffAndRush })),
  ),
};

/** A tariff that an operator has published. */
const PublishedTariff = lastingOrNot(
  strict({
    from: Day,
    /** The time of that day at which it begins; absent: midnight. */
    fromTime: Type.Optional(Clock),
    until: Type.Optional(Day),
    /** The time of `until` at which it ends; absent: midnight. */
    untilTime: Type.Optional(Clock),
    /** A source says that the tariff ended at `until`; absent: no source has it from then on. */
    ended: Type.Optional(Type.Literal(true)),
    /**
     * `year`: only the year of `from` is known, and the price counts as known for no day. `last-day`: `from` is its
     * last day, and its first day is not known. Absent: a source states `from`.
     */
    dateKnown: Type.Optional(Type.Enum(['year', 'last-day'])),
    /** Absent: all stations of the project. */
    stations: Type.Optional(PassageKeys),
    ...prices,
    ...sourced,
  }),
);

/** A tariff without a day, or a planned tariff. It prices nothing. */
const UndatedTariff = strict({ ...prices, ...sourced });

const AbsentStation = strict({
  passageKey: Text,
  name: Text,
  why: Text,
  /** First day on which it no longer stood for certain, else that behind the last day on which a source saw it; absent: neither is known. */
  until: Type.Optional(Day),
  /** The time of `until` at which it was removed; absent: midnight. */
  untilTime: Type.Optional(Clock),
  /** Where it stood, one place for each road or carriageway; absent: not known. */
  places: Type.Optional(some(strict({ lat: Lat, lon: Lon }))),
  source: Text,
});

/** The rows of a project, all optional. An operator may add rows. */
export const ROW_LISTS = {
  /** Absent: the national discounts. */
  tagDiscounts: Type.Optional(some(TagDiscount)),
  hourRules: Type.Optional(Type.Array(HourRule)),
  caps: Type.Optional(Type.Array(Cap)),
  zeroEmission: Type.Optional(Type.Array(ZeroEmission)),
  tariffs: Type.Optional(Type.Array(PublishedTariff)),
  /** Absent: neither a first nor a last day is known. */
  collection: Type.Optional(some(Collection)),
  rush: Type.Optional(Type.Array(RushTerms)),
  linkedStations: Type.Optional(Type.Array(Linked)),
  unappliedRules: Type.Optional(Type.Array(Unapplied)),
};

const Project = strict({
  id: Text,
  name: Text,
  operator: Type.String(),
  /** Small vehicles pay by fuel. `small` and the observed price are the price of diesel. */
  smallByFuel: Type.Optional(Type.Boolean()),
  /** False: no AutoPASS project. The national terms of zero emission and exemptions do not hold for it. */
  nationalTerms: Type.Optional(Type.Literal(false)),
  ...ROW_LISTS,
  reversedRules: Type.Optional(Type.Array(Reversed)),
  undatedTariffs: Type.Optional(Type.Array(UndatedTariff)),
  /** Stations that the extract does not have: they stood in the past, or rules and tariffs name them. */
  absentStations: Type.Optional(Type.Array(AbsentStation)),
  notes: Type.Optional(Type.Array(Text)),
});

export const TollProjectsFile = Type.Object({
  meta: CountedMeta,
  national: strict({
    drivePasts: some(DrivePast),
    tagDiscounts: some(TagDiscount),
    zeroEmission: Type.Array(ZeroEmission),
    /** Vehicles that pay no toll, by the beginning of their technical code. */
    exemptions: Type.Optional(
      Type.Array(strict({ from: Type.Optional(Day), codePrefix: Text, name: Text, ...sourced })),
    ),
    /** For a station with windows whose project has no rush terms. They hold for the sizes that have a rush price. */
    rush: Type.Optional(
      strict({ except: DayKinds, exceptUnknown: Type.Optional(DayKinds), ...sourced }),
    ),
    /** General rate, percent. Tolls have no value added tax, but a statement may add it. */
    valueAddedTax: Type.Optional(some(strict({ from: Day, percent: Percent, ...sourced }))),
    notes: Type.Array(Text),
  }),
  projects: some(Project),
});

/** `own-tariffs.json`: rows of a project that an operator adds. */
export const OwnTariffsFile = strict({
  meta: strict({ date: FileDay, note: Type.Optional(Text) }),
  projects: some(strict({ id: Text, ...ROW_LISTS })),
});

export type TollProjects = Row<typeof TollProjectsFile>;
export type ProjectRecord = TollProjects['projects'][number];
export type OwnTariffs = Row<typeof OwnTariffsFile>;
/** Local rules that pricing uses in the form of their rows. */
export const LOCAL_RULES = ['linkedStations', 'reversedRules', 'unappliedRules'] as const;
export type LocalRules = Required<Pick<ProjectRecord, (typeof LOCAL_RULES)[number]>>;
export type NationalRules = TollProjects['national'];
export type CollectionRecord = Row<typeof Collection>;
export type HourRuleRecord = Row<typeof HourRule>;
export type CapRecord = Row<typeof Cap>;
export type RushRecord = Row<typeof RushTerms>;
export type ZeroEmissionRecord = Row<typeof ZeroEmission>;
export type UndatedTariffRecord = Row<typeof UndatedTariff>;
export type PublishedTariffRecord = Row<typeof PublishedTariff>;
