import type { Inspection } from './inspect.ts';
import { type Ask, isNormal, type Made } from './traffic.ts';

/** The terms for judging answers. */
export interface AnswerTerms {
  /** May calls fail with 5xx? Absent: they may. */
  readonly mayFail?: boolean;
  /** A 503 may lack `Retry-After`, because the foreign service does not tell it; absent: every 503 must have it. */
  readonly mayBeSilent?: boolean;
  /** Other programs use the machine as well: calls may be late, or be shed. */
  readonly isBusy?: boolean;
}

/** The number of calls that must be counted, and of calls whose connection broke, which may be counted. */
export function countOf(made: readonly Made[]) {
  const all = made.filter(({ ask }) => ask.isCounted);
  return {
    answered: all.filter(({ status }) => status !== undefined && status < 500).length,
    cut: all.filter(({ status, isRefused }) => status === undefined && isRefused !== true).length,
    refused: made.filter(({ isRefused }) => isRefused === true).length,
  };
}

/** Every answer must be counted. Other calls must not be counted, except those that may be. */
export function judgeCounts(
  before: Inspection,
  after: Inspection,
  made: readonly Made[],
): string[] {
  const { answered, cut } = countOf(made);
  const used = after.used - before.used;
  return [
    ...(used < answered ? [`${answered} calls answered, ${used} counted`] : []),
    ...(used > answered + cut ? [`${used} calls counted, ${answered} answered, ${cut} cut`] : []),
    ...(after.accounts === before.accounts ? [] : ['accounts or keys have changed']),
    ...(after.integrity === 'ok' ? [] : [after.integrity]),
  ];
}

/** Every answer must be honest, and the same as before if it must not change. */
export function judgeAnswers(
  made: readonly Made[],
  { mayFail = true, mayBeSilent = false, isBusy = false }: AnswerTerms,
): string[] {
  const ill = made.filter((one) => !isNormal(one) && one.status !== undefined);
  const strange = ill.filter(({ status = 0 }) => status !== 502 && status !== 503);
  const silent = mayBeSilent
    ? []
    : ill.filter(({ status, saysWhen }) => status === 503 && !saysWhen);
  const late = isBusy ? [] : made.filter(({ tookMs }) => tookMs > 16_000);
  const failed = isBusy ? ill.filter(({ status }) => status !== 503) : ill;
  return [
    ...strange.map(({ ask, status }) => `${pathOf(ask)} was ${status}`).slice(0, 3),
    ...(silent.length > 0 ? [`${silent.length} x 503 without Retry-After`] : []),
    ...listUnlike(made),
    ...(late.length > 0 ? [`${late.length} calls took longer than 16 s`] : []),
    ...(mayFail || failed.length === 0 ? [] : [`${failed.length} calls failed`]),
  ];
}

/** The questions that must always have the same answer, but had different ones. */
function listUnlike(made: readonly Made[]): string[] {
  const asks = new Set(made.map(({ ask }) => ask));
  return [...asks].flatMap((ask) => {
    const hashes = made.flatMap((one) => (one.ask === ask && one.hash ? [one.hash] : []));
    const unlike = hashes.filter((hash) => hash !== hashes[0]).length;
    return unlike === 0 ? [] : [`${unlike} of ${hashes.length} answers differ: ${pathOf(ask)}`];
  });
}

const pathOf = ({ path }: Ask) => (typeof path === 'string' ? path : path(0));
