import { Type } from 'typebox';
import { choice, count, instant } from './unit.ts';

/** Body of `/health/live`. */
export const LiveBody = Type.Object(
  { status: Type.Literal('live') },
  { title: 'Live', description: 'The process answers.' },
);

const usable = (description: string) => choice(['usable', 'unusable'], { description });

/** How the facts in force stand. */
export const DataStanding = Type.Object(
  {
    version: Type.String({ description: 'Name of the renewed version, or `bundled`.' }),
    date: Type.String({ format: 'date', description: 'The day that the toll stations stand for.' }),
    ageDays: count('Norwegian days since then.'),
    lastRenewal: Type.Optional(
      Type.Object(
        {
          at: instant('When it ended.'),
          ok: Type.Boolean({ description: 'It ended well.' }),
          reason: Type.Optional(Type.String({ description: 'Why it failed. Absent: it did not.' })),
        },
        { description: 'Of the data, from the road database. Absent: there was none.' },
      ),
    ),
    problems: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Why newer data is not in force, one sentence each. Absent: it is.',
      }),
    ),
  },
  { title: 'DataStanding', description: 'The facts in force. Absent while starting.' },
);

/** How a foreign service stands. */
export const Upstream = Type.Object(
  {
    name: Type.String({ description: 'What it is called.' }),
    breaker: choice(['closed', 'half-open', 'open'], {
      description: '`open`: it failed so often that it is not asked for a moment.',
    }),
    inFlight: count('Calls to it that have not ended.'),
    allowance: Type.Optional(
      Type.Object(
        {
          perDay: count('Calls of a Norwegian day.'),
          left: count('Calls that are left today, by the count of this process since its start.'),
        },
        { description: 'Absent: it allows any number.' },
      ),
    ),
    lastFailure: Type.Optional(
      Type.Object(
        {
          at: instant('When it failed.'),
          kind: choice(['unreachable', 'time-out', 'broken', 'status'], {
            description: 'How: no connection, no answer in time, an unreadable one, a status.',
          }),
        },
        { description: 'Absent: it never did.' },
      ),
    ),
  },
  { title: 'UpstreamStanding', description: 'How a foreign service is doing.' },
);

/** Body of `/health/ready`, with 200 and with 503. */
export const ReadyBody = Type.Object(
  {
    status: choice(['ready', 'starting', 'draining', 'unusable'], {
      description: '`ready` with 200, all else with 503.',
    }),
    dataVersion: Type.Optional(
      Type.String({ description: 'Version of all facts together. Absent while starting.' }),
    ),
    data: Type.Optional(DataStanding),
    parts: Type.Optional(
      Type.Object(
        {
          database: usable('Accounts, keys and quota.'),
          engine: usable('The embedded routing engine, where the settings want one.'),
        },
        { description: 'What no answer can do without. Absent while starting.' },
      ),
    ),
    upstreams: Type.Array(Upstream, {
      description:
        'The foreign services that the settings name. They do not decide whether we are ready.',
    }),
  },
  { title: 'Ready', description: 'Whether the server can answer calls.' },
);
