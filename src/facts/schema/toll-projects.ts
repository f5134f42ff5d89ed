/** `data/toll-projects.json`, which is written by hand, and the rows that an operator adds. Money in kroner. */
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

/** The tariff groups that something holds for. */
const Sizes = someOnce(Type.Enum(['small', 'large']));
/** Stations of a project, by the key that their records share. */
const PassageKeys = someOnce(Text);
/**
 * Minutes within which passages belong together. The longest of all projects is 90 (Kvam); no trip
 * between the stations of one project takes four hours.
 */
const WindowMin = Type.Integer({ minimum: 1, maximum: 240 });
/** Absent `from`: its first day is not known, and it holds for all days before. */
const dated = { from: Type.Optional(Day), until: Type.Optional(Day) };

/** From when until when stations collect toll; before and after it nothing is charged. */
const Collection = strict({
  /** The first day, or the earliest that it can have been; absent: not known. */
  openFrom: Type.Optional(Day),
  /** The time of that day; absent: midnight. */
  openFromTime: Type.Optional(Clock),
  /** A day from which on they certainly collected; absent: `openFrom`, which is told. */
  openBy: Type.Optional(Day),
  /** First day on which they collected no more, or the latest that it can be; absent: they go on. */
  openTo: Type.Optional(Day),
  /** A day until which they certainly collected, itself outside; absent: `openTo`, which is told. */
  openUntil: Type.Optional(Day),
  /** The time of that day at which they stopped; absent: midnight. */
  openToTime: Type.Optional(Clock),
  /** Until a day they charged those alone that drove towards a place; absent: always as today. */
  towards: Type.Optional(strict({ lat: Lat, lon: Lon, until: Day })),
  /** Absent: all stations of the project that no other record names. */
  stations: Type.Optional(PassageKeys),
  ...sourced,
});

/** What a tag takes off the price. */
const TagDiscount = strict({
  from: Type.Optional(Day),
  smallPercent: Percent,
  largePercent: Percent,
  /** False: no source tells that it held in the project by then; it is taken all the same, with a warning. */
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
    /** Kinds of day of which it is not published whether the rush price holds: it is charged, as an estimate. */
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
    /** False: no source that can be trusted tells which passage pays; `pays` is taken, as an estimate. */
    paysKnown: Type.Optional(Type.Literal(false)),
    /** Stations of which it is not published whether the rule covers them: it is applied, as an estimate. */
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
    /** False: that the rule holds for these stations is our reading; it is applied, as an estimate. */
    known: Type.Optional(Type.Literal(false)),
    ...sourced,
  }),
);
/** Stations that are paid only where both are passed within the window. */
const Reversed = strict({
  stations: PassageKeys,
  windowMin: WindowMin,
  ...sourced,
});
/** For whom a rule that is not applied would hold, and what the passages would cost by it. */
const Otherwise = strict({
  /** 1: they would be one payment; 0: none would be paid. */
  payments: Type.Integer({ minimum: 0, maximum: 1 }),
  /** Absent: whatever time lies between them, on one trip. */
  windowMin: Type.Optional(WindowMin),
  sizes: Sizes,
  /** Would it cover vehicles without a tag? */
  untagged: Type.Boolean(),
});
/** A rule that is known and not applied; a warning says so where that many stations are passed. */
const Unapplied = strict({
  /** Before it the rule is known not to hold; absent: on every day. */
  from: Type.Optional(Day),
  stations: PassageKeys,
  atLeast: Type.Integer({ minimum: 1 }),
  /** An hour rule: so many passages within its window, also of one station or on several drives; absent: stations of one drive. */
  ofPassages: Type.Optional(Type.Literal(true)),
  /** It is not published whether the stations are one payment: each is charged. */
  mayBeOnePayment: Type.Optional(Type.Literal(true)),
  /** Absent: they would be one payment for every vehicle. */
  otherwise: Type.Optional(Otherwise),
  note: Text,
  source: Text,
});

/** How long one drive past the records of one station takes at most. */
const DrivePast = lastingOrNot(
  strict({
    ...dated,
    withinS: Type.Integer({ minimum: 1, maximum: 600 }),
    ...sourced,
  }),
);

/** So many paid passages in a month at most. */
const Cap = strict({
  group: Text,
  /** Names what is counted: the hour group of its stations, or a name of its own. Absent: each station. */
  key: Type.Optional(Text),
  /** It counts the stations of the project that have no hour group, too. */
  ungrouped: Type.Optional(Type.Boolean()),
  /** The most of all projects is 120 (Oslo); ten passages on each day are as good as no cap. */
  perMonth: Type.Integer({ minimum: 1, maximum: 310 }),
  /** A day on which the source says so. */
  knownOn: Day,
  /** The first day on which it holds for its sizes; absent: not known, and it holds for all days before. */
  from: Type.Optional(Day),
  /** Absent: both. */
  sizes: Type.Optional(Sizes),
  ...sourced,
});

/** What vehicles without emissions pay. */
const ZeroEmission = lastingOrNot(
  strict({
    ...dated,
    /** The time of the first day at which it begins; absent: midnight. */
    fromTime: Type.Optional(Clock),
    /** The time of `until` at which it ends; absent: midnight. */
    untilTime: Type.Optional(Clock),
    /** `none`: the source has no day, and `from` is taken for the first; it counts as known for no day. */
    dateKnown: Type.Optional(Type.Literal('none')),
    /** A later day than `from` on which a source says that it still holds. */
    knownOn: Type.Optional(Day),
    stations: Type.Optional(PassageKeys),
    size: Type.Optional(Type.Enum(['small', 'large'])),
    /** Absent: electric and hydrogen. */
    fuels: Type.Optional(someOnce(Type.Enum(['electric', 'hydrogen', 'gas']))),
    /** Only for vehicles of this technical code, such as `N1` for vans; absent: for all. */
    technicalCode: Type.Optional(Type.String({ pattern: '^[MN][123]$' })),
    /**
     * `share` of the tagged price until a newer row, or a tariff of its own (`byFuel.electric`); `exempt`:
     * 0 with a tag; `on-application`: 0 with a tag for those who have applied for it. `at-most` is the ceiling of the law, `planned` never came into force: it prices nothing.
     */
    terms: Type.Enum(['share', 'at-most', 'own-tariff', 'exempt', 'on-application', 'planned']),
    percentOfTagged: Type.Optional(Percent),
    /** Another share, which from a day on may hold instead: sources leave open whether. Absent: none does. */
    otherwise: Type.Optional(strict({ from: Day, percentOfTagged: Percent })),
    /** What it pays without a tag; `same`: the same share of the full price, or nothing either. */
    untagged: Type.Enum(['full', 'own-tariff', 'same']),
    ...sourced,
  }),
);

const offAndRush = { off: Nok, rush: Type.Optional(Nok) };
const OffAndRush = strict(offAndRush);
/** `otherwise`: what another source has, where nothing tells which of the two is right; absent: the sources agree. */
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
    /** A source tells that it ended at `until`; absent: from then on no source tells of it any more. */
    ended: Type.Optional(Type.Literal(true)),
    /**
     * `year`: only the year of `from` is known; the price counts as known for no day. `last-day`: it
     * held before `from`, which is its last day, and since when is not known. Absent: `from` is told.
     */
    dateKnown: Type.Optional(Type.Enum(['year', 'last-day'])),
    /** Absent: all stations of the project. */
    stations: Type.Optional(PassageKeys),
    ...prices,
    ...sourced,
  }),
);

/** A tariff without a day, or one that is planned: it prices nothing. */
const UndatedTariff = strict({ ...prices, ...sourced });

const AbsentStation = strict({
  passageKey: Text,
  name: Text,
  why: Text,
  /** First day on which it did not stand any more; absent: not known. */
  until: Type.Optional(Day),
  /** The time of that day at which it was removed; absent: midnight. */
  untilTime: Type.Optional(Clock),
  /** Where it stood, one for each road or carriageway; absent: not known. */
  places: Type.Optional(some(strict({ lat: Lat, lon: Lon }))),
  source: Text,
});

/** The rows of a project, all optional; an operator may add some of its own. */
export const ROW_LISTS = {
  /** Absent: the national ones. */
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
  /** Small vehicles pay by fuel; `small` and the observed price are diesel. */
  smallByFuel: Type.Optional(Type.Boolean()),
  /** False: no AutoPASS project; the national terms of zero emission and exemptions do not hold for it. */
  nationalTerms: Type.Optional(Type.Literal(false)),
  ...ROW_LISTS,
  reversedRules: Type.Optional(Type.Array(Reversed)),
  undatedTariffs: Type.Optional(Type.Array(UndatedTariff)),
  /** Stations that once stood, or that rules and tariffs name, and that the extract does not have. */
  absentStations: Type.Optional(Type.Array(AbsentStation)),
  notes: Type.Optional(Type.Array(Text)),
});

export const TollProjectsFile = Type.Object({
  meta: CountedMeta,
  national: strict({
    drivePasts: some(DrivePast),
    tagDiscounts: some(TagDiscount),
    zeroEmission: Type.Array(ZeroEmission),
    /** Vehicles that pay no toll, by what their technical code begins with. */
    exemptions: Type.Optional(
      Type.Array(strict({ from: Type.Optional(Day), codePrefix: Text, name: Text, ...sourced })),
    ),
    /** For a station with windows whose project has no rush terms; sizes are those with a price. */
    rush: Type.Optional(
      strict({ except: DayKinds, exceptUnknown: Type.Optional(DayKinds), ...sourced }),
    ),
    /** General rate, percent: tolls have none, and a statement may add it. */
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
/** Local rules that pricing takes as their rows say them. */
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
