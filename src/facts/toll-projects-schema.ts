/** The shape of `data/toll-projects.json`, which is written by hand. */
import Type from 'typebox';
import { Day } from './day-schema.ts';
import { PublishedTariff, UndatedTariff } from './published-tariff-schema.ts';
import {
  Cap,
  Collection,
  DrivePast,
  HourRule,
  Linked,
  Reversed,
  RushTerms,
  TagDiscount,
  Unapplied,
  ZeroEmission,
} from './toll-rule-schema.ts';
import { Clock, Counts, sourced, strict, Text } from './toll-values-schema.ts';

const AbsentStation = strict({
  passageKey: Text,
  name: Text,
  why: Text,
  /** First day on which it did not stand any more; absent: not known. */
  until: Type.Optional(Day),
  /** The time of that day at which it was removed; absent: midnight. */
  untilTime: Type.Optional(Clock),
  source: Text,
});

/** The dated rows of a project, all optional; an operator may add some of its own. */
export const ROW_LISTS = {
  /** Absent: the national ones. */
  tagDiscounts: Type.Optional(Type.Array(TagDiscount, { minItems: 1 })),
  hourRules: Type.Optional(Type.Array(HourRule)),
  caps: Type.Optional(Type.Array(Cap)),
  zeroEmission: Type.Optional(Type.Array(ZeroEmission)),
  tariffs: Type.Optional(Type.Array(PublishedTariff)),
};

const Project = strict({
  id: Text,
  name: Text,
  operator: Type.String(),
  /** Small vehicles pay by fuel; `small` and the observed price are diesel. */
  smallByFuel: Type.Optional(Type.Boolean()),
  /** False: no AutoPASS project; the national terms of zero emission and exemptions are none of its. */
  nationalTerms: Type.Optional(Type.Literal(false)),
  ...ROW_LISTS,
  /** Absent: neither a first nor a last day is known. */
  collection: Type.Optional(Type.Array(Collection, { minItems: 1 })),
  rush: Type.Optional(Type.Array(RushTerms)),
  linkedStations: Type.Optional(Type.Array(Linked)),
  reversedRules: Type.Optional(Type.Array(Reversed)),
  unappliedRules: Type.Optional(Type.Array(Unapplied)),
  undatedTariffs: Type.Optional(Type.Array(UndatedTariff)),
  /** Stations that rules and tariffs name and that the extract does not have. */
  absentStations: Type.Optional(Type.Array(AbsentStation)),
  notes: Type.Optional(Type.Array(Text)),
});

/** `data/toll-projects.json`: written by hand. */
export const TollProjectsFile = Type.Object({
  meta: Type.Object({ date: Day, counts: Counts }),
  national: strict({
    drivePasts: Type.Array(DrivePast, { minItems: 1 }),
    tagDiscounts: Type.Array(TagDiscount, { minItems: 1 }),
    zeroEmission: Type.Array(ZeroEmission),
    /** Vehicles that pay no toll, by what their technical code begins with. */
    exemptions: Type.Optional(
      Type.Array(strict({ from: Type.Optional(Day), codePrefix: Text, name: Text, ...sourced })),
    ),
    /** For a station with windows whose project has no rush terms; sizes are those with a price. */
    rush: Type.Optional(
      strict({ except: Type.Array(Type.Enum(['public-holiday', 'half-day', 'july'])), ...sourced }),
    ),
    notes: Type.Array(Text),
  }),
  projects: Type.Array(Project, { minItems: 1 }),
});

export type TollProjects = Type.Static<typeof TollProjectsFile>;
export type ProjectRecord = Type.Static<typeof Project>;
