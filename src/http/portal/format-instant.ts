/** Unix milliseconds as ISO 8601 in UTC; `null` for what never happened. */
export const formatInstant = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : new Date(atMs).toISOString();
