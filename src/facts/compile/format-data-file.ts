/** A file of `data/`, ready to be written. */
export interface CompiledText {
  /** Inside `data/`. */
  readonly path: string;
  readonly text: string;
  readonly records: number;
}

/** A file of facts, ready to be written. */
export const toText = (path: string, content: object): CompiledText => ({
  path,
  text: formatDataFile(content),
  records: Object.values(content).filter(Array.isArray).flat().length,
});

/**
 * A file of `data/` as text: one line per record of a list, so that a change of one record is a
 * change of one line.
 *
 * @internal Outside this file only its tests ask for it.
 */
export function formatDataFile(content: object): string {
  const members = Object.entries(content).map(([name, value]) => {
    const text = Array.isArray(value) ? formatRecords(value) : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

function formatRecords(records: readonly unknown[]): string {
  if (records.length === 0) return '[]';
  return `[\n${records.map((record) => `    ${JSON.stringify(record)}`).join(',\n')}\n  ]`;
}
