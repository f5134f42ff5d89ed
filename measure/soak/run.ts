/**
 * `npm run soak [-- --steady 30 --over 10 --seed 1 --write]`: a server of its own under a realistic
 * mix, `steady` minutes at 70 % of what it can sustain and `over` minutes at twice that. Prints what
 * it measured and a verdict, with `--write` the table into docs/reliability.md as well; exit code 1
 * when a promise is broken. Only this machine is asked.
 */
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type DatabaseConfig, toConfig } from '../../src/service/config.ts';
import { inspect } from '../chaos/inspect.ts';
import { addKey, withHome } from '../home.ts';
import { writeMeasured } from '../page.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { type Caller, openCaller } from './caller.ts';
import { type JobsDone, workJobs } from './jobs-beside.ts';
import { formatPhases, judge, type Phase, RECOVER_MS } from './judge.ts';
import { callsOf, drawCalls, KINDS, type MixedCall } from './mix.ts';
import { type Ended, measureRate, runLoad } from './run-load.ts';
import { answerOf, isShed, nameOf, summarise } from './summarise.ts';
import { watchResources } from './watch-resources.ts';

/** The longest run. Minutes. */
const MOST_MINUTES = 240;
const CALIBRATE_S = 10;
const MOST_CALLERS = 48;
/** Beside the loads: start, calls at rest, calibration, the last load, and slack. Minutes. */
const REST_MINUTES = 10;

const { values } = parseArgs({
  options: {
    steady: { type: 'string', default: '30' },
    over: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const minutesOf = (name: 'steady' | 'over') => {
  const minutes = Number(values[name]);
  if (minutes > 0 && minutes <= MOST_MINUTES) return minutes;
  throw new Error(`--${name} must be minutes above 0 and up to ${MOST_MINUTES}.`);
};
const plan = { steadyS: minutesOf('steady') * 60, overS: minutesOf('over') * 60 };
const say = (text: string) => process.stdout.write(`${text}\n`);

// Ends the run, and the server with it, when it hangs.
setTimeout(
  () => {
    say('verdict: it took too long');
    process.exit(1);
  },
  (plan.steadyS + plan.overS + REST_MINUTES * 60) * 1000,
).unref();

const isKept = await withHome(async (home) => {
  const config = toConfig({ VEIPRIS_HOME: home });
  const key = await addKey(config);
  const server = await startServer({ VEIPRIS_HOME: home });
  const caller = openCaller(server.address, key);
  try {
    const endJobs = await workJobs(server.address, key);
    return await soak(server, caller, config.database, endJobs);
  } finally {
    await caller.close();
    await server.end('SIGTERM');
  }
});
process.exit(isKept ? 0 : 1);

async function soak(
  server: ServerProcess,
  caller: Caller,
  database: DatabaseConfig,
  endJobs: () => Promise<JobsDone>,
): Promise<boolean> {
  const next = drawCalls(Number(values.seed));
  const before = await inspect(database);
  const { atRest, counted } = await askAllAtRest(caller);
  let calibrated = 0;
  let sustainedPerS = 0;
  /** The capacity is measured again before the steady load and before the overload: other programs may run. */
  const calibrate = async () => {
    const { perS, counted: more } = await measureCapacity(caller, next);
    say(`sustained: ${perS.toFixed(0)} calls a second on ${availableParallelism()} cores`);
    calibrated += more;
    sustainedPerS = perS;
  };
  const load = async (name: string, share: number, seconds: number): Promise<Phase> => {
    const stop = watchResources(server);
    const load = { caller, next, perS: share * sustainedPerS, seconds };
    const { ended, lateMs } = await runLoad(load);
    // The promise is that everything is well again after `RECOVER_MS`.
    const summary = summarise(ended, atRest, name === 'after' ? RECOVER_MS : 0);
    const illMs = illUntilMs(ended);
    const resources = stop();
    const phase = { name, share, sustainedPerS, seconds, summary, resources, illMs, lateMs };
    // The phase is printed now, in case a later one fails.
    say(formatPhases([phase]));
    return phase;
  };
  // A server that has just started is slower than it will be.
  calibrated += (await measureCapacity(caller, next)).counted;
  await calibrate();
  const steady = await load('steady', 0.7, plan.steadyS);
  await calibrate();
  const over = await load('over', 2, plan.overS);
  // The rate is that of the steady load, so that the times can be compared.
  sustainedPerS = steady.sustainedPerS;
  const after = await load('after', 0.7, 30);
  const phases = [steady, over, after];
  const answered =
    counted + calibrated + phases.reduce((sum, { summary }) => sum + summary.counted, 0);
  const jobs = await endJobs();
  // The counts of all days are taken, because the run may last over midnight.
  const count = { counted: (await inspect(database)).used - before.used, answered };
  const verdict = judge(phases, count, jobs);
  for (const line of verdict.lines) say(line);
  if (values.write) await writeMeasured('docs/reliability.md', 'soak', formatPhases(phases));
  return verdict.isKept;
}

/** The time from the beginning of a load to the beginning of its last call that was shed or failed. */
function illUntilMs(ended: readonly Ended[]): number {
  const ill = ended.filter((one) => isShed(one) || (one.reply?.status ?? 500) >= 500);
  // Ten minutes of overload have more such calls than a function takes arguments.
  return ill.reduce((latestMs, { atMs }) => Math.max(latestMs, atMs), 0);
}

/** The answer to each call on an idle server. */
async function askAllAtRest(caller: Caller) {
  const atRest = new Map<string, string>();
  const startMs = performance.now();
  const ended: Ended[] = [];
  for (const call of KINDS.flatMap(callsOf)) {
    const reply = await caller.ask(call);
    if (call.body !== undefined && reply.status !== 200)
      throw new Error(`A call of "${call.kind.name}" is told ${reply.status}.`);
    atRest.set(nameOf(call), answerOf({ reply }));
    ended.push({ call, reply, atMs: performance.now() - startMs, tookMs: 0 });
  }
  say(`at rest: ${atRest.size} answers`);
  return { atRest, counted: summarise(ended, atRest).counted };
}

/** The callers are enough to keep the whole server busy, and so few that no call is shed. */
async function measureCapacity(caller: Caller, next: () => MixedCall) {
  let counted = 0;
  const counting: Caller = {
    ...caller,
    async ask(call) {
      const reply = await caller.ask(call);
      counted += summarise([{ call, reply, atMs: 0, tookMs: 0 }], new Map()).counted;
      return reply;
    },
  };
  const callers = Math.min(MOST_CALLERS, 8 * availableParallelism());
  const perS = await measureRate({ caller: counting, next, seconds: CALIBRATE_S }, callers);
  return { perS, counted };
}
