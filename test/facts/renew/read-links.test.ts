import { expect, test } from 'vitest';
import { readLinks } from '../../../src/facts/renew/renew-facts.ts';

const piece = (linkId: number) => ({
  linkId: linkId + 1000,
  from: 0,
  to: 1,
  road: { linkId, from: 0, to: 1 },
  isReversed: false,
});

const terms = (known: Parameters<typeof readLinks>[2]['known'] = []) => ({
  known,
  today: '2026-11-20',
  limits: { askLinksAgainAfterDays: 30 },
  signal: new AbortController().signal,
});

test('each link is asked for once, and again after 30 days', async () => {
  const asked: number[] = [];
  const known = [
    { linkId: 1, askedOn: '2026-10-21', pieces: [] },
    { linkId: 2, askedOn: '2026-10-22', pieces: [piece(2)] },
  ];
  const ask = async (linkId: number) => {
    asked.push(linkId);
    return [piece(linkId)];
  };
  const { links, missed } = await readLinks([3, 1, 3, 2], ask, terms(known));
  expect(asked.sort()).toEqual([1, 3]);
  expect(missed).toBe(0);
  expect(links).toEqual([
    { linkId: 1, askedOn: '2026-11-20', pieces: [piece(1)] },
    known[1],
    { linkId: 3, askedOn: '2026-11-20', pieces: [piece(3)] },
  ]);
});

test('the first failure ends the asking, and what is known stays', async () => {
  const known = [{ linkId: 9, askedOn: '2020-01-01', pieces: [piece(9)] }];
  let asked = 0;
  const ask = async () => {
    asked++;
    throw new Error('away');
  };
  const wanted = Array.from({ length: 100 }, (_, i) => i + 1);
  const { links, missed, failure } = await readLinks(wanted, ask, terms(known));
  expect(asked).toBeLessThanOrEqual(4);
  expect(missed).toBe(100);
  expect(failure).toMatchObject({ message: 'away' });
  expect(links).toEqual(known);
});

test('a link that no station stands on any more is forgotten', async () => {
  const known = [{ linkId: 1, askedOn: '2026-11-19', pieces: [piece(1)] }];
  expect((await readLinks([], async () => [], terms(known))).links).toEqual([]);
});
