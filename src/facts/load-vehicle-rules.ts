import { join } from 'node:path';
import Type from 'typebox';
import { FERRY_CLASSES, VEHICLE_TYPES } from '../base/vehicle.ts';
import type { VehicleRules, VehicleTypeRule } from '../trip/vehicle-rules.ts';
import { checkOnce, factFault } from './check-records.ts';
import { readChecked } from './read-checked.ts';

const FILE = 'vehicle-types.json';

const Text = Type.String({ minLength: 1 });
/** Such as `M1` or `L`: a category of Regulation (EU) 2018/858, or the beginning of one. */
const Code = Type.String({ pattern: '^[LMN][1-7]?$' });
const Codes = Type.Array(Code, { minItems: 1, uniqueItems: true });
const sourced = { source: Text, note: Type.Optional(Text) };
const strict = { additionalProperties: false };

/** `data/vehicle-types.json`, written by hand. */
const VehicleTypesFile = Type.Object({
  tariffGroups: Type.Object(
    {
      group1MaxKg: Type.Integer({ minimum: 1000, maximum: 10_000 }),
      group1WithTag: Codes,
      group2: Codes,
      ...sourced,
    },
    strict,
  ),
  types: Type.Array(
    Type.Object(
      {
        type: Type.Enum([...VEHICLE_TYPES]),
        codes: Codes,
        tariffGroup: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2)])),
        ferryClass: Type.Optional(Type.Enum([...FERRY_CLASSES])),
        needs: Type.Array(Type.Enum(['weight', 'length']), { uniqueItems: true }),
        ...sourced,
      },
      strict,
    ),
  ),
});

/**
 * Reads `vehicle-types.json`.
 *
 * @throws Error with one sentence when the file is wrong, lacks a type or has one twice.
 */
export function loadVehicleRules(dataDir: string): VehicleRules {
  const { tariffGroups, types } = readChecked(join(dataDir, FILE), VehicleTypesFile).content;
  checkOnce(
    FILE,
    'the type',
    types.map(({ type }) => type),
  );
  const missing = VEHICLE_TYPES.find((type) => !types.some((rule) => rule.type === type));
  if (missing !== undefined) throw factFault(FILE, missing, 'it has no record');
  const { group1MaxKg, group1WithTag, group2 } = tariffGroups;
  return { group1MaxKg, group1WithTag, group2, types: types.map(toRule) };
}

function toRule({
  type,
  codes,
  tariffGroup,
  ferryClass,
  needs,
}: Type.Static<typeof VehicleTypesFile>['types'][number]): VehicleTypeRule {
  return {
    type,
    codes: codes as [string, ...string[]],
    ...(tariffGroup !== undefined && { size: tariffGroup === 1 ? 'small' : 'large' }),
    ...(ferryClass !== undefined && { ferryClass }),
    needs,
  };
}
