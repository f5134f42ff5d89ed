/** `veipris job`: many rows on any server, by its address and a key. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { JobAnswer } from '../wire/jobs.ts';
import type { ErrorBody, Shape } from '../wire/unit.ts';
import { type Command, flag, formatOptions, operand, text, toJson, WrongUsage } from './command.ts';
import { parameterOptions } from './trip-options.ts';

const SERVER = {
  url: text('URL', 'the server; default: VEIPRIS_URL, or http://127.0.0.1:8080'),
  key: text('KEY', 'the key; default: VEIPRIS_KEY'),
};
const COMMON = { ...SERVER, json: flag('print the answer of the server') };

const SUBMIT = {
  file: operand('FILE', 'name the file of the rows first'),
  result: text('FORM', 'csv, ndjson or expense; default: as the rows are'),
  overLimit: text(
    'WHAT',
    'when the day has no room: wait for the next one, or refuse; default: wait',
  ),
  pinDataVersion: flag('stop when the data is renewed'),
  callbackUrl: text('URL', 'an https address that is called when the job has ended'),
  idempotencyKey: text(
    'KEY',
    'names the submission: sent again under the same key, it makes no second job. Default: a new key, which is printed where the submission fails',
  ),
  ...COMMON,
};
const TRIP = parameterOptions(['from', 'to', 'via'], 'is said by the rows');
const OF_ROWS = {
  ...TRIP,
  lines: parameterOptions(['lines'], 'is for one trip: --result expense has the lines of all rows')
    .lines,
  allowance: {
    ...TRIP.allowance,
    help: "with --result expense: lines of the state's kilometre allowance, too",
  },
};
const SUBMIT_ROWS = { ...SUBMIT, ...OF_ROWS };

const ID = operand('ID', 'name the id of the job first');
const STATUS = { id: { ...ID, read: ([id]: readonly string[] = []) => id }, ...COMMON };
const CANCEL = { id: ID, ...COMMON };
const RESULT = {
  id: ID,
  out: text(
    'FILE',
    'where they go; default: standard output. Rows are gathered in FILE.ID.part, which becomes FILE, in place of an older one, when the job has ended. Until then each call fetches the rows that have come since',
  ),
  ...SERVER,
};

function pathOf(id: string): string {
  if (!/^[\w-]+$/.test(id)) throw new WrongUsage(`${id} is no id of a job`);
  return `/api/jobs/${id}`;
}

/** The settings of the process. */
type Settings = () => Readonly<Record<string, string | undefined>>;

/** Standard input and output of the process. */
interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** The streams of the process. They are opened only when they are used, because another command may not need them. */
const OF_PROCESS: Streams = {
  get input() {
    return process.stdin;
  },
  get output() {
    return process.stdout;
  },
};

export const jobCommands = (settings: Settings, streams: Streams = OF_PROCESS): Command[] => [
  submitCommand(settings, streams),
  statusCommand(settings),
  resultCommand(settings, streams),
  cancelCommand(settings),
];

const submitCommand = (settings: Settings, streams: Streams): Command<typeof SUBMIT_ROWS> => ({
  name: 'job submit',
  summary: 'submit the rows of a file to a server',
  usage: 'FILE|- [options]',
  about: `Submits the rows of a file (CSV or NDJSON, packed with gzip or not) to a server, and prints the id of
the job; - reads standard input. The file is sent packed, as a stream.`,
  options: SUBMIT_ROWS,
  listed: `${formatOptions(SUBMIT)}

Used for rows that do not say it themselves:
${formatOptions(OF_ROWS)}`,
  more: 'veipris job submit trips.csv --fuel electric --tag 1',
  async run({ file, url, key, json, idempotencyKey, pinDataVersion, ...told }, { print, report }) {
    const query = { ...told, ...(pinDataVersion && { pinDataVersion: '1' }) };
    const ask = openServer({ url, key }, settings());
    const source = file === '-' ? streams.input : createReadStream(file);
    const path = `/api/jobs?${new URLSearchParams(query)}`;
    const reply = await send(ask, path, source, idempotencyKey).catch((error: Error) => {
      // The server refuses wrong values of options, because only the server knows the possible values.
      const isTold = error instanceof Refused && Object.hasOwn(query, error.parameter ?? '');
      throw isTold ? new WrongUsage(error.message) : error;
    });
    const job = (await reply.json()) as JobAnswer;
    report(`submitted ${job.rows.total} rows`);
    print(json ? toJson(job) : job.id);
  },
});

const statusCommand = (settings: Settings): Command<typeof STATUS> => ({
  name: 'job status',
  summary: 'how a job stands, or all jobs',
  usage: '[ID] [options]',
  about: 'How a job stands; without an id all jobs.',
  options: STATUS,
  async run({ id, json, ...server }, { print }) {
    const ask = openServer(server, settings());
    const reply = await ask(id === undefined ? '/api/jobs?limit=100' : pathOf(id));
    const body = (await reply.json()) as JobAnswer | { readonly jobs: readonly JobAnswer[] };
    if (json) print(toJson(body));
    else for (const job of 'jobs' in body ? body.jobs : [body]) print(formatJobLine(job));
  },
});

const cancelCommand = (settings: Settings): Command<typeof CANCEL> => ({
  name: 'job cancel',
  summary: 'end a job and delete it with its rows',
  usage: 'ID [options]',
  about: 'Ends a job, and deletes its rows and its result.',
  options: CANCEL,
  async run({ id, json, ...server }, { print }) {
    const reply = await openServer(server, settings())(pathOf(id), { method: 'DELETE' });
    const job = (await reply.json()) as JobAnswer;
    print(json ? toJson(job) : `deleted ${formatJobLine(job)}`);
  },
});

const resultCommand = (
  settings: Settings,
  { output }: Pick<Streams, 'output'>,
): Command<typeof RESULT> => ({
  name: 'job result',
  summary: 'fetch the rows that a job has priced',
  usage: 'ID [options]',
  about: 'Fetches the priced rows of a job, in the order of its file.',
  options: RESULT,
  more: `Exit code 0 is a result with every row of the job. It is 1 while the job runs, and where it was stopped
before its last row.`,
  async run({ id, out, ...server }) {
    const ask = openServer(server, settings());
    const state = await (out === undefined ? print(ask, id, output) : save(ask, id, out));
    if (state === 'stopped')
      throw new Error(
        `the job was stopped before its last row: ${out ?? 'this'} has the rows up to there, and veipris job status ${id} says why`,
      );
    const part = out === undefined ? 'this' : partOf(out, id);
    if (state !== 'done')
      throw new Error(`the job is ${state}: ${part} is a part of its result; ask again later`);
  },
});

type Ask = (path: string, init?: RequestInit & { readonly duplex?: 'half' }) => Promise<Response>;

/** A server has refused a call, or has failed. */
class Refused extends Error {
  readonly reply: Response;
  readonly parameter: string | undefined;

  constructor(message: string, reply: Response, parameter?: string) {
    super(message);
    this.reply = reply;
    this.parameter = parameter;
  }
}

/** @throws Error with one line for a server that can not be reached, or that refuses. */
function openServer(
  told: Partial<Record<keyof typeof SERVER, string | undefined>>,
  { VEIPRIS_URL, VEIPRIS_KEY }: ReturnType<Settings>,
): Ask {
  const { url = VEIPRIS_URL ?? 'http://127.0.0.1:8080', key = VEIPRIS_KEY } = told;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    const problem = 'must be an address that begins with http:// or https://';
    if (told.url === undefined) throw new Error(`VEIPRIS_URL ${problem}`);
    throw new WrongUsage(`--url ${problem}`);
  }
  if (key === undefined) throw new WrongUsage('name a key with --key or VEIPRIS_KEY');
  if (!/^\w+$/.test(key)) throw new WrongUsage('the key must be letters, digits and _ alone');
  const base = url.replace(/\/+$/, '');
  return async (path, init = {}) => {
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      authorization: `Bearer ${key}`,
    };
    const reply = await fetch(`${base}${path}`, { ...init, headers }).catch((cause: unknown) => {
      throw new Error(`${url} can not be reached`, { cause });
    });
    if (reply.ok) return reply;
    const body = (await reply.json().catch(() => ({}))) as Partial<Shape<typeof ErrorBody>>;
    throw new Refused(body.message ?? `${url} answered ${reply.status}`, reply, body.parameter);
  };
}

/** @throws Error with one line. Where the job may have been made, the line has the key to send it again with. */
async function send(ask: Ask, path: string, source: Readable, given?: string) {
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

/** The bytes of a file, packed with gzip. They stay as they are if the first two tell that they are packed already. */
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

const partOf = (file: string, id: string) => `${file}.${id}.part`;
const resultOf = (id: string) => `${pathOf(id)}/result`;

/** The state of the job at the moment of this reply. */
const stateOf = ({ headers }: Response) => headers.get('x-job-state') ?? 'running';

async function print(ask: Ask, id: string, output: Writable): Promise<string> {
  const reply = await ask(resultOf(id));
  await pipeline(bytesOf(reply), output, { end: false }).catch((error: NodeJS.ErrnoException) => {
    // `EPIPE` comes from a reader that has seen enough, such as `head`.
    if (error.code !== 'EPIPE') throw error;
  });
  return stateOf(reply);
}

/**
 * Fetches the rows that the part file of this job does not have yet. The part file becomes the result when it is
 * complete.
 */
async function save(ask: Ask, id: string, file: string): Promise<string> {
  const part = partOf(file, id);
  const { size } = await stat(part).catch(() => ({ size: 0 }));
  const range = { range: `bytes=${size}-`, 'if-range': `"${id}"` };
  const reply = await ask(resultOf(id), { headers: size > 0 ? range : {} }).catch(
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
    // The part file is longer than the result.
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

/** A job as one line. */
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
