/** What a vehicle was taken for, and where each fact of it came from. */
import type {
  FerryAgreementKind,
  FerryClass,
  Fuel,
  VehicleSize,
  VehicleType,
} from '../base/vehicle.ts';
import type { Warning } from '../base/warning.ts';
import type { TollVehicle } from '../pricing/toll/terms.ts';

/** The question itself, the register's record of the plate, or what is taken where nobody says. */
export type FactOrigin = 'parameter' | 'plate' | 'default';

export interface Fact<Value> {
  readonly value: Value;
  readonly from: FactOrigin;
}

/** Facts that nobody tells are absent. */
export interface VehicleFacts {
  readonly vehicleType?: Fact<VehicleType>;
  /** Of the register; absent beside a type, which takes its place. */
  readonly technicalCode?: Fact<string>;
  /** What it is priced as: the register's technical code, or the code of the type. */
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
  /** The tariff group is assumed: neither question nor register tells the weight. */
  readonly isSizeAssumed: boolean;
  /** The ferry class is assumed: neither question nor register tells the length. */
  readonly isFerryClassAssumed: boolean;
  /** Of the identification itself. */
  readonly warnings: readonly Warning[];
}
