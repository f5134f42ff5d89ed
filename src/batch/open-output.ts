import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { keepWholeRows } from './keep-whole-rows.ts';

/** Where the rows of a batch go. */
export interface Output {
  /** Rows that were there already, the header not counted. */
  readonly before: number;
  /** Takes one text after the other, each when the one before has been taken. */
  write(text: string): Promise<void>;
  /** Nothing more comes; a file is whole when this has settled. */
  end(): Promise<void>;
}

/**
 * @param path absent: standard output.
 * @param header the first row of a table; absent: it has none.
 * @throws Error with one line when the file can not be read, or was written by another batch.
 */
export async function openOutput(
  path: string | undefined,
  header: string | undefined,
): Promise<Output> {
  const written = path === undefined ? { rows: 0 } : await keepWholeRows(path);
  if (written.first !== undefined && header !== undefined && written.first !== header)
    throw new Error(`${path} has other columns than these rows give: name another file.`);
  const writer = openWriter(path);
  if (written.rows === 0 && header !== undefined) await writer.write(header);
  const before = Math.max(0, written.rows - (header === undefined ? 0 : 1));
  return { before, ...writer };
}

/** Writes as fast as the texts are taken. */
function openWriter(path: string | undefined): Pick<Output, 'write' | 'end'> {
  const stream = path === undefined ? process.stdout : createWriteStream(path, { flags: 'a' });
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure = error;
  });
  const refuseFailed = () => {
    if (failure !== undefined) throw failure;
  };
  return {
    async write(text) {
      refuseFailed();
      if (!stream.write(text)) await once(stream, 'drain');
    },
    async end() {
      refuseFailed();
      if (path === undefined) return;
      stream.end();
      await once(stream, 'finish');
    },
  };
}
