/**
 * Tariff group of a vehicle: `small` is group 1 (up to 3 500 kg), `large` is group 2 (above).
 *
 * Source: autopass.no, page on tariff groups, 2026.
 */
export type VehicleSize = 'small' | 'large';

export const VEHICLE_SIZES = ['small', 'large'] as const satisfies readonly VehicleSize[];

/** The numbers of the tariff groups. */
export const TARIFF_GROUPS = { small: 1, large: 2 } as const satisfies Record<VehicleSize, number>;

/** The other size, for each size. */
export const OTHER_SIZE = { small: 'large', large: 'small' } as const satisfies Record<
  VehicleSize,
  VehicleSize
>;

/**
 * Ferry fare classes by total length: `MC` motorcycle, `AP1` up to 6 m … `AP9` above 22 m.
 *
 * Source: AutoPASS ferry tariff classes, torghatten.no and basto-fosen.no, 2024.
 */
export const FERRY_CLASSES = [
  'MC',
  'AP1',
  'AP2',
  'AP3',
  'AP4',
  'AP5',
  'AP6',
  'AP7',
  'AP8',
  'AP9',
] as const;

export type FerryClass = (typeof FERRY_CLASSES)[number];

/**
 * The fuels that tolls and ferries distinguish. `plugin-hybrid` can be charged from outside. A hybrid that can not be
 * charged counts as its other fuel.
 */
export const FUELS = ['petrol', 'diesel', 'electric', 'hydrogen', 'plugin-hybrid', 'gas'] as const;

/** `other` is paraffin, alcohol and the like. No tariff names them, and only a register tells them. */
export type Fuel = (typeof FUELS)[number] | 'other';

/** Whether tariffs call the fuel zero emission: electric and hydrogen. */
export const isZeroEmission = (fuel: Fuel | undefined): boolean =>
  fuel === 'electric' || fuel === 'hydrogen';

/** The agreement that the driver shows on a ferry: none, a tag, or a prepaid agreement with a tag. */
export const FERRY_AGREEMENTS = ['none', 'tag', 'private', 'business'] as const;

export type FerryAgreementKind = (typeof FERRY_AGREEMENTS)[number];

/** Kinds of vehicle as people name them. */
export const VEHICLE_TYPES = ['motorcycle', 'car', 'van', 'bus', 'truck', 'camper'] as const;

export type VehicleType = (typeof VEHICLE_TYPES)[number];
