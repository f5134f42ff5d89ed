import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';

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
 * A line of the log in the form of pino-pretty with `singleLine`: time, level, message, and the rest as JSON. A stack
 * follows on lines of its own. So does a sign-in link, which somebody waits for.
 *
 * @internal Its tests ask for it.
 * @param line JSON. Any other text stays as it is.
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

/** A time in the time zone of the machine. */
function formatTime(atMs: number): string {
  const at = new Date(atMs);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** The log of a server, on standard output. */
export function openLog(level: string): Logger {
  // The log goes through the stream of the process. The logger's own writer tries for ever to write the last lines when
  // their reader is gone, and then the process never ends.
  const log = pino({ level }, logStreamTo(process.stdout));
  outliveOutput(log);
  return log;
}

/**
 * Keeps the server running when its log can not be written, because the disk is full or the reader is gone. Lines are
 * lost until they can be written again. The other of the two streams tells of the first failure.
 */
function outliveOutput(log: Logger): void {
  for (const stream of [process.stdout, process.stderr]) {
    // A command ends there, and `veipris serve` goes on.
    stream.removeAllListeners('error');
    stream.on('error', () => undefined);
  }
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) =>
    process.stderr.write(
      `veipris: log lines are lost, they can not be written: ${code ?? message}\n`,
    ),
  );
  process.stderr.once('error', (err) =>
    log.warn({ err }, 'nothing more may be heard from standard error, it can not be written'),
  );
}

/**
 * The stream that a log is written to: readable on a terminal, JSON elsewhere.
 *
 * @internal Its tests ask for it.
 */
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
