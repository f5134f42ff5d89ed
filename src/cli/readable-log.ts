import { Writable } from 'node:stream';

/** Levels of the logger and their colours on a terminal. */
const LEVELS: Readonly<Record<number, readonly [name: string, colour: number]>> = {
  10: ['TRACE', 90],
  20: ['DEBUG', 34],
  30: ['INFO', 32],
  40: ['WARN', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 41],
};

const painted = (colour: number, text: string) => `\u001b[${colour}m${text}\u001b[39;49m`;
const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;

/**
 * A line of the log as pino-pretty writes it with `singleLine`: time, level, message, and the rest as
 * JSON. A stack follows on lines of its own, and so does a link that somebody waits for.
 *
 * @internal Its tests ask for it.
 * @param line JSON; what is none stays as it is.
 */
export function formatLogLine(line: string): string {
  const record = parse(line);
  if (record === undefined) return line;
  const { level, time, pid: _, hostname: __, msg, err, link, ...rest } = record;
  const [name, colour] = LEVELS[Number(level)] ?? [String(level), 37];
  const head = `[${formatTime(Number(time))}] ${painted(colour, name)}: ${painted(36, String(msg ?? ''))}`;
  const facts = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
  const linked = typeof link === 'string' ? `\n\n    ${bold(link)}\n` : '';
  return `${head}${facts}${linked}${formatError(err)}`;
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function formatError(err: unknown): string {
  if (err === undefined) return '';
  const { stack } = (err ?? {}) as { readonly stack?: unknown };
  const text = typeof stack === 'string' ? stack : JSON.stringify(err);
  return `\n    ${text.replaceAll('\n', '\n    ')}`;
}

/** The clock of the machine, whose terminal it is. */
function formatTime(atMs: number): string {
  const at = new Date(atMs);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** Where a log is written: readable on a terminal, JSON elsewhere. */
export function logStreamTo(out: NodeJS.WriteStream): Writable {
  if (!out.isTTY) return out;
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const lines = String(chunk).trimEnd().split('\n');
      out.write(`${lines.map(formatLogLine).join('\n')}\n`);
      done();
    },
  });
}
