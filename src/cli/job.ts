/** `veipris job`: many rows on any server, by its address and a key. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { JobAnswer } from '../wire/jobs.ts';
import { type Command, DONE, type Outcome, type Terminal } from './command.ts';
import { formatOptions, PARAMETER_OPTIONS, toQuestion } from './quote.ts';
import {
  type OptionKinds,
  type OptionValues,
  readFileOptions,
  readOptions,
  refuseUsage,
} from './read-options.ts';

const OF_SERVER = `  --url URL              the server; default: VEIPRIS_URL, or http://127.0.0.1:8080
  --key KEY              the key; default: VEIPRIS_KEY`;
const ANY = `${OF_SERVER}
  --json                 print the answer of the server`;

/** What the rows say themselves. */
const OF_ROWS = ['from', 'to', 'via'] as const;

const SUBMIT_HELP = `veipris job submit FILE|- [options]

Submits the rows of a file (CSV or NDJSON, packed with gzip or not) to a server, and prints the id of
the job; - reads standard input. The file is sent packed, as a stream.

  --result FORM          csv, ndjson or expense; default: as the rows are
  --over-limit WHAT      when the day has no room: wait for the next one, or refuse; default: wait
  --pin-data-version     stop when the data is renewed
  --callback-url URL     an https address that is called when the job has ended
  --idempotency-key KEY  names the submission: sent again under the same key, it makes no second job.
                         Default: a new key, which is printed where the submission fails
${ANY}

Used for rows that do not say it themselves:
${formatOptions([...OF_ROWS])}

veipris job submit trips.csv --fuel electric --tag`;

const RESULT_HELP = `veipris job result ID [options]

Fetches the priced rows of a job, in the order of its file.

  --out FILE             where they go; default: standard output. Rows are gathered in FILE.ID.part, which
                         becomes FILE, in place of an older one, when the job has ended. Until then
                         each call fetches the rows that have come since
${OF_SERVER}

Exit code 0 is a result with every row of the job. It is 1 while the job runs, and where it was stopped
before its last row.`;

const SERVER: OptionKinds = { url: 'once', key: 'once' };
const COMMON: OptionKinds = { ...SERVER, json: 'flag' };
const OF_SUBMIT = {
  result: 'result',
  'over-limit': 'overLimit',
  'callback-url': 'callbackUrl',
} as const;

/** @param environment the settings of the process. */
export function jobCommands(
  environment: () => Readonly<Record<string, string | undefined>>,
  streams: Streams = OF_PROCESS,
): Command[] {
  const open = (values: OptionValues) => openServer(values, environment());
  return [
    {
      name: 'job submit',
      summary: 'submit the rows of a file to a server',
      help: SUBMIT_HELP,
      run: (args, terminal) => submit(args, { terminal, open, streams }),
    },
    {
      name: 'job status',
      summary: 'how a job stands, or all jobs',
      help: `veipris job status [ID] [options]\n\nHow a job stands; without an id all jobs.\n\n${ANY}`,
      run: (args, terminal) => status(args, terminal, open),
    },
    {
      name: 'job result',
      summary: 'fetch the rows that a job has priced',
      help: RESULT_HELP,
      run: (args) => result(args, open, streams),
    },
    {
      name: 'job cancel',
      summary: 'end a job and delete it with its rows',
      help: `veipris job cancel ID [options]\n\nEnds a job, and deletes its rows and its result.\n\n${ANY}`,
      run: (args, terminal) => cancel(args, terminal, open),
    },
  ];
}

/** Standard input and output of the process. */
interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Opened where they are used: another command may not want them. */
const OF_PROCESS: Streams = {
  get input() {
    return process.stdin;
  },
  get output() {
    return process.stdout;
  },
};

type Ask = (path: string, init?: RequestInit & { readonly duplex?: 'half' }) => Promise<Response>;
type Open = (values: OptionValues) => Ask;

/** A server has refused a call, or has failed. */
class Refused extends Error {
  readonly reply: Response;

  constructor(message: string, reply: Response) {
    super(message);
    this.reply = reply;
  }
}

/** @throws Error with one line for a server that can not be asked, or refuses. */
function openServer(
  values: OptionValues,
  { VEIPRIS_URL, VEIPRIS_KEY }: Readonly<Record<string, string | undefined>>,
): Ask {
  const [url = VEIPRIS_URL ?? 'http://127.0.0.1:8080'] = values.get('url') ?? [];
  const [key = VEIPRIS_KEY] = values.get('key') ?? [];
  if (key === undefined) throw new Error('name a key with --key or VEIPRIS_KEY');
  return async (path, init = {}) => {
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      authorization: `Bearer ${key}`,
    };
    const reply = await fetch(new URL(path, url), { ...init, headers }).catch((cause: unknown) => {
      throw new Error(`${url} can not be reached`, { cause });
    });
    if (reply.ok) return reply;
    const body = (await reply.json().catch(() => ({}))) as { readonly message?: string };
    throw new Refused(body.message ?? `${url} answered ${reply.status}`, reply);
  };
}

interface SubmitParts {
  readonly terminal: Terminal;
  readonly open: Open;
  readonly streams: Streams;
}

async function submit(args: readonly string[], parts: SubmitParts): Promise<Outcome> {
  const kinds: OptionKinds = {
    ...PARAMETER_OPTIONS,
    ...Object.fromEntries(Object.keys(OF_SUBMIT).map((name) => [name, 'once' as const])),
    'pin-data-version': 'flag',
    'idempotency-key': 'once',
    ...COMMON,
  };
  const isInput = args[0] === '-';
  const read = readFileOptions(
    isInput ? ['standard input', ...args.slice(1)] : args,
    'rows',
    kinds,
  );
  if ('problem' in read) return read.problem;
  const { file, values } = read;
  const stray = OF_ROWS.find((name) => values.has(name));
  if (stray !== undefined) return { kind: 'wrong-usage', line: `--${stray} is said by the rows` };
  const ask = parts.open(values);
  const source = isInput ? parts.streams.input : createReadStream(file);
  const reply = await send(ask, `/api/jobs?${toQuery(values)}`, source, values);
  const job = (await reply.json()) as JobAnswer;
  parts.terminal.report(`submitted ${job.rows.total} rows`);
  parts.terminal.print(values.has('json') ? JSON.stringify(job, undefined, 2) : job.id);
  return DONE;
}

function toQuery(values: OptionValues): URLSearchParams {
  const query = new URLSearchParams(toQuestion(values) as Record<string, string>);
  for (const [option, name] of Object.entries(OF_SUBMIT)) {
    const [text] = values.get(option) ?? [];
    if (text !== undefined) query.set(name, text);
  }
  if (values.has('pin-data-version')) query.set('pinDataVersion', '1');
  return query;
}

/** @throws Error with one line. Where the job may have been made, the line has the key to send it again with. */
async function send(ask: Ask, path: string, source: Readable, values: OptionValues) {
  const [given] = values.get('idempotency-key') ?? [];
  const key = given ?? randomUUID();
  const body = Readable.toWeb(await pack(source)) as unknown as NonNullable<RequestInit['body']>;
  return ask(path, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'gzip',
      'idempotency-key': key,
    },
  }).catch((error: Error) => {
    if (source.errored) throw source.errored;
    const isRefused = error instanceof Refused && error.reply.status < 500;
    if (given !== undefined || isRefused) throw error;
    throw new Error(`${error.message}; send it again with --idempotency-key ${key}`, {
      cause: error,
    });
  });
}

/** The bytes of a file, packed with gzip: as they are where their first two say that they are packed. */
async function pack(source: Readable): Promise<Readable> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= 2) break;
  }
  async function* whole() {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const bytes = Readable.from(whole(), { objectMode: false });
  if (head[0] === 0x1f && head[1] === 0x8b) return bytes;
  const packed = createGzip();
  void pipeline(bytes, packed).catch((error) => packed.destroy(error));
  return packed;
}

async function status(args: readonly string[], terminal: Terminal, open: Open): Promise<Outcome> {
  const isOne = args[0] !== undefined && !args[0].startsWith('-');
  const options = readOptions(isOne ? args.slice(1) : args, COMMON);
  if ('problem' in options) return options.problem;
  const reply = await open(options.values)(isOne ? `/api/jobs/${args[0]}` : '/api/jobs?limit=100');
  const body = (await reply.json()) as JobAnswer | { readonly jobs: readonly JobAnswer[] };
  if (options.values.has('json')) terminal.print(JSON.stringify(body, undefined, 2));
  else for (const job of 'jobs' in body ? body.jobs : [body]) terminal.print(formatJobLine(job));
  return DONE;
}

async function result(args: readonly string[], open: Open, streams: Streams): Promise<Outcome> {
  const read = readOne(args, { ...SERVER, out: 'once' });
  if ('problem' in read) return read.problem;
  const { id, values } = read;
  const [file] = values.get('out') ?? [];
  const ask = open(values);
  const state =
    file === undefined ? await print(ask, id, streams.output) : await save(ask, id, file);
  if (state === 'done') return DONE;
  const part = file === undefined ? 'this' : partOf(file, id);
  const line =
    state === 'stopped'
      ? `the job was stopped before its last row: ${file ?? 'this'} has the rows up to there, and veipris job status ${id} says why`
      : `the job is ${state}: ${part} is a part of its result; ask again later`;
  return { kind: 'failed', line };
}

const partOf = (file: string, id: string) => `${file}.${id}.part`;
const pathOf = (id: string) => `/api/jobs/${id}/result`;

/** The state of the job when these rows were all there was. */
const stateOf = ({ headers }: Response) => headers.get('x-job-state') ?? 'running';

async function print(ask: Ask, id: string, output: Writable): Promise<string> {
  const reply = await ask(pathOf(id));
  await pipeline(bytesOf(reply), output, { end: false }).catch((error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as `head`.
    if (error.code !== 'EPIPE') throw error;
  });
  return stateOf(reply);
}

/** Fetches what the part of this job does not have yet. The part becomes the file when it is all. */
async function save(ask: Ask, id: string, file: string): Promise<string> {
  const part = partOf(file, id);
  const { size } = await stat(part).catch(() => ({ size: 0 }));
  const range = { range: `bytes=${size}-`, 'if-range': `"${id}"` };
  const reply = await ask(pathOf(id), { headers: size > 0 ? range : {} }).catch(
    (error: unknown) => {
      if (error instanceof Refused && error.reply.status === 416) return error.reply;
      throw error;
    },
  );
  if (reply.status !== 416)
    await pipeline(
      bytesOf(reply),
      createWriteStream(part, { flags: reply.status === 206 ? 'a' : 'w' }),
    );
  else if (reply.headers.get('content-range') !== `bytes */${size}`) {
    // The part has more than the result.
    await rm(part);
    return save(ask, id, file);
  }
  const state = stateOf(reply);
  if (state === 'done' || state === 'stopped') await rename(part, file);
  return state;
}

const bytesOf = ({ body }: Response): Readable =>
  body === null
    ? Readable.from([])
    : Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);

async function cancel(args: readonly string[], terminal: Terminal, open: Open): Promise<Outcome> {
  const read = readOne(args, COMMON);
  if ('problem' in read) return read.problem;
  const reply = await open(read.values)(`/api/jobs/${read.id}`, { method: 'DELETE' });
  const job = (await reply.json()) as JobAnswer;
  terminal.print(
    read.values.has('json') ? JSON.stringify(job, undefined, 2) : `deleted ${formatJobLine(job)}`,
  );
  return DONE;
}

function readOne([id, ...args]: readonly string[], kinds: OptionKinds) {
  if (id === undefined || id.startsWith('-')) return refuseUsage('name the id of the job first');
  if (!/^[\w-]+$/.test(id)) return refuseUsage(`${id} is no id of a job`);
  const options = readOptions(args, kinds);
  return 'problem' in options ? options : { id, ...options };
}

/** A job in a line. */
function formatJobLine(job: JobAnswer): string {
  const { id, state, reason, rows, cost, errors } = job;
  const share = rows.total === 0 ? 100 : Math.floor((100 * rows.done) / rows.total);
  return [
    `${id}  ${reason === undefined ? state : `${state} (${reason})`}`,
    `${rows.done} of ${rows.total} rows, ${share} %`,
    ...(job.ratePerS === undefined ? [] : [`${job.ratePerS} rows/s, ends ${job.expectedEndAt}`]),
    ...(job.waitsUntil === undefined ? [] : [`waits until ${job.waitsUntil}`]),
    ...errors.map(({ code, rows: failed }) => `${failed} ${code}`),
    `${cost.calls} calls`,
  ].join('  ');
}
