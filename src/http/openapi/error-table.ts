import { FAULT_REPLIES, REFUSALS } from '../replies.ts';

/** Every error there is as rows of a table in Markdown: status, `error`, when. By status. */
export function listErrorRows(): string[] {
  const told = Object.entries(FAULT_REPLIES).filter(([, { isOfPortal }]) => !isOfPortal);
  const faults = told.map(([code, { status, error, when }]) => ({
    status,
    error: error === 'code' ? `\`${code}\`` : SENTENCE,
    when,
  }));
  const refusals = Object.entries(REFUSALS).map(([status, { when }]) => ({
    status: Number(status),
    error: SENTENCE,
    when,
  }));
  return [...faults, ...refusals]
    .toSorted((a, b) => a.status - b.status)
    .map(({ status, error, when }) => `| ${status} | ${error} | ${when} |`);
}

const SENTENCE = 'a sentence';
