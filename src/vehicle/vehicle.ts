/** One vehicle: what a question and the register say of it, and what it is taken for. */
import type { Day } from '../base/day.ts';
import type {
  FerryAgreementKind,
  FerryClass,
  Fuel,
  VehicleSize,
  VehicleType,
} from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';
import type { FerryVehicle } from '../pricing/ferry/terms.ts';
import type { TollVehicle } from '../pricing/toll/terms.ts';

/** One vehicle as far as a question tells it; what is absent was not told. */
export interface AskedVehicle {
  /** As `parsePlate` gives it. */
  readonly plate?: string;
  readonly vehicleType?: VehicleType;
  readonly fuel?: Fuel;
  /** 1 to 6. */
  readonly euroClass?: number;
  /** Permitted total weight. */
  readonly weightKg?: number;
  readonly tagged?: boolean;
  readonly agreement?: FerryAgreementKind;
  readonly trailerM?: number;
  /** Tariff group 2 was asked for. */
  readonly heavy: boolean;
  readonly ferryClass?: FerryClass;
  readonly lengthM?: number;
}

/** The facts in a record of the vehicle register that prices depend on; absent: the record does not say. */
export interface RecordedVehicle {
  /** `M1`, `N3`, `L3e` … */
  readonly technicalCode?: string;
  /** Permitted total weight. */
  readonly weightKg?: number;
  readonly fuel?: Fuel;
  /** 0 (before Euro 1) to 6. */
  readonly euroClass?: number;
  /** The Euro class is that of light engines, `1L` to `6L`. */
  readonly isLightEuroClass?: true;
  readonly lengthM?: number;
}

/** The question itself, the register's record of the plate, or the default where neither tells the fact. */
export type FactOrigin = 'parameter' | 'plate' | 'default';

export interface Fact<Value> {
  readonly value: Value;
  readonly from: FactOrigin;
}

/** Unknown facts are absent. */
export interface VehicleFacts {
  readonly vehicleType?: Fact<VehicleType>;
  /** The register's code; absent beside a type, which takes its place. */
  readonly technicalCode?: Fact<string>;
  /** The code that it is priced as: the register's technical code, or the code of the type. */
  readonly code?: string;
  readonly fuel?: Fact<Fuel>;
  /** 0 (before Euro 1) to 6. */
  readonly euroClass?: Fact<number>;
  readonly weightKg?: Fact<number>;
  readonly lengthM?: Fact<number>;
  readonly trailerM?: Fact<number>;
  readonly tagged: Fact<boolean>;
  readonly agreement: Fact<FerryAgreementKind>;
  readonly size: Fact<VehicleSize>;
  readonly ferryClass: Fact<FerryClass>;
}

/** A vehicle that a trip can be priced for. */
export interface IdentifiedVehicle {
  readonly facts: VehicleFacts;
  readonly toll: TollVehicle;
  readonly ferry: FerryVehicle;
  /** The tariff group is assumed: neither question nor register tells the weight. */
  readonly isSizeAssumed: boolean;
  /** The ferry class is assumed: neither question nor register tells the length. */
  readonly isFerryClassAssumed: boolean;
  /** Warnings about the identification itself. */
  readonly warnings: readonly Warning[];
}

export interface VehicleRules {
  /** The highest permitted total weight of tariff group 1. */
  readonly group1MaxKg: number;
  /** Codes that are in group 1 with a tag, whatever they weigh, from a day on. Before it their weight decides. */
  readonly group1WithTag: { readonly from: Day; readonly codes: readonly string[] };
  /** Codes that are in group 2 where the weight is not told. */
  readonly group2: readonly string[];
  readonly types: readonly VehicleTypeRule[];
}

export interface VehicleTypeRule {
  readonly type: VehicleType;
  /** Beginnings of the technical codes that it has; it is priced as the first. */
  readonly codes: readonly [string, ...string[]];
  /** Its tariff group where its weight is not told; absent: its code decides. */
  readonly size?: VehicleSize;
  /** Absent: its length decides. */
  readonly ferryClass?: FerryClass;
  /** The facts that must be told beside the type, because they differ within it. */
  readonly needs: readonly ('weight' | 'length')[];
}

/** Does a technical code of the register, such as `M1G`, begin with one of the codes? */
export const hasCode = (technicalCode: string | undefined, codes: readonly string[]): boolean =>
  technicalCode !== undefined && codes.some((code) => technicalCode.startsWith(code));
