import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOW } from '../../support/app.ts';
import { askExamples } from './ask-examples.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** `npm run openapi` renews the file. */
test('the examples of the contract are what the bundled server answers', async () => {
  const examples = await askExamples();
  await expect(`${JSON.stringify({ examples }, undefined, 2)}\n`).toMatchFileSnapshot(
    '../../../docs/examples.json',
  );
});
