/** What a renewal works on and gives: the data in force, the rows of the road database, the new data. */
import type { Day } from '../../base/day.ts';
import type { SourceQuay } from '../compile/ferry-source.ts';
import type { SourceCamera, SpeedCamera } from '../compile/speed-cameras.ts';
import type { StationRecord } from '../compile/station-record.ts';
import type { SourceStation } from '../compile/station-source.ts';
import type { QuayRecord } from '../ferry-schema.ts';

/** What the road database has. */
export interface RoadRows {
  readonly stations: readonly SourceStation[];
  readonly quays: readonly SourceQuay[];
  readonly cameras: readonly CameraWithMetering[];
}

export type CameraWithMetering = SourceCamera & Pick<SourceStation, 'metering'>;

/** The three files that a renewal writes, as records. */
export interface RenewableData {
  readonly stations: readonly DatedStation[];
  /** Stations that the road database once had, and has no more. */
  readonly gone: readonly GoneStation[];
  readonly quays: readonly KeptQuay[];
  readonly cameras: readonly SpeedCamera[];
  /** The day that the stations stand for. */
  readonly day: Day;
}

/** A station whose tariffs have a past. */
export interface DatedStation extends StationRecord {
  /** First day on which the tariff was seen; absent: the day of the data. */
  readonly observedFrom?: Day;
  /** Tariffs that were seen before it, oldest first; absent: none. */
  readonly earlier?: readonly EarlierTariff[];
}

/** A tariff that is not in force any more. Whole kroner. */
export type EarlierTariff = Pick<
  StationRecord,
  'smallNok' | 'largeNok' | 'smallRushNok' | 'largeRushNok' | 'rush'
> & {
  /** First day on which it was seen. */
  readonly from: Day;
  /** First day on which it was not seen any more. */
  readonly until: Day;
};

export interface GoneStation {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly passageKey: string;
  /** First day on which the road database did not have it. */
  readonly until: Day;
}

/** A quay that a connection calls at and the road database has no more stays as it was. */
export type KeptQuay = QuayRecord & { readonly goneSince?: Day };

/** A row that needs a decision by hand. */
export interface Undecided {
  readonly id: string;
  readonly name: string;
  /** What is to be decided, such as `an Oslo ring`. */
  readonly what: string;
}
