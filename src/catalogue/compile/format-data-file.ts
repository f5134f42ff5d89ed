/**
 * A file of `data/` as text: one line per record of a list, so that a change of one record is a
 * change of one line.
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
