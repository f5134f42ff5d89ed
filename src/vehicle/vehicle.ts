/** One vehicle: what a question and the register say of it, how the register is asked, and what it is taken for. */
import type { Day } from '../base/day.ts';
import { Fault, refusedValue } from '../base/fault.ts';
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

/** Technical data of vehicles by their plate. */
export interface VehicleRegister {
  /**
   * The record of a vehicle as the register wrote it: JSON text, an object with the list
   * `kjoretoydataListe`.
   *
   * @param plate as `parsePlate` gives it.
   * @param signal ends the work early: the record is not waited for any more.
   * @returns `undefined` when the register does not know the plate, or tells nothing of it: it
   * does not say which.
   * @throws Fault `upstream_broken` or `upstream_down` when the register fails.
   */
  findVehicle(plate: string, signal?: AbortSignal): Promise<string | undefined>;
  /** What to tell a caller whose plate is not known; absent: nothing beyond that. */
  readonly whyUnknown?: string;
}

/**
 * Gives the record of a vehicle as JSON text, as its register wrote it.
 *
 * @param signal ends the work early: the record is not waited for any more.
 * @throws Fault `invalid_parameter` for a text that is no plate, `not_found` for a plate that the
 * register does not know, and what the register throws.
 */
export type FindVehicle = (plate: string, signal?: AbortSignal) => Promise<string>;

/** Makes the use case "find a vehicle". */
export function findVehicle(register: VehicleRegister): FindVehicle {
  return async (text, signal) => {
    const plate = parsePlate(text);
    // The sentence does not repeat the text: a plate may point to a person.
    if (plate === undefined)
      throw refusedValue(
        'plate',
        'plate must be 2 to 7 letters A to Å and digits, such as "QQ 12345".',
      );
    const record = await register.findVehicle(plate, signal);
    if (record === undefined) throw new Fault('not_found', register.whyUnknown ?? UNKNOWN);
    return record;
  };
}

const UNKNOWN = 'The vehicle register knows no vehicle with this registration number.';

/**
 * A Norwegian registration number in the form that the register wants: capitals and digits,
 * without the blanks, hyphens and dots that people write. Personal plates have any letters, so
 * there is no closer look.
 *
 * Source: the road authority's rules for ordinary, personal, diplomatic and veteran plates, 2026.
 *
 * @returns `undefined` when no plate can look like this.
 */
export function parsePlate(text: string): string | undefined {
  const plate = text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[\s\u00a0\-.]+/g, '');
  return /^[A-ZÆØÅ0-9]{2,7}$/.test(plate) ? plate : undefined;
}
