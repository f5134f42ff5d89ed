import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** The rows of an extract with one line of JSON for each row. A file whose name ends in `.gz` is unpacked. */
export async function readRows<Row>(path: string): Promise<Row[]> {
  const content = await readFile(path);
  const text = (path.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}
