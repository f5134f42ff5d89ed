import { describe, expect, test } from 'vitest';
import { type FakeAnswer, json } from '../../support/fake-upstream/answer.ts';
import type { FaultName } from '../../support/fake-upstream/faults.ts';
import { roadObject } from '../../support/fake-upstream/road-database.ts';
import { rejectionOf } from '../call/open-fake.ts';
import { openFakeRoadDatabase, QUICK } from './open-road-database.ts';

const TODAY = '2026-11-20';

const quays = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    roadObject({ id: i + 1, at: { lat: 60, lon: 10 }, properties: { 2179: `Quay ${i + 1}` } }),
  );

test('all objects of a type come, page by page', async () => {
  const { database, fake } = await openFakeRoadDatabase({ 64: quays(5) }, 2);
  const { quays: rows, unreadable } = await database.readAll(TODAY);
  expect(rows.map(({ name }) => name)).toEqual(quays(5).map((_, i) => `Quay ${i + 1}`));
  expect(Object.values(unreadable).flat()).toEqual([]);
  const asked = fake.requests.map(({ path }) => path).filter((path) => path.includes('/64?'));
  const list = '/vegobjekter/api/v4/vegobjekter/64?inkluder=egenskaper,lokasjon,geometri,metadata';
  expect(asked).toEqual([
    `${list}&antall=500`,
    `${list}&antall=500&start=2`,
    `${list}&antall=500&start=4`,
    `${list}&antall=500&start=5`,
  ]);
});

test.each([
  ['closed roads', 107],
  ['ferry connections', 770],
])(
  '%s, whose lines are long, come in smaller pages; a database without them has none',
  async (_, type) => {
    const { database, fake } = await openFakeRoadDatabase();
    const answer = (path: string) =>
      path.includes(`/${type}`) ? json({}, 404) : json({ objekter: [], metadata: {} });
    await database.readAll(TODAY);
    expect(
      fake.requests.map(({ path }) => path).filter((path) => path.includes(`/${type}?`)),
    ).toEqual([expect.stringContaining('&antall=100')]);
    fake.answer(({ path }) => answer(path));
    expect(await database.readAll(TODAY)).toMatchObject({
      ...{ closures: [], ferries: [], unreadable: { closures: [], ferries: [] } },
    });
  },
);

test('we say who we are, and whom to write to', async () => {
  const { database, fake } = await openFakeRoadDatabase();
  await database.readAll(TODAY);
  expect(fake.requests).toHaveLength(5);
  for (const { headers } of fake.requests)
    expect(headers).toMatchObject({
      accept: 'application/json',
      'x-client': 'veipris',
      'x-kontaktperson': 'drift@example.no',
      'user-agent': expect.stringMatching(/^veipris\//),
    });
});

describe('the next page', () => {
  /** Pages of one quay each; `next` writes the member that leads from a page to the following. */
  async function pages(next: (page: number, url: string) => object | undefined) {
    const opened = await openFakeRoadDatabase();
    const { fake } = opened;
    fake.answer(({ path }): FakeAnswer => {
      if (!path.includes('/64')) return json({ objekter: [], metadata: {} });
      const from = Number(new URL(path, fake.url).searchParams.get('start') ?? '0');
      const neste = next(from, fake.url);
      return json({ objekter: quays(9).slice(from, from + 1), metadata: { neste } });
    });
    return opened;
  }

  test('may be missing: that was the last one', async () => {
    const { database } = await pages((page) => (page < 2 ? { start: `${page + 1}` } : undefined));
    expect((await database.readAll(TODAY)).quays).toHaveLength(3);
  });

  test('is found by its address alone, on the host that we asked', async () => {
    const { database } = await pages((page, url) =>
      page < 2 ? { href: `${url}/vegobjekter/64?start=${page + 1}` } : undefined,
    );
    expect((await database.readAll(TODAY)).quays).toHaveLength(3);
  });

  test('is never asked for on another host', async () => {
    const { database, fake } = await pages(() => ({ href: 'http://evil.example/64?start=1' }));
    await expect(database.readAll(TODAY)).rejects.toMatchObject({
      code: 'upstream_broken',
      publicMessage: 'The road database gave a next page on another host.',
    });
    expect(fake.requests.every(({ path }) => path.startsWith('/vegobjekter/'))).toBe(true);
  });

  test('with a start of its own is asked for here, whatever its address', async () => {
    const { database } = await pages((page) =>
      page < 2 ? { start: `${page + 1}`, href: 'http://evil.example/' } : undefined,
    );
    expect((await database.readAll(TODAY)).quays).toHaveLength(3);
  });

  test('that has been there before ends the reading', async () => {
    const { database, fake } = await pages((page) => ({ start: String((page + 1) % 3) }));
    await expect(database.readAll(TODAY)).rejects.toMatchObject({
      publicMessage: 'The road database gave pages that lead round in a circle.',
    });
    expect(fake.requests.length).toBeLessThan(10);
  });

  test('without a start is no page', async () => {
    const { database } = await pages(() => ({}));
    await expect(database.readAll(TODAY)).rejects.toMatchObject({ code: 'upstream_broken' });
  });
});

test('where the full address is not known the short one is asked', async () => {
  const { database, fake } = await openFakeRoadDatabase();
  fake.answer(({ path }) =>
    path.startsWith('/vegobjekter/api/')
      ? json({}, 404)
      : json({ objekter: path.startsWith('/vegobjekter/64?') ? quays(1) : [], metadata: {} }),
  );
  expect((await database.readAll(TODAY)).quays).toHaveLength(1);
});

describe('the fault table', () => {
  const DOWN: readonly FaultName[] = [
    'status 429',
    'status 500',
    'status 503 with Retry-After',
    'reset on connect',
    'reset mid-body',
    'hang before headers',
    'hang mid-body',
    'slow drip',
    'content-length too large',
  ];
  const BROKEN: readonly FaultName[] = [
    'HTML instead of JSON',
    'truncated JSON',
    'empty body',
    'gzip bomb',
    'broken gzip',
    'no HTTP',
    'redirect',
    'bytes that are no text',
  ];

  test.each(DOWN)('%s: the road database is away', async (fault) => {
    const { database, fake } = await openFakeRoadDatabase({ 64: quays(40) }, undefined, QUICK);
    fake.fail(fault);
    expect(await rejectionOf(database.readAll(TODAY))).toMatchObject({ code: 'upstream_down' });
  });

  test.each(BROKEN)('%s: what it says can not be used', async (fault) => {
    const { database, fake } = await openFakeRoadDatabase({ 64: quays(40) });
    fake.fail(fault);
    expect(await rejectionOf(database.readAll(TODAY))).toMatchObject({ code: 'upstream_broken' });
  });

  test.each(
    [
      // The connection is open by then.
      ...DOWN.filter((fault) => fault !== 'reset on connect').map(
        (fault) => [fault, 'upstream_down'] as const,
      ),
      ...BROKEN.map((fault) => [fault, 'upstream_broken'] as const),
    ].flatMap(([fault, code]) => [
      [fault, 'closed roads', '/162', code] as const,
      [fault, 'ferry connections', '/107', code] as const,
    ]),
  )(
    '%s where %s are asked for, after all others: nothing is read',
    async (fault, _, last, code) => {
      // A broken answer is told by what it is, however long this machine takes to read it.
      const limits = code === 'upstream_down' ? { ...QUICK, attemptMs: 400 } : undefined;
      const { database, fake, nvdb } = await openFakeRoadDatabase({}, undefined, limits);
      fake.answer((request) => {
        if (request.path.includes(last)) fake.fail(fault);
        return nvdb.handler(request);
      });
      expect(await rejectionOf(database.readAll(TODAY))).toMatchObject({ code });
      // A slow machine may have to ask twice.
      expect(fake.requests.some(({ path }) => path.includes('/45?'))).toBe(true);
    },
  );

  test.each([
    [400, 'upstream_broken'],
    [401, 'upstream_broken'],
    [403, 'upstream_broken'],
    [404, 'upstream_broken'],
    [418, 'upstream_broken'],
    [429, 'upstream_down'],
    [502, 'upstream_down'],
  ])('status %i is %s, and its text is not repeated', async (status, code) => {
    const { database, fake } = await openFakeRoadDatabase();
    fake.answer(() => json({ type: 'x', title: 'SECRET', detail: 'SECRET', status }, status));
    const fault = await rejectionOf(database.readAll(TODAY));
    expect(fault).toMatchObject({ code });
    expect(String(fault)).not.toContain('SECRET');
  });

  test('a busy road database says when to come back', async () => {
    const { database, fake } = await openFakeRoadDatabase();
    fake.fail('status 429');
    expect(await rejectionOf(database.readAll(TODAY))).toMatchObject({ retryAfterS: 17 });
  });

  test('a fault that passes is not noticed', async () => {
    const { database, fake } = await openFakeRoadDatabase({ 64: quays(3) });
    fake.fail('reset mid-body', 1);
    expect((await database.readAll(TODAY)).quays).toHaveLength(3);
  });

  test('nothing is read by halves: a fault on the last page fails all', async () => {
    const { database, fake, nvdb } = await openFakeRoadDatabase({ 64: quays(3) }, 1);
    fake.answer((request) =>
      request.path.includes('start=2') ? json({}, 500) : nvdb.handler(request),
    );
    await expect(database.readAll(TODAY)).rejects.toMatchObject({ code: 'upstream_down' });
  });
});

describe('carriageways', () => {
  const segment = (facts: object = {}) => ({
    veglenkesekvensid: 990000002,
    startposisjon: 0.25,
    sluttposisjon: 0.75,
    topologinivå: 'Kjørebane',
    superstedfesting: {
      veglenkesekvensid: 990000001,
      startposisjon: 0.6,
      sluttposisjon: 0.4,
      retning: 'MOT',
    },
    ...facts,
  });
  const PIECE = {
    linkId: 990000002,
    from: 0.25,
    to: 0.75,
    road: { linkId: 990000001, from: 0.4, to: 0.6 },
    isReversed: true,
  };

  test('are the segments of that level, with their place on the road', async () => {
    const { database, nvdb } = await openFakeRoadDatabase();
    nvdb.haveCarriageways({
      990000001: [
        segment(),
        segment({ topologinivå: 'Vegtrase' }),
        segment({ topologinivå: 'Kjørefelt' }),
        segment({ metadata: { sluttdato: '2020-01-01' } }),
        segment({ superstedfesting: undefined }),
      ],
    });
    expect(await database.readCarriageways(990000001)).toEqual([PIECE]);
    expect(await database.readCarriageways(5)).toEqual([]);
  });

  test('may come as a bare list, or not at all', async () => {
    const { database, fake } = await openFakeRoadDatabase();
    fake.answer(() => json([segment()]));
    expect(await database.readCarriageways(990000001)).toEqual([PIECE]);
    fake.answer(() => json([{ code: 4012 }], 404));
    expect(await database.readCarriageways(990000001)).toEqual([]);
    fake.answer(() => json({ odd: true }));
    await expect(database.readCarriageways(990000001)).rejects.toMatchObject({
      code: 'upstream_broken',
    });
  });
});
