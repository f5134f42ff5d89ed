/** A row of the road database and its record in the data in force. */
export interface Pair<Row, Known> {
  readonly row: Row;
  readonly was: Known;
}

/** Each row that the data in force has a record of, in the order of the rows. */
export function pairKnown<
  Row extends { readonly nvdbId: number },
  Known extends { readonly id: string },
>(rows: readonly Row[], before: readonly Known[]): readonly Pair<Row, Known>[] {
  const known = new Map(before.map((record) => [record.id, record]));
  return rows.flatMap((row) => {
    const was = known.get(String(row.nvdbId));
    return was === undefined ? [] : [{ row, was }];
  });
}

interface MaybeNamed {
  readonly nvdbId: number;
  readonly name: string | null;
}

/** `82443541 (Sandviken)`. */
export const label = ({ nvdbId, name }: MaybeNamed) => `${nvdbId} (${name ?? 'no name'})`;
