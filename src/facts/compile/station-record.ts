import type { LinkPosition } from '../../geo/road-link.ts';

/** One toll station record as `data/toll-stations.json` holds it. Money in whole kroner. */
export interface StationRecord {
  /** NVDB object id, type 45. */
  readonly id: string;
  readonly name: string;
  readonly kind: StationKind;
  /** Id of a project in `toll-projects.json`; `unknown` when place and name do not tell it. */
  readonly project: string;
  /** `null` where the source names none and the project does not tell it. */
  readonly operator: string | null;
  /** Category letter and number, `E39`. */
  readonly road: string;
  /** Municipality number without a leading zero; `null`: the source names none. */
  readonly municipality: number | null;
  readonly lat: number;
  readonly lon: number;
  /** Records with the same key are one station: one drive past them is charged once. */
  readonly passageKey: string;
  /** Id of the current row; on rows with an old tariff only. They are never charged. */
  readonly staleTwinOf?: string;
  /** `null`: no tariff is known. */
  readonly smallNok: number | null;
  readonly largeNok: number | null;
  readonly smallRushNok: number | null;
  /** Absent: not known. */
  readonly largeRushNok?: number;
  /** `HH:MM-HH:MM`, the end outside; `null`: one price at all hours. */
  readonly rush: readonly string[] | null;
  /** Why a tariff or window differs from the source row. */
  readonly tariffNote?: string;
  /** Passages of one group share an hour rule; `null`: no hour rule at this station. */
  readonly hourGroup: string | null;
  /** Why the group is not simply the project. */
  readonly hourGroupWhy?: string;
  /** The station stands on a ramp and must not be put on the road beside it by nearness. */
  readonly onRamp?: true;
  readonly charged: Charged;
  /** Bearing of travel in the charged direction, whole degrees clockwise from north; `null`: both. */
  readonly chargedBearingDeg: number | null;
  readonly chargedBy: ChargedBy;
  /** One sentence of evidence. */
  readonly chargedWhy: string;
  /** Together the station's name in AutoPASS; absent: not known. */
  readonly operatorId?: number;
  readonly stationCode?: number;
  /** Number of the hour group in the road database; absent: not known. */
  readonly hourGroupNo?: number;
  /** On the links of the road database; absent: not known. */
  readonly positions?: readonly LinkPosition[];
}

export type StationKind = 'autopass' | 'private' | 'ferry-collection';

export type Charged = 'both' | 'one-way' | 'undecided-one-way';

/** What decided the charged direction. */
export type ChargedBy =
  | 'source-both'
  | 'override'
  | 'name'
  | 'inbound'
  | 'twin'
  | 'metering'
  | 'ramp'
  | 'none';
