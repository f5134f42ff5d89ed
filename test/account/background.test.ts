import { expect, test } from 'vitest';
import { buildBackground } from '../../src/account/background.ts';

test('the end waits for what begins while it waits', async () => {
  const { run, finish } = buildBackground(() => undefined);
  const done: string[] = [];
  const second = async () => void done.push('second');
  const first = async () => {
    await new Promise(setImmediate);
    run(new Promise(setImmediate).then(second), 'not expected');
    done.push('first');
  };
  run(first(), 'not expected');
  await finish();
  expect(done).toEqual(['first', 'second']);
});
