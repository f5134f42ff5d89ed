/** How the rows of a batch are written. */
export type RowKind = 'csv' | 'ndjson';

/** A row as it was read. */
export interface TripRow {
  /** From 1, the header not counted. */
  readonly no: number;
  /** By column; empty cells are absent. A column may have any name: ask for own members only. */
  readonly cells: Readonly<Record<string, string>>;
  /** What is wrong with the row itself; absent: it can be asked. */
  readonly problem?: string;
}
