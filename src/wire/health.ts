import { Type } from 'typebox';
import * as t from './unit.ts';

/** Body of `/health/live`. */
export const LiveBody = t.object('Live', 'The process answers.', { status: Type.Literal('live') });

const usable = (description: string) => t.choice(['usable', 'unusable'], { description });

export const DataStanding = t.object('DataStanding', 'The facts in force. Absent while starting.', {
  version: t.text('Name of the renewed version, or `bundled`.'),
  date: t.day('The day that the toll stations stand for.'),
  ageDays: t.count('Norwegian days since then.'),
  lastRenewal: t.maybe(
    t.part('Of the data, from the road database. Absent: there was none.', {
      at: t.instant('When it ended.'),
      ok: t.bool('It ended well.'),
      reason: t.maybe(t.text('Why it failed. Absent: it did not.')),
    }),
  ),
  problems: t.maybe(
    t.list('Why newer data is not in force, one sentence each. Absent: it is.', Type.String()),
  ),
});

export const Upstream = t.object('UpstreamStanding', 'How a foreign service is doing.', {
  name: t.text('What it is called.'),
  breaker: t.choice(['closed', 'half-open', 'open'], {
    description: '`open`: it failed so often that it is not asked for a moment.',
  }),
  inFlight: t.count('Calls to it that have not ended.'),
  allowance: t.maybe(
    t.part('Absent: it allows any number.', {
      perDay: t.count('Calls of a Norwegian day.'),
      left: t.count('Calls that are left today, by the count of this process since its start.'),
    }),
  ),
  lastFailure: t.maybe(
    t.part('Absent: it never did.', {
      at: t.instant('When it failed.'),
      kind: t.choice(['unreachable', 'time-out', 'broken', 'status'], {
        description: 'How: no connection, no answer in time, an unreadable one, a status.',
      }),
    }),
  ),
});

/** Body of `/health/ready`, with 200 and with 503. */
export const ReadyBody = t.object('Ready', 'Whether the server can answer calls.', {
  status: t.choice(['ready', 'starting', 'draining', 'unusable'], {
    description: '`ready` with 200, all else with 503.',
  }),
  dataVersion: t.maybe(t.text('Version of all facts together. Absent while starting.')),
  data: t.maybe(DataStanding),
  parts: t.maybe(
    t.part('What no answer can do without. Absent while starting.', {
      database: usable('Accounts, keys and quota.'),
      engine: usable('The embedded routing engine, where the settings want one.'),
    }),
  ),
  upstreams: t.list(
    'The foreign services that the settings name. They do not decide whether we are ready.',
    Upstream,
  ),
});
