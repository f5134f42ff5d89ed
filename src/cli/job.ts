/** `veipris job`: many rows on any server, by its address and a key. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
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
} from './read-options.ts';

const ANY = `  --url URL              the server; default: VEIPRIS_URL, or http://127.0.0.1:8080
  --key KEY              the key; default: VEIPRIS_KEY
  --json                 print what the server answers`;

/** What the rows say themselves. */
const OF_ROWS = ['from', 'to', 'via'] as const;

const SUBMIT_HELP = `veipris job submit FILE|- [options]

Submits the rows of a file (CSV or NDJSON, packed with gzip or not) to a server, and prints the id of
the job. The file is sent packed, as a stream.

  --result FORM          csv, ndjson or expense; default: as the rows are
  --over-limit WHAT      when the day has no room: wait for the next one, or refuse; default: wait
  --pin-data-version     stop when the data is renewed
  --callback-url URL     told when the job has ended
  --idempotency-key KEY  names the submission: to send it again makes no second job; default: a new one
${ANY}

What a row says nothing of itself:
${formatOptions([...OF_ROWS])}

veipris job submit trips.csv --fuel electric --tag`;

const COMMON: OptionKinds = { url: 'once', key: 'once', json: 'flag' };
const OF_SUBMIT = {
  result: 'result',
  'over-limit': 'overLimit',
  'callback-url': 'callbackUrl',
} as const;

/** @param environment the settings of the process. */
export function jobCommands(
  environment: () => Readonly<Record<string, string | undefined>>,
): Command[] {
  const open = (values: OptionValues) => openServer(values, environment());
  return [
    {
      name: 'job submit',
      summary: 'submit the rows of a file to a server',
      help: SUBMIT_HELP,
      run: (args, terminal) => submit(args, terminal, open),
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
      help: `veipris job result ID [options]\n\nThe rows as far as they are priced, in their order.\n\n  --out FILE             where to; one that holds some is gone on with; default: standard output\n${ANY}`,
      run: (args, _terminal) => result(args, open),
    },
    {
      name: 'job cancel',
      summary: 'end a job and delete it with its rows',
      help: `veipris job cancel ID [options]\n\nEnds a job, and deletes its rows and its result.\n\n${ANY}`,
      run: (args, terminal) => cancel(args, terminal, open),
    },
  ];
}

type Ask = (path: string, init?: RequestInit & { readonly duplex?: 'half' }) => Promise<Response>;
type Open = (values: OptionValues) => Ask;

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
    throw Object.assign(new Error(body.message ?? `${url} answered ${reply.status}`), {
      status: reply.status,
    });
  };
}

async function submit(args: readonly string[], terminal: Terminal, open: Open): Promise<Outcome> {
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
  const query = new URLSearchParams(toQuestion(values) as Record<string, string>);
  for (const [option, name] of Object.entries(OF_SUBMIT)) {
    const [text] = values.get(option) ?? [];
    if (text !== undefined) query.set(name, text);
  }
  if (values.has('pin-data-version')) query.set('pinDataVersion', '1');
  const [once = randomUUID()] = values.get('idempotency-key') ?? [];
  const source: Readable = isInput ? process.stdin : createReadStream(file);
  const packed: Readable = file.endsWith('.gz') ? source : source.pipe(createGzip());
  source.once('error', (error) => packed.destroy(error));
  const reply = await open(values)(`/api/jobs?${query}`, {
    method: 'POST',
    body: Readable.toWeb(packed) as unknown as NonNullable<RequestInit['body']>,
    duplex: 'half',
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'gzip',
      'idempotency-key': once,
    },
  });
  const job = (await reply.json()) as JobAnswer;
  terminal.report(`submitted ${job.rows.total} rows`);
  terminal.print(values.has('json') ? JSON.stringify(job, undefined, 2) : job.id);
  return DONE;
}

async function status(args: readonly string[], terminal: Terminal, open: Open): Promise<Outcome> {
  const isOne = args[0] !== undefined && !args[0].startsWith('-');
  const options = readOptions(isOne ? args.slice(1) : args, COMMON);
  if ('problem' in options) return options.problem;
  const reply = await open(options.values)(isOne ? `/api/jobs/${args[0]}` : '/api/jobs');
  const body = (await reply.json()) as JobAnswer | { readonly jobs: readonly JobAnswer[] };
  if (options.values.has('json')) terminal.print(JSON.stringify(body, undefined, 2));
  else for (const job of 'jobs' in body ? body.jobs : [body]) terminal.print(formatJobLine(job));
  return DONE;
}

async function result(args: readonly string[], open: Open): Promise<Outcome> {
  const read = readOne(args, { ...COMMON, out: 'once' });
  if ('problem' in read) return read.problem;
  const { id, values } = read;
  const [out] = values.get('out') ?? [];
  const there = out !== undefined && existsSync(out) ? statSync(out).size : 0;
  const headers: Record<string, string> = there > 0 ? { range: `bytes=${there}-` } : {};
  const reply = await open(values)(`/api/jobs/${id}/result`, { headers }).catch(
    (error: unknown) => {
      // It holds all that there is.
      if ((error as { readonly status?: number }).status === 416) return undefined;
      throw error;
    },
  );
  if (reply?.body == null) return DONE;
  const text = Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]);
  if (out === undefined) for await (const chunk of text) process.stdout.write(chunk as Uint8Array);
  else await pipeline(text, createWriteStream(out, { flags: reply.status === 206 ? 'a' : 'w' }));
  return DONE;
}

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
  if (id === undefined || id.startsWith('-'))
    return { problem: { kind: 'wrong-usage', line: 'name the id of the job first' } as const };
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
