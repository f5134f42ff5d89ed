/** What kinds of vehicle and codes of the register say of a price. */
import type { FerryClass, VehicleSize, VehicleType } from '../base/vehicle.ts';

export interface VehicleRules {
  /** The heaviest of tariff group 1, permitted total weight. */
  readonly group1MaxKg: number;
  /** Codes that are in group 1 with a tag, whatever they weigh. */
  readonly group1WithTag: readonly string[];
  /** Codes that are in group 2 where the weight is not told. */
  readonly group2: readonly string[];
  readonly types: readonly VehicleTypeRule[];
}

export interface VehicleTypeRule {
  readonly type: VehicleType;
  /** Beginnings of the technical codes that it has; it is priced as the first. */
  readonly codes: readonly [string, ...string[]];
  /** Its tariff group where its weight is not told; absent: by its code. */
  readonly size?: VehicleSize;
  /** Absent: by its length. */
  readonly ferryClass?: FerryClass;
  /** What must be told beside it, because it differs within the type. */
  readonly needs: readonly ('weight' | 'length')[];
}

/** Does a technical code of the register, such as `M1G`, begin with one of the codes? */
export const hasCode = (technicalCode: string | undefined, codes: readonly string[]): boolean =>
  technicalCode !== undefined && codes.some((code) => technicalCode.startsWith(code));

/** @throws Error for a type that the rules leave out: the loader refuses such rules. */
export function getTypeRule({ types }: VehicleRules, type: VehicleType): VehicleTypeRule {
  const found = types.find((rule) => rule.type === type);
  if (found === undefined) throw new Error(`Expected a rule for ${type}, got none.`);
  return found;
}
