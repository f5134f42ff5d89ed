import { expect, test } from 'vitest';
import { atOnce, mapInSteps, openLateness, type Steps, shareSteps } from '../../src/base/steps.ts';

test('work that is shared is done once, whoever takes its steps', () => {
  let taken = 0;
  const share = shareSteps(
    (function* (): Steps<string> {
      for (let step = 0; step < 3; step++) {
        taken++;
        yield;
      }
      return 'done';
    })(),
  );
  const first = share();
  first.next();
  expect([atOnce(share()), atOnce(first), atOnce(share())]).toEqual(['done', 'done', 'done']);
  expect(taken).toBe(3);
});

test('all who share work that fails get its error, those who come later as well', () => {
  const share = shareSteps(
    (function* (): Steps<string> {
      yield;
      throw new Error('no such file');
    })(),
  );
  for (let call = 0; call < 3; call++) expect(() => atOnce(share())).toThrow('no such file');
});

test('many items are worked on in their order, some hundred a step', () => {
  const items = Array.from({ length: 1000 }, (_, i) => i);
  const worked: number[] = [];
  const sizes: number[] = [];
  const steps = mapInSteps(items, (item, i) => worked.push(item) && item + i);
  for (let step = steps.next(); ; step = steps.next()) {
    sizes.push(worked.splice(0).length);
    if (step.done !== true) continue;
    expect(step.value).toEqual(items.map((item) => 2 * item));
    break;
  }
  expect(sizes).toEqual([200, 200, 200, 200, 200]);
  expect([...mapInSteps(items.slice(0, 200), String)], 'few are one step').toEqual([]);
});

test.each([
  [0, 5000],
  [8000, 9000],
  [10_000, 10_000],
])(
  'searches that begin at %i ms, before a deadline at 10 000, are late at %i',
  (beginsMs, lateMs) => {
    let nowMs = beginsMs;
    const isLate = openLateness(10_000, () => nowMs);
    expect(isLate()).toBe(beginsMs >= lateMs);
    nowMs = (beginsMs + lateMs) / 2;
    expect([isLate(0.5), isLate()]).toEqual([true, beginsMs >= lateMs]);
    nowMs = lateMs - 1;
    expect(isLate()).toBe(false);
    nowMs = lateMs;
    expect(isLate()).toBe(true);
  },
);
