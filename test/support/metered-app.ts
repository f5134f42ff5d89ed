import pino from 'pino';
import type { Account } from '../../src/account/account.ts';
import { buildApp } from '../../src/http/app.ts';
import type { Services } from '../../src/http/services.ts';
import { memoryAccounts } from './accounts.ts';
import { accessOver, FAKES, NOW } from './app.ts';
import { described } from './contract.ts';
import { sinkOf } from './log-lines.ts';
import { jumpingTime, type Time } from './time.ts';

interface MeteredParts {
  readonly account?: Partial<Account>;
  readonly time?: Time;
  readonly parts?: Partial<Services>;
  readonly deadlineMs?: number;
}

/** The app with an account on plan Free, whose state a test can read, and every line of its log. */
export function meteredApp({
  account = {},
  time = jumpingTime(NOW),
  parts = {},
  deadlineMs = 60_000,
}: MeteredParts = {}) {
  const accounts = memoryAccounts(account);
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, sinkOf(lines));
  const onTrouble = (sentence: string, err: unknown) => log.error({ err }, sentence);
  const services = { ...FAKES, ...accessOver(accounts, time, onTrouble), ...parts };
  const app = described(buildApp(services, { log, deadlineMs }));
  return { app, accounts, time, lines, used: () => accounts.usedOn('2026-11-20') };
}

/** Limit and Remaining of an answer, such as `500/499`. */
export const quotaOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  `${headers['x-api-quota-limit']}/${headers['x-api-quota-remaining']}`;
