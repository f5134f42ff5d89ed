/** The lines of a file or a pipe, as they are asked for: the stream is opened and read once. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';

/** A line, its break left out. */
export interface Line {
  /** From 1, blank lines counted. */
  readonly no: number;
  /** What is not UTF-8 stands in it as U+FFFD. */
  readonly text: string;
  /** What keeps the line from being read, as the end of a sentence; absent: it can be read. */
  readonly problem?: string;
}

/** What stands behind a path. */
export interface Text {
  /** The beginning: all of it, or up to some line after the first that is not blank. */
  readonly head: string;
  /** To be read once. A lone `\r` parts lines only where no `\n` does, and only when asked. */
  linesBy(lineBreak: LineBreak): AsyncGenerator<Line>;
}

export type LineBreak = '\n' | '\r';

/** So far the kind of a file is looked for. Bytes. */
const HEAD_BYTES = 64 * 1024;

/** Far above any table; what is longer is no line but a file of another kind. Bytes. */
export const MAX_LINE_BYTES = 1024 * 1024;

const STANDARD_INPUT = ['-', '/dev/stdin'];

/**
 * Reads UTF-8, or UTF-16 with its mark at the beginning.
 *
 * @param path a file, a pipe, or `-` for standard input.
 * @throws Error with one line when it can not be read.
 */
export async function openText(path: string): Promise<Text> {
  const stream = STANDARD_INPUT.includes(path) ? process.stdin : createReadStream(path);
  return readText(stream as AsyncIterable<Buffer>);
}

/**
 * @internal The tests choose where the chunks end.
 * @param stream read as far as is asked for.
 */
export async function readText(stream: AsyncIterable<Buffer>): Promise<Text> {
  const chunks = toUtf8(stream);
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEAD_BYTES && !/\S[^\n]*\n/.test(head.toString())) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  return {
    head: head.toString(),
    linesBy: (lineBreak) => splitLines(after(head, chunks), lineBreak),
  };
}

/** How a text says at its beginning what it is written in. */
const MARKS = [
  { encoding: 'utf-8', mark: Buffer.from([0xef, 0xbb, 0xbf]) },
  { encoding: 'utf-16le', mark: Buffer.from([0xff, 0xfe]) },
  { encoding: 'utf-16be', mark: Buffer.from([0xfe, 0xff]) },
];
const NO_MARK = { encoding: 'utf-8', mark: Buffer.alloc(0) };
const LONGEST_MARK_BYTES = 3;

/** The bytes after the mark, in UTF-8 whatever they were written in. */
async function* toUtf8(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = joinFirst(stream);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    const { encoding, mark } = isFirst ? markOf(chunk) : NO_MARK;
    isFirst = false;
    if (encoding !== 'utf-8') decoder = new TextDecoder(encoding, { ignoreBOM: true });
    const bytes = chunk.subarray(mark.length);
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode());
}

const markOf = (bytes: Buffer) =>
  MARKS.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark)) ?? NO_MARK;

/** A pipe may give byte by byte: the first chunk is made long enough to hold a mark. */
async function* joinFirst(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first: Buffer[] | undefined = [];
  for await (const chunk of stream) {
    if (first === undefined) {
      yield chunk;
      continue;
    }
    first.push(chunk);
    const bytes = Buffer.concat(first);
    if (bytes.length < LONGEST_MARK_BYTES) continue;
    first = undefined;
    yield bytes;
  }
  if (first !== undefined) yield Buffer.concat(first);
}

async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  lineBreak: LineBreak,
): AsyncGenerator<Line> {
  const code = lineBreak.charCodeAt(0);
  let no = 0;
  let parts: Buffer[] = [];
  let bytes = 0;
  // What is too long is read on, and let go.
  const keep = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= MAX_LINE_BYTES) parts.push(part);
  };
  const end = (): Line => {
    const line = { no: ++no, ...readLine(Buffer.concat(parts), bytes) };
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let i = chunk.indexOf(code); i >= 0; i = chunk.indexOf(code, start)) {
      keep(chunk.subarray(start, i));
      yield end();
      start = i + 1;
    }
    keep(chunk.subarray(start));
  }
  if (bytes > 0) yield end();
}

async function* after(head: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head;
    yield* chunks;
  } finally {
    await chunks.return(undefined);
  }
}

function readLine(kept: Buffer, bytes: number): Pick<Line, 'text' | 'problem'> {
  const text = kept.toString();
  if (bytes > MAX_LINE_BYTES) return { text, problem: `is longer than ${MAX_LINE_BYTES} bytes` };
  return isUtf8(kept) ? { text } : { text, problem: 'is not UTF-8: save the file as UTF-8' };
}
