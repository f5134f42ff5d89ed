/**
 * `npm run fairness [-- --rounds 15 --greedy 64 --only TEXT --write]`: one caller asks a trip a second, alone and beside
 * another account, or visitors of the demo, that keep 64 heavy questions under way, or a job. Prints a table, with
 * `--write` into docs/reliability.md as well; exit code 1 when the polite caller is refused, or the server works more
 * than three times as long until half of its calls are answered as it does where it is alone, or more than five times
 * until 95 of 100 are.
 *
 * What counts is the time that the server's thread has had of a processor from question to answer: others who work on
 * the machine do not count. The time on the clock stands beside it.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { toConfig } from '../../src/service/config.ts';
import type { JobAnswer } from '../../src/wire/jobs.ts';
import { addKey, withHome } from '../home.ts';
import { median, quantile } from '../numbers.ts';
import { formatRow, formatTable, writeMeasured } from '../page.ts';
import { type ServerProcess, startServer } from '../server-process.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    greedy: { type: 'string', default: '64' },
    /** Only rows whose name contains this text. */
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const greedy = Number(values.greedy);
const MOST_TIMES = { half: 3, most: 5 };

const POLITE = 'from=59.9139,10.7522&to=59.7440,10.2045&refine=1';
/** Far ends of the country. */
const FAR = [
  '69.7271,30.0450',
  '58.9700,5.7331',
  '70.6634,23.6821',
  '59.2676,10.4076',
  '69.9689,23.2716',
  '61.4519,5.8570',
  '68.4385,17.4272',
  '59.2839,11.1098',
];
const ENDS = { from: '58.1599,8.0182', to: '67.2804,14.4050' };
const ZIGZAG = { ...ENDS, via: FAR.join('|'), refine: '1' };
const ALL_WAYS = {
  from: '58.1599,8.0182',
  to: '63.4305,10.3951',
  refine: '1',
  alternatives: 'pareto',
};

interface Question {
  readonly path: string;
  /** Absent: it is a GET. */
  readonly body?: string;
}

/** @param startTime a different one for each call, because equal questions at the same time are answered once. */
type Heavy = (startTime: string, recording: string) => Question;

const queryOf = (values: Readonly<Record<string, string>>) =>
  new URLSearchParams(values).toString();

const HEAVY: Readonly<Record<string, Heavy>> = {
  'eight stops across the country': (startTime) => ({
    path: `/api/route?${queryOf({ ...ZIGZAG, startTime })}`,
  }),
  'all ways by time and money': (startTime) => ({
    path: `/api/route?${queryOf({ ...ALL_WAYS, startTime })}`,
  }),
  'a trip of eight stops at 49 departures': (earliest) => ({
    path: `/api/departures?${queryOf({ ...ZIGZAG, earliest, latest: '2026-11-21T08:59:00+01:00', step: '30' })}`,
  }),
  'a matrix of 64 pairs across the country': (startTime) => ({
    path: '/api/matrix',
    body: JSON.stringify({ origins: FAR, destinations: FAR, startTime }),
  }),
  'a journey of ten trips of eight stops': (startTime) => ({
    path: '/api/journey',
    body: JSON.stringify({
      drives: Array.from({ length: 10 }, () => ({ ...ENDS, via: FAR, startTime })),
    }),
  }),
  'a recorded drive across the country': (startTime, recording) => ({
    path: `/api/trace?${queryOf({ startTime })}`,
    body: recording,
  }),
};

/** The questions that are also asked of the demo of the portal. It answers them at its own address. */
const OF_THE_DEMO = ['eight stops across the country', 'all ways by time and money'];
const DEMO_PATH = '/portal/api/trip';

const agent = new Agent({ connections: 1024 });
const minuteOf = (n: number) => `2026-11-20T08:${String(n % 60).padStart(2, '0')}:00+01:00`;

async function ask(
  address: string,
  { path, body }: Question,
  headers: Record<string, string>,
): Promise<{ readonly status: number; readonly text: string }> {
  const { statusCode: status, body: reply } = await request(address + path, {
    dispatcher: agent,
    ...(body === undefined ? {} : { method: 'POST', body }),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
  });
  return { status, text: await reply.text() };
}

/** The demo gives each address this many calls a day. */
const CALLS_A_VISITOR = 50;

interface Greed {
  readonly address: string;
  /** A name of `HEAVY`. */
  readonly kind: string;
  readonly recording: string;
  /** Absent: visitors of the demo, one after the other. */
  readonly key: string | undefined;
  readonly firstVisitor: number;
}

/** Runs in a thread of its own. Keeps many calls open until it is told to end, and tells how many were answered. */
async function askGreedily(greed: Greed): Promise<void> {
  const { address, kind, recording, key, firstVisitor } = greed;
  let isOver = false;
  let [asked, answered] = [0, 0];
  parentPort?.once('message', () => {
    isOver = true;
  });
  /** @param turn of the calls. */
  const askOne = (turn: number) => {
    const question = HEAVY[kind]?.(minuteOf(turn), recording) ?? { path: '/' };
    if (key !== undefined) return ask(address, question, { 'x-api-key': key });
    const path = question.path.replace('/api/route', DEMO_PATH);
    const visitor = firstVisitor + Math.floor(turn / CALLS_A_VISITOR);
    return ask(address, { path }, visitorHeaders(address, visitor));
  };
  const callers = Array.from({ length: greedy }, async () => {
    while (!isOver) {
      asked += 1;
      const { status, text } = await askOne(asked);
      if (status === 200) answered += 1;
      else if (status < 500) throw new Error(`A heavy call is told ${status}: ${text}`);
      else await pause(100);
    }
  });
  await Promise.all(callers);
  await agent.close();
  parentPort?.postMessage(answered);
}

const visitorHeaders = (address: string, visitor: number) => ({
  origin: address,
  'x-forwarded-for': `10.0.${visitor >> 8}.${visitor & 255}`,
});

/** Processor time of the main thread of a process, milliseconds. */
const threadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

interface Seen {
  readonly status: number;
  /** Time until the answer, and the processor time of the server's thread in that time. */
  readonly ms: number;
  readonly threadMs: number;
}

function summarise(seen: readonly Seen[]) {
  const answered = seen.filter(({ status }) => status === 200);
  const times = answered.map(({ ms }) => ms);
  const work = answered.map((one) => one.threadMs);
  return {
    answered: answered.length,
    half: median(times),
    halfOfWork: median(work),
    mostOfWork: quantile(work, 0.95),
  };
}

/** How the others ask. @returns the function that ends it and gives the number of their answers. */
type Beside = (greed: Greed) => Promise<() => Promise<number>>;

const inThread: Beside = async (greed) => {
  const caller = new Worker(new URL(import.meta.url), {
    workerData: greed,
    argv: process.argv.slice(2),
  });
  const ended = once(caller, 'message');
  // The error is reported when the end is awaited.
  ended.catch(() => undefined);
  return async () => {
    caller.postMessage('end');
    const [answered] = await ended;
    return answered;
  };
};

const JOB_ROWS = 10_000;

/** One job of many rows, which is deleted at the end. */
const asJob: Beside = async ({ address, key = '' }) => {
  const headers = { 'x-api-key': key };
  const cells = [ZIGZAG.from, ZIGZAG.to, ZIGZAG.via].map((cell) => `"${cell}"`);
  const rows = Array.from({ length: JOB_ROWS }, (_, i) => [...cells, minuteOf(i)].join(','));
  const body = ['from,to,via,startTime', ...rows].join('\n');
  const { status, text } = await ask(address, { path: '/api/jobs', body }, headers);
  if (status !== 201) throw new Error(`The job is told ${status}: ${text}`);
  const path = `/api/jobs/${(JSON.parse(text) as { readonly id: string }).id}`;
  return async () => {
    const { rows } = JSON.parse((await ask(address, { path }, headers)).text) as JobAnswer;
    await request(address + path, { dispatcher: agent, headers, method: 'DELETE' });
    return rows.done;
  };
};

interface Row {
  readonly name: string;
  readonly kind: string;
  readonly beside: Beside;
  readonly isDemo?: true;
}

const ROWS: readonly Row[] = [
  ...Object.keys(HEAVY).flatMap((kind) => [
    { name: `${greedy} of an account: ${kind}`, kind, beside: inThread },
    ...(OF_THE_DEMO.includes(kind)
      ? [
          {
            name: `${greedy} of visitors of the demo: ${kind}`,
            kind,
            beside: inThread,
            isDemo: true as const,
          },
        ]
      : []),
  ]),
  { name: 'a job of trips with eight stops', kind: '', beside: asJob },
];

/** A trip a second. */
async function askPolitely({ address, pid }: ServerProcess, key: string): Promise<Summary> {
  const seen: Seen[] = [];
  for (let i = 0; i < rounds; i++) {
    const [startMs, beforeMs] = [performance.now(), threadMs(pid)];
    const startTime = encodeURIComponent(minuteOf(i));
    const path = `/api/route?${POLITE}&startTime=${startTime}`;
    const { status } = await ask(address, { path }, { 'x-api-key': key });
    const worked = threadMs(pid) - beforeMs;
    seen.push({ status, ms: performance.now() - startMs, threadMs: worked });
    await pause(1000);
  }
  return summarise(seen);
}

async function measure(): Promise<boolean> {
  return withHome(async (home) => {
    const config = toConfig({ VEIPRIS_HOME: home });
    const polite = await addKey(config, 1);
    const other = await addKey(config, 2);
    const server = await startServer({ VEIPRIS_HOME: home, PUBLIC_DEMO: '1', TRUST_PROXY: '1' });
    const { address } = server;
    const rows: (readonly string[])[] = [];
    let isKept = true;
    let firstVisitor = 0;
    try {
      const recording = await askForRecording(address, polite);
      await askPolitely(server, polite);
      for (const { name, kind, beside: begin, isDemo } of ROWS.filter((row) =>
        row.name.includes(values.only),
      )) {
        const alone = await askPolitely(server, polite);
        const key = isDemo ? undefined : other;
        const end = await begin({ address, kind, recording, key, firstVisitor });
        firstVisitor += 1000;
        await pause(3000);
        const beside = await askPolitely(server, polite);
        const others = await end();
        isKept &&= isFair(alone, beside);
        const row = toCells(name, alone, beside, others);
        process.stdout.write(`${formatRow(row)}\n`);
        rows.push(row);
      }
      if (values.write)
        await writeMeasured('docs/reliability.md', 'fairness', formatTable(HEAD, rows));
    } finally {
      await agent.close();
      await server.end('SIGTERM');
    }
    return isKept;
  });
}

/** The line of a way from Kristiansand to Bodø as a recording without times. */
async function askForRecording(address: string, key: string): Promise<string> {
  const path = `/api/route?${queryOf({ ...ENDS, refine: '1', srs: '4326' })}`;
  const { text } = await ask(address, { path }, { 'x-api-key': key });
  const { routes } = JSON.parse(text) as {
    readonly routes: readonly {
      readonly features: readonly {
        readonly geometry: { readonly coordinates: readonly [number, number][] };
      }[];
    }[];
  };
  const line = routes[0]?.features.flatMap(({ geometry }) => geometry.coordinates) ?? [];
  return JSON.stringify(line.map(([lon, lat]) => ({ lat, lon })));
}

type Summary = ReturnType<typeof summarise>;

const isFair = (alone: Summary, beside: Summary): boolean =>
  beside.answered === rounds &&
  beside.halfOfWork <= MOST_TIMES.half * alone.halfOfWork &&
  beside.mostOfWork <= MOST_TIMES.most * alone.mostOfWork;

const HEAD = [
  'Beside',
  'Answered',
  'Half within, alone and beside',
  '95 % within',
  'Half on the clock',
];

function toCells(name: string, alone: Summary, beside: Summary, others: number): string[] {
  return [
    name,
    `${beside.answered} of ${rounds}, and ${others} of the others`,
    `${alone.halfOfWork.toFixed(1)} and ${beside.halfOfWork.toFixed(1)} ms: ${(beside.halfOfWork / alone.halfOfWork).toFixed(1)}`,
    `${alone.mostOfWork.toFixed(1)} and ${beside.mostOfWork.toFixed(1)} ms: ${(beside.mostOfWork / alone.mostOfWork).toFixed(1)}`,
    `${alone.half.toFixed(0)} and ${beside.half.toFixed(0)} ms`,
  ];
}

if (isMainThread) process.exit((await measure()) ? 0 : 1);
else await askGreedily(workerData as Greed);
