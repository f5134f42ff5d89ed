/**
 * Tariff group of a vehicle: `small` is group 1 (up to 3 500 kg), `large` is group 2 (above).
 *
 * Source: autopass.no, page on tariff groups, 2026.
 */
export type VehicleSize = 'small' | 'large';

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
