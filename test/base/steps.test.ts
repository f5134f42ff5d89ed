import { expect, test } from 'vitest';
import { atOnce, type Steps, shareSteps } from '../../src/base/steps.ts';

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
