/** The input of a ferry bill: the crossings and the vehicle. */
import type { FerryAgreementKind, FerryClass, Fuel } from '../../base/vehicle.ts';
import type { FerryConnection } from './law.ts';

/** A crossing on a route, matched to its connection by its quays. */
export interface FerryCrossing {
  /** Absent when no connection serves the quays: the crossing is then unpriced. */
  readonly connection?: FerryConnection;
  readonly fromQuay?: CalledQuay;
  readonly toQuay?: CalledQuay;
  /** The name that a planner gives it; absent: it has none. */
  readonly plannedName?: string;
  /** Seconds from the departure of the trip to boarding; absent: not known. */
  readonly boardedAtS?: number;
  /** The time at the quays; absent: not known. */
  readonly boarding?: FerryBoarding;
  readonly lengthM: number;
  readonly durationS: number;
}

/** Seconds at the quay. */
export interface FerryBoarding {
  /** Until the departure. */
  readonly waitS: number;
  /** Driving aboard and ashore. */
  readonly boardingS: number;
  /** The timetable is not known: the wait is estimated from similar ferries. */
  readonly isEstimated: boolean;
}

interface CalledQuay {
  /** NVDB object id, type 64. */
  readonly id: string;
  readonly name: string;
}

export interface FerryVehicle {
  readonly ferryClass: FerryClass;
  /** Total length; connections with length bounds of their own use it. Absent: class only. */
  readonly lengthM?: number;
  /** Given where the fare of one vehicle is asked for beside the fares of its class. */
  readonly customer?: FerryCustomer;
}

/** What the fare of one vehicle depends on, beyond its class. */
export interface FerryCustomer {
  /** Absent: not known. */
  readonly fuel?: Fuel;
  readonly agreement: FerryAgreementKind;
  /** Absent: no trailer. */
  readonly trailerM?: number;
  /** Permitted total weight of the motor vehicle; absent: not known. */
  readonly weightKg?: number;
  /** The weight is not known, and vehicles of its kind may be heavy. */
  readonly isWeightAssumed?: true;
  /** The class is a default, and vehicles of its kind differ in length. */
  readonly isClassAssumed?: true;
}
