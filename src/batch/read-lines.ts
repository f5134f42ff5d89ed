/** Gives a text that arrives in chunks as UTF-8 and as lines. */
import { isUtf8 } from 'node:buffer';
import { setImmediate as takeTurn } from 'node:timers/promises';

/** A line without its line break. */
export interface Line {
  /** The number of the line, from 1. Blank lines count. */
  readonly no: number;
  /** The text. Bytes that are not UTF-8 are replaced with U+FFFD. */
  readonly text: string;
  /** False: the text ended before the line break. */
  readonly isWhole: boolean;
  /** Why the line can not be read, as the end of a sentence; absent: it can be read. */
  readonly problem?: string;
}

/** The part of a file in which its kind is looked for. Bytes. */
const HEAD_BYTES = 64 * 1024;
/** The longest line that is read. It is far above any row: a file with longer lines is of another kind. Bytes. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** The number of lines after which other work gets the thread. The slowest lines take a fifth of a millisecond each. */
const LINES_OF_A_TURN = 100;

/** Makes a function that gives the thread to other work now and then. It must be called for each line that is read. */
export function openGiveWay(): () => Promise<void> | undefined {
  let lines = 0;
  return () => {
    lines += 1;
    return lines % LINES_OF_A_TURN === 0 ? takeTurn() : undefined;
  };
}

const UTF_16 = [
  { encoding: 'utf-16le', mark: Buffer.from([0xff, 0xfe]) },
  { encoding: 'utf-16be', mark: Buffer.from([0xfe, 0xff]) },
];
const UTF_8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The beginning and the whole of a text, in UTF-8. The beginning goes beyond the first line that is not blank, if the
 * text does.
 */
export async function openText(stream: AsyncIterable<Buffer>) {
  const source = stream[Symbol.asyncIterator]();
  let raw: Buffer = Buffer.alloc(0);
  while (raw.length < HEAD_BYTES && !hasLine(raw.toString('latin1'))) {
    const { value, done } = await source.next();
    if (done === true) break;
    raw = Buffer.concat([raw, value]);
  }
  const starts = (mark: Buffer) => raw.subarray(0, mark.length).equals(mark);
  const encoding = UTF_16.find(({ mark }) => starts(mark))?.encoding;
  const decoder = encoding === undefined ? undefined : new TextDecoder(encoding);
  const toUtf8 = (bytes: Buffer) =>
    decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  const head = starts(UTF_8_MARK) ? raw.subarray(UTF_8_MARK.length) : toUtf8(raw);
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield head;
      for (let next = await source.next(); next.done !== true; next = await source.next())
        yield toUtf8(next.value);
    } finally {
      await source.return?.();
    }
  }
  const hasMark = encoding !== undefined || starts(UTF_8_MARK);
  return { head, chunks: chunks(), hasMark };
}

/** Whether something follows the first line that is not blank. */
function hasLine(text: string): boolean {
  const start = text.search(/\S/);
  const end = start === -1 ? -1 : text.indexOf('\n', start);
  return end !== -1 && end + 1 < text.length;
}

/** The lines of a text, including blank ones. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  lineBreak: string,
): AsyncGenerator<Line> {
  const giveWay = openGiveWay();
  let [no, bytes] = [0, 0];
  let parts: Buffer[] = [];
  const keep = (part: Buffer) => {
    bytes += part.length;
    // A line that is too long is read to its end, but not kept.
    if (bytes <= MAX_LINE_BYTES) parts.push(part);
  };
  const end = (isWhole: boolean): Line => {
    const kept = Buffer.concat(parts);
    const isLong = bytes > MAX_LINE_BYTES;
    const isRead = !isLong && isUtf8(kept);
    no += 1;
    [parts, bytes] = [[], 0];
    const why = isLong
      ? `is longer than ${MAX_LINE_BYTES} bytes`
      : 'is not UTF-8: save the file as UTF-8';
    return { no, isWhole, text: kept.toString(), ...(!isRead && { problem: why }) };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let i = chunk.indexOf(lineBreak); i >= 0; i = chunk.indexOf(lineBreak, start)) {
      keep(chunk.subarray(start, i));
      const turn = giveWay();
      if (turn !== undefined) await turn;
      yield end(true);
      start = i + 1;
    }
    keep(chunk.subarray(start));
  }
  if (bytes > 0) yield end(false);
}
