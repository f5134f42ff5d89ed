import { expect, test } from 'vitest';
import { openSingleFlight } from '../../src/base/single-flight.ts';
import { settled } from '../support/time.ts';

/** Questions that the test answers by hand. */
function scene() {
  const asked: {
    readonly question: string;
    readonly signal: AbortSignal;
    readonly resolve: (answer: string) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  const share = openSingleFlight<string>();
  const ask = (question: string, signal?: AbortSignal) =>
    share(
      question,
      (stop) =>
        new Promise((resolve, reject) => asked.push({ question, signal: stop, resolve, reject })),
      signal,
    );
  return { ask, asked };
}

test('those who ask the same at the same time share one answer', async () => {
  const { ask, asked } = scene();
  const answers = Promise.all([ask('a'), ask('a'), ask('b')]);
  expect(asked.map(({ question }) => question)).toEqual(['a', 'b']);
  asked[0]?.resolve('1');
  asked[1]?.resolve('2');
  expect(await answers).toEqual(['1', '1', '2']);
});

test('a question that is answered is asked anew', async () => {
  const { ask, asked } = scene();
  const first = ask('a');
  asked[0]?.resolve('1');
  await first;
  void ask('a');
  expect(asked).toHaveLength(2);
});

test('a failure reaches everyone who waits, and the next one asks anew', async () => {
  const { ask, asked } = scene();
  const answers = Promise.allSettled([ask('a'), ask('a', new AbortController().signal)]);
  asked[0]?.reject(new Error('down'));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  void ask('a');
  expect(asked).toHaveLength(2);
});

test('one who leaves hears the reason at once and stops nothing for the others', async () => {
  const { ask, asked } = scene();
  const leaver = new AbortController();
  const left = ask('a', leaver.signal);
  const stayed = ask('a');
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(asked[0]?.signal.aborted).toBe(false);
  asked[0]?.resolve('1');
  expect(await stayed).toBe('1');
});

test('when the last one leaves the question is stopped, and the next one asks anew', async () => {
  const { ask, asked } = scene();
  const leavers = [new AbortController(), new AbortController()];
  const left = Promise.allSettled(leavers.map(({ signal }) => ask('a', signal)));
  leavers[0]?.abort();
  await settled();
  expect(asked[0]?.signal.aborted).toBe(false);
  leavers[1]?.abort();
  await left;
  expect(asked[0]?.signal.aborted).toBe(true);
  const next = ask('a');
  // The stopped one ends late, and does not take the place of the new one with it.
  asked[0]?.reject(new Error('stopped'));
  await settled();
  void ask('a');
  expect(asked).toHaveLength(2);
  asked[1]?.resolve('2');
  expect(await next).toBe('2');
});

test('one who has left already does not ask', async () => {
  const { ask, asked } = scene();
  await expect(ask('a', AbortSignal.abort())).rejects.toThrow('aborted');
  expect(asked).toEqual([]);
});
