import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import type { TripRequest } from '../../../src/trip/ports.ts';
import type { UpstreamCall, UpstreamReply } from '../../../src/upstream/call/terms.ts';
import type { Upstream } from '../../../src/upstream/call/upstream.ts';
import { openRoutePlanner } from '../../../src/upstream/route-planner/open-service.ts';
import { rawRoute } from './drawn-answer.ts';

const TRIP: TripRequest = {
  from: { lat: 59.9, lon: 10.7 },
  to: { lat: 59.9, lon: 10.8 },
  via: [],
  startMs: 0,
  avoidTolls: false,
};

/** A kilometre to the east; `northM` tells routes apart. */
const route = (northM = 0) =>
  rawRoute([
    {
      line: [
        [0, northM],
        [1000, northM],
      ],
      time: 60,
      length: 1000,
    },
  ]);
const reply = (status: number, body: unknown): UpstreamReply => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});

type Answer = (call: UpstreamCall) => Promise<UpstreamReply> | UpstreamReply;

/** A planner whose upstream answers by kind; every call takes so long, and the clock on the wall is set back in it. */
function plannerOver(
  answers: { readonly best: Answer; readonly tourist?: Answer; readonly linked?: Answer },
  takesMs = 0,
) {
  const calls: UpstreamCall[] = [];
  let nowMs = 0;
  const heard: string[] = [];
  const upstreamOver = (answer: Answer): Upstream => ({
    name: 'route planner',
    async get(call) {
      calls.push(call);
      return answer(call);
    },
    state: () => ({ breaker: 'closed', inFlight: 0 }),
    listen: () => undefined,
    close: async () => undefined,
  });
  const best = upstreamOver((call) => {
    nowMs += takesMs;
    return answers.best(call);
  });
  const planner = openRoutePlanner(best, {
    ...(answers.tourist && { others: upstreamOver(answers.tourist) }),
    linked: answers.linked ? upstreamOver(answers.linked) : best,
    // Patience ends at once where the call with links never answers.
    pause: async () => undefined,
    baseUrl: 'http://planner.test',
    quays: [],
    clock: { now: () => -720 * nowMs },
    nowMs: () => nowMs,
    log: pino(
      { level: 'debug', formatters: { level: (level) => ({ level }) } },
      {
        write(line) {
          const { level, msg } = JSON.parse(line);
          heard.push(`${level}: ${msg}`);
        },
      },
    ),
  });
  return { planner, calls, heard };
}

describe('time', () => {
  test('the recommended route may take thirteen seconds, others six', async () => {
    const { planner, calls } = plannerOver({
      best: () => reply(200, { routes: [route()] }),
      tourist: () => reply(200, { routes: [route(50)] }),
    });
    expect(await planner.planTrip(TRIP)).toHaveLength(2);
    expect(calls.map(({ path, deadlineMs }) => [path.split('?')[0], deadlineMs])).toEqual([
      ['/best', 13_000],
      ['/tourist', 6000],
    ]);
  });

  test('a second try without toll avoidance has what the first one left', async () => {
    const { planner, calls } = plannerOver(
      {
        best: ({ path }) =>
          path.includes('Avoid') ? reply(400, {}) : reply(200, { routes: [route()] }),
      },
      5000,
    );
    await planner.planTrip({ ...TRIP, avoidTolls: true });
    expect(calls.map(({ deadlineMs }) => deadlineMs)).toEqual([13_000, 8000]);
  });
});

describe('who needs no answer any more', () => {
  test('is the tourist when there is no recommended route', async () => {
    let ended: AbortSignal | undefined;
    const { planner } = plannerOver({
      best: () => reply(500, {}),
      tourist: ({ signal }) => {
        ended = signal;
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    await expect(planner.planTrip(TRIP)).rejects.toMatchObject({ code: 'upstream_down' });
    expect(ended?.aborted).toBe(true);
  });

  test('is a caller who left: both questions end with his reason', async () => {
    const leave = new AbortController();
    const untilLeft: Answer = ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const { planner } = plannerOver({ best: untilLeft, tourist: untilLeft });
    const asked = planner.planTrip(TRIP, { signal: leave.signal });
    leave.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
  });
});

test.each([
  ['no', 0, 1, ['/best']],
  ['one', 1, 2, ['/best', '/tourist']],
  ['two', 2, 3, ['/best', '/tourist']],
])(
  'where %s other routes are wanted, no question is asked that nobody needs',
  async (_, alternatives, most, paths) => {
    const { planner, calls } = plannerOver({
      best: () => reply(200, { routes: [route()] }),
      tourist: () => reply(200, { routes: [route(50), route(100), route(150)] }),
    });
    const whole = await planner.planTrip(TRIP);
    calls.length = 0;
    expect(await planner.planTrip({ ...TRIP, alternatives })).toEqual(whole.slice(0, most));
    expect(calls.map(({ path }) => path.split('?')[0])).toEqual(paths);
  },
);

test('one question that gives all routes is cut to those that are wanted', async () => {
  const routes = [route(), route(50), route(100), route(150)];
  const { planner } = plannerOver({ best: () => reply(200, { routes }) });
  for (const alternatives of [0, 1, 2])
    expect(await planner.planTrip({ ...TRIP, alternatives })).toHaveLength(1 + alternatives);
});

test('a route that is closed somewhere says so, and comes behind the others', async () => {
  const closed = { ...route(), isObstructed: true };
  const { planner } = plannerOver({ best: () => reply(200, { routes: [closed, route(50)] }) });
  const [first, second] = await planner.planTrip(TRIP);
  expect([first?.isObstructed, second?.isObstructed]).toEqual([undefined, true]);
  expect(second?.asGiven).toEqual(closed);
  const [alone] = await plannerOver({
    best: () => reply(200, { routes: [closed] }),
  }).planner.planTrip(TRIP);
  expect(alone?.isObstructed).toBe(true);
});

describe('a recommended route that is closed, where no others are wanted', () => {
  const closed = { ...route(), isObstructed: true };
  const plan = async (tourist: Answer | undefined, best: readonly unknown[] = [closed]) => {
    const { planner, calls } = plannerOver({
      best: () => reply(200, { routes: best }),
      ...(tourist && { tourist }),
    });
    const routes = await planner.planTrip({ ...TRIP, alternatives: 0 });
    return {
      obstructed: routes.map(({ isObstructed }) => isObstructed ?? false),
      paths: calls.map(({ path }) => path.split('?')[0]),
    };
  };

  test.each<[string, Answer | undefined, boolean, readonly string[]]>([
    [
      'an open one of the others',
      () => reply(200, { routes: [route(50)] }),
      false,
      ['/best', '/tourist'],
    ],
    [
      'itself where the others are closed, too',
      () => reply(200, { routes: [closed] }),
      true,
      ['/best', '/tourist'],
    ],
    [
      'itself where their question fails',
      () => Promise.reject(new Fault('upstream_down')),
      true,
      ['/best', '/tourist'],
    ],
    ['itself where one question gives all', undefined, true, ['/best']],
  ])('gives way to %s', async (_what, tourist, isClosed, paths) => {
    expect(await plan(tourist)).toEqual({ obstructed: [isClosed], paths });
  });

  test('asks for no others where one of the recommended ones is open', async () => {
    const tourist: Answer = () => reply(200, { routes: [route(50)] });
    expect(await plan(tourist, [closed, route(100)])).toEqual({
      obstructed: [false],
      paths: ['/best'],
    });
  });
});

test('other routes are missing quietly when their question fails, and a defect is not', async () => {
  const best: Answer = () => reply(200, { routes: [route()] });
  const away = plannerOver({ best, tourist: () => Promise.reject(new Fault('upstream_down')) });
  expect(await away.planner.planTrip(TRIP)).toHaveLength(1);
  const defect = plannerOver({ best, tourist: () => Promise.reject(new TypeError('defect')) });
  await expect(defect.planner.planTrip(TRIP)).rejects.toThrow(TypeError);
});

test('a number of ferries that differs is noted, and changes nothing', async () => {
  const statistic = { ferryCount: '2' };
  const { planner, heard } = plannerOver({
    best: () => reply(200, { routes: [{ ...route(), statistic }] }),
  });
  expect((await planner.planTrip(TRIP))[0]?.ferries).toEqual([]);
  expect(heard).toEqual(['debug: The route planner counts 2 ferries where 0 were found.']);
});

test.each([
  [401, 1],
  [403, 1],
  [400, 0],
  [404, 0],
  [429, 0],
  [500, 0],
])('%i alarms an operator %i times: only 401 and 403 refuse the login', async (status, times) => {
  const { planner, heard } = plannerOver({ best: () => reply(status, {}) });
  await expect(planner.planTrip(TRIP)).rejects.toThrow(Fault);
  expect(heard.filter((line) => line.startsWith('error: '))).toHaveLength(times);
});

test('the planner tells its name', () => {
  expect(plannerOver({ best: () => reply(500, {}) }).planner.source).toBe('vegvesen-ruteplan-v3');
});

describe('a trip that is to be refined', () => {
  const refined = { refine: true };
  const hasLinks = (routes: readonly { readonly links?: unknown }[]) =>
    routes[0]?.links !== undefined;
  const LINK = { nvdbReferenceId: 1, fromLength: 0, toLength: 1, direction: 'With' };
  const linkedRoute = () => ({ ...route(), nvdbReferenceLinks: [LINK] });
  const plain: Answer = () => reply(200, { routes: [route()] });
  const pathsOf = (calls: readonly UpstreamCall[]) =>
    calls.map(({ path }) => path.includes('NvdbReferences'));

  test('takes one call where that brings the links', async () => {
    const linked: Answer = () => reply(200, { routes: [linkedRoute()] });
    const { planner, calls } = plannerOver({ best: plain, linked });
    expect(hasLinks(await planner.planTrip(TRIP, refined))).toBe(true);
    expect(pathsOf(calls)[0]).toBe(true);
  });

  const NEVER: Answer = ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });

  test.each<readonly [string, Answer]>([
    ['is down', () => Promise.reject(new Fault('upstream_down'))],
    ['gives 500', () => reply(500, {})],
    ['is refused', () => reply(400, {})],
    ['is forbidden', () => reply(403, {})],
    ['cannot be read', () => reply(200, { routes: [{}] })],
  ])('has its routes without links where the call with links %s', async (_, linked) => {
    const { planner, calls, heard } = plannerOver({ best: plain, linked });
    const routes = await planner.planTrip(TRIP, refined);
    expect(routes).toHaveLength(1);
    expect(hasLinks(routes)).toBe(false);
    expect(pathsOf(calls)).toEqual([true, false]);
    expect(heard.at(-1)).toContain('Without the driven links');
  });

  test('waits for links that are slow, and then needs the plain call no more', async () => {
    let give = () => {};
    const linked: Answer = () =>
      new Promise((resolve) => {
        give = () => resolve(reply(200, { routes: [linkedRoute()] }));
      });
    let ended: AbortSignal | undefined;
    const best: Answer = (call) => {
      ended = call.signal;
      give();
      return NEVER(call);
    };
    const { planner } = plannerOver({ best, linked });
    expect(hasLinks(await planner.planTrip(TRIP, refined))).toBe(true);
    expect(ended?.aborted).toBe(true);
  });

  test('has no route where the call with links says so, and nobody is asked again', async () => {
    const { planner, calls } = plannerOver({
      best: plain,
      linked: () => reply(404, { code: 9005 }),
    });
    await expect(planner.planTrip(TRIP, refined)).rejects.toMatchObject({
      code: 'route_not_possible',
    });
    expect(pathsOf(calls).filter((withLinks) => !withLinks).length).toBeLessThanOrEqual(1);
  });

  test('fails as the plain call does where both fail', async () => {
    const fail: Answer = () => Promise.reject(new Fault('upstream_down', 'away'));
    const { planner } = plannerOver({ best: fail, linked: fail });
    await expect(planner.planTrip(TRIP, refined)).rejects.toMatchObject({ code: 'upstream_down' });
  });
});
