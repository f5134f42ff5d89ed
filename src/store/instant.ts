/** How instants stand in the database: ISO 8601 in UTC, to the millisecond. */

/** @param atMs Unix time, milliseconds; years 0 to 9999, which all have texts of one length. */
export const toInstant = (atMs: number): string => new Date(atMs).toISOString();

/** Unix time, milliseconds. */
export const fromInstant = (text: string): number => Date.parse(text);
