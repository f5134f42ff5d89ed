/** The proofs of amounts as they go on the wire. Money in øre, times in the Oslo offset. */
import type { Day } from '../base/day.ts';
import type { PriceStepKind } from '../pricing/priced-amount.ts';
import type { FreeRule } from '../pricing/toll/charge.ts';

/** What every proof begins with. */
interface ProofHead {
  /** Names the proof within the answer: route, kind and number, such as `0/toll/2`. */
  readonly id: string;
  readonly dataVersion: string;
  /** First digits of the SHA-256 of the files that the price follows from. */
  readonly dataHash: string;
}

/** Why a passage costs what it costs. */
export interface TollProof extends ProofHead {
  /** NVDB object id. */
  readonly stationId: string;
  readonly project: string;
  /** Absent: no passage shares a rule of hours with it. */
  readonly hourGroup?: string;
  readonly passedAt: string;
  readonly local: LocalTime;
  readonly amounts: readonly TollAmountProof[];
}

/** The moment on the Norwegian wall clock. */
interface LocalTime {
  readonly day: Day;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  readonly time: string;
}

export interface TollAmountProof extends ProvedPrice {
  /** The member that it proves. */
  readonly of: TollAmountName;
  readonly window: TariffWindow;
  readonly rule: RuleProof;
}

export type TollAmountName =
  | 'smallNok'
  | 'smallNoDiscountNok'
  | 'largeNok'
  | 'largeNoDiscountNok'
  | 'vehicleNok';

/** A price from its tariff row on. */
export interface ProvedPrice {
  /** The amount in the end, in whole øre. */
  readonly ore: number;
  readonly tariff: TariffProof;
  readonly certainty: 'known' | 'carried' | 'ceiling' | 'ordinary';
  readonly steps: readonly StepProof[];
}

interface TariffProof {
  readonly id: string;
  readonly from: Day;
  /** Absent: midnight. */
  readonly fromTime?: string;
  readonly until?: Day;
  readonly source: string;
}

export interface StepProof {
  readonly kind: PriceStepKind;
  /** Per cent that are left of the amount before. */
  readonly percentLeft?: number;
  readonly times?: number;
  /** To what the share is rounded, half up; absent: there is nothing to round. */
  readonly rounding?: 'krone' | 'ore';
  /** What is left after the step. */
  readonly ore: number;
  readonly source?: string;
}

interface TariffWindow {
  /** `rush-price-unknown`: in the rush, at the ordinary price. */
  readonly kind: 'off-peak' | 'rush' | 'rush-price-unknown';
  /** The rush of the station, Monday to Friday, ends outside; absent: there is none. */
  readonly rushHours?: readonly string[];
  /** Kinds of day without rush. */
  readonly exceptDays?: readonly string[];
  /** First day of the older row that the rush price is from. */
  readonly rushPriceFrom?: Day;
}

/** What the rules between passages made of the price. */
export interface RuleProof {
  readonly kind: 'none' | 'pays-for-hour' | FreeRule;
  readonly group?: string;
  readonly pays?: 'first' | 'dearest';
  readonly windowMin?: number;
  /** The passage that opened the hour. */
  readonly openedBy?: PassageRef;
  /** End of the window, outside it. */
  readonly until?: string;
  /** The passage that pays instead. */
  readonly paidBy?: PassageRef;
  readonly cap?: CapProof;
  readonly source?: string;
}

export interface PassageRef {
  readonly id: string;
  readonly passedAt: string;
}

interface CapProof {
  readonly group: string;
  readonly perMonth: number;
  /** `YYYY-MM`. */
  readonly month: string;
  /** Paid passages of the month before this one. */
  readonly used: number;
  readonly knownOn: Day;
  readonly source: string;
}

/** Why a crossing costs what it costs. */
export interface FerryProof extends ProofHead {
  /** The day whose fares are taken: that of departure. */
  readonly day: Day;
  readonly amounts: readonly FerryAmountProof[];
}

export interface FerryAmountProof extends ProvedPrice {
  readonly of: 'nok' | 'evNok' | 'autopassNok' | 'vehicleNok';
}

/** One line of an expense claim. */
export interface AnswerLine {
  readonly date: Day;
  /** `HH:MM`; absent: not known. */
  readonly time?: string;
  readonly kind: 'toll' | 'ferry';
  readonly name: string;
  readonly operator?: string;
  readonly road?: string;
  readonly nok: number;
  readonly vatNok: number;
  /** Which sum of the route it is a part of. */
  readonly amountOf: 'tollSmall' | 'tollLarge' | 'ferryNok' | 'vehicle';
  /** The amount is not published for the day and the vehicle, or the answer is preliminary. */
  readonly estimated: boolean;
  readonly proof: string;
}
