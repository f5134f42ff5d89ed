import { Type } from 'typebox';
import { count } from './unit.ts';

/** Body of `GET /health/live`. */
export const Live = Type.Object(
  { status: Type.Literal('live') },
  { title: 'Live', description: 'The process answers.' },
);

const DataStanding = Type.Object(
  {
    version: Type.String({
      description: 'Name of the data renewed from the road database, or `bundled`.',
    }),
    date: Type.String({
      format: 'date',
      description: 'The day that the toll stations stand for.',
    }),
    ageDays: count('Days from then to today in Norway.'),
    lastRenewal: Type.Optional(
      Type.Object(
        {
          at: Type.String({
            format: 'date-time',
            description: 'ISO 8601 with the Norwegian offset.',
          }),
          ok: Type.Boolean({ description: 'False: it failed, and the data stayed as it was.' }),
          reason: Type.Optional(Type.String({ description: 'Why it failed.' })),
        },
        { description: 'Absent: there was none.' },
      ),
    ),
    problems: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Why newer data is not in force, one sentence each. Absent: it is.',
      }),
    ),
  },
  { title: 'DataStanding', description: 'How the data in force stands.' },
);

/** Body of `GET /health/ready`. */
export const Ready = Type.Object(
  {
    status: Type.Literal('ready'),
    dataVersion: Type.String({ description: 'Names the tariffs and the road network in force.' }),
    data: DataStanding,
  },
  { title: 'Ready', description: 'The server can answer calls.' },
);
