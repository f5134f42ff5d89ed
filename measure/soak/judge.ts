import { formatTable } from '../page.ts';
import type { JobsDone } from './jobs-beside.ts';
import type { Summary, Times } from './summarise.ts';
import { growthOf, type Resources } from './watch-resources.ts';

/** One load and its result. */
export interface Phase {
  readonly name: string;
  /** Share of the rate that the server can sustain. */
  readonly share: number;
  /** The sustained calls a second that were measured before the load. */
  readonly sustainedPerS: number;
  readonly seconds: number;
  readonly summary: Summary;
  readonly resources: Resources;
  /** The beginning of the last call that was shed or failed. Milliseconds from the beginning of the load. */
  readonly illMs: number;
  /** The calling process was late by no more than this in 95 % of the time. Milliseconds. */
  readonly lateMs: number;
}

/** The calls of the day by the quota, and by the callers. */
export interface Count {
  readonly counted: number;
  readonly answered: number;
}

/** An overloaded server may take at most this many times as long as a server with room. */
const MOST_TIMES = { p50: 3, p95: 5 } as const;
/** After this time from an overload everything must be as before. */
export const RECOVER_MS = 5000;
/** The memory that garbage collection has not freed yet varies by this share. */
const FLAT_SHARE = 0.2;
const FLAT_FILES = 20;

/** Judges whether all promises were kept, and gives the lines that report it. */
export function judge(
  phases: readonly Phase[],
  count: Count,
  { jobs, wrong: wrongJobs, error }: JobsDone,
): { readonly isKept: boolean; readonly lines: readonly string[] } {
  const [steady, over, after] = phases;
  if (steady === undefined || over === undefined || after === undefined)
    throw new Error('Expected three loads.');
  const promises: readonly (readonly [string, boolean, string])[] = [
    ...phases.flatMap(({ name, summary: { wrong, failed } }) => [
      [`${name}: every answer is the one at rest`, wrong.length === 0, first(wrong)] as const,
      [`${name}: no 5xx but 503 with Retry-After`, failed.length === 0, first(failed)] as const,
    ]),
    ...(['p50', 'p95'] as const).flatMap((at) => [
      withinTimes('twice the rate', steady.summary.work, over.summary.work, at),
      withinTimes('70 % after it', steady.summary.work, after.summary.work, at),
    ]),
    [
      'the day has counted what was answered, and nothing else',
      count.counted === count.answered,
      `${count.counted} counted, ${count.answered} answered`,
    ],
    [
      'every result of a job beside them is the one at rest',
      wrongJobs === 0 && error === undefined,
      `${wrongJobs} of ${jobs}${error === undefined ? '' : `, then ${error}`}`,
    ],
    ['well again within 5 s', after.illMs < RECOVER_MS, `${Math.round(after.illMs)} ms`],
    ...[steady, over].flatMap(({ name, resources: { memoryMb, files } }) => [
      grows(`${name}: memory is flat`, growthOf(memoryMb), FLAT_SHARE * (memoryMb[0] ?? 0), 'MB'),
      grows(`${name}: open files are flat`, growthOf(files), FLAT_FILES, 'files'),
    ]),
  ];
  const isKept = promises.every(([, holds]) => holds);
  return {
    isKept,
    lines: [
      formatPhases(phases),
      '',
      ...promises.map(
        ([promise, holds, seen]) => `${holds ? 'kept  ' : 'BROKEN'} ${promise}: ${seen}`,
      ),
      '',
      isKept ? 'verdict: all promises are kept' : 'verdict: a promise is broken',
    ],
  };
}

function withinTimes(when: string, steady: Times, over: Times, at: 'p50' | 'p95') {
  const times = over[at] / steady[at];
  const seen = `${ms(steady[at])} and ${ms(over[at])}: ${times.toFixed(1)} times`;
  return [
    `${when}: ${at} of accepted trips within ${MOST_TIMES[at]} times`,
    times <= MOST_TIMES[at],
    seen,
  ] as const;
}

function grows(promise: string, by: number, most: number, unit: string) {
  return [promise, by <= most, `${by < 0 ? '' : '+'}${by.toFixed(0)} ${unit}`] as const;
}

const ms = (value: number) => `${value.toFixed(0)} ms`;
const first = (list: readonly string[]) =>
  `${list.length}${list[0] === undefined ? '' : `, such as ${list[0]}`}`;

const HEAD = [
  'Load',
  'Calls',
  'Shed',
  'Wrong',
  'Failed',
  'Trips: half within',
  '95 % within',
  '99 % within',
  'Caller late by',
  'Memory',
  'Files',
];

/** The table of the loads. */
export const formatPhases = (phases: readonly Phase[]): string =>
  formatTable(HEAD, phases.map(rowOf));

function rowOf({ name, share, sustainedPerS, seconds, summary, lateMs, resources }: Phase) {
  const { calls, shed, wrong, failed, work } = summary;
  const percent = `${Math.round(share * 100)} %`;
  const load =
    name === 'after'
      ? `${percent} after it, ${seconds} s`
      : `${percent} of ${sustainedPerS.toFixed(0)} calls a second, ${seconds} s`;
  return [
    load,
    calls.toLocaleString('en').replaceAll(',', ' '),
    `${Math.round((100 * shed) / calls)} %`,
    wrong.length,
    failed.length,
    ...[work.p50, work.p95, work.p99, lateMs].map(ms),
    `${(resources.memoryMb.at(-1) ?? 0).toFixed(0)} MB`,
    resources.files.at(-1) ?? 0,
  ];
}
