/** Seconds to minutes with one decimal, for the wire. */
export const toMinutes = (seconds: number): number => Math.round(seconds / 6) / 10;

/** Metres to kilometres with one decimal, for the wire. */
export const toKm = (metres: number): number => Math.round(metres / 100) / 10;
