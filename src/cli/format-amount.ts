/** Kroner with two decimals. */
export const formatNok = (nok: number): string => nok.toFixed(2);

/** Metres as kilometres with one decimal. */
export const formatKm = (metres: number): string => `${(metres / 1000).toFixed(1)} km`;

/** Minutes as hours and whole minutes. */
export function formatDuration(minutes: number): string {
  const whole = Math.round(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}

/**
 * The time of day of an ISO 8601 text with offset, as its clock shows it; `+1` after it counts
 * the days since `startDay` (`YYYY-MM-DD`).
 */
export function formatTimeOfDay(iso: string, startDay: string): string {
  const days = (Date.parse(iso.slice(0, 10)) - Date.parse(startDay)) / 86_400_000;
  return iso.slice(11, 16) + (days > 0 ? ` +${days}` : '');
}
