import { expect, test } from 'vitest';
import { Fault, type FaultCode } from '../../src/base/fault.ts';
import { openRetries } from '../../src/batch/price-row.ts';

/** Notes the pauses, and lets each be over at once. */
function openNoted() {
  const pauses: number[] = [];
  const retries = openRetries({
    start(delayMs, ring) {
      pauses.push(delayMs);
      queueMicrotask(ring);
      return () => undefined;
    },
  });
  return { pauses, retries };
}

const fails = (code: FaultCode, retryAfterS?: number) => async () => {
  throw new Fault(code, code, retryAfterS === undefined ? {} : { retryAfterS });
};

test.each([
  ['upstream_broken', undefined, [500, 2000, 8000]],
  ['upstream_down', undefined, [500, 2000, 8000]],
  ['overloaded', 1, [1000, 2000, 8000]],
  ['upstream_down', 60, [60_000, 60_000, 60_000]],
  ['upstream_down', 61, []],
  ['route_not_possible', undefined, []],
  ['invalid_parameter', undefined, []],
] as const)('%s with %s s to wait pauses %j ms', async (code, retryAfterS, expected) => {
  const { pauses, retries } = openNoted();
  await expect(retries.run(fails(code, retryAfterS))).rejects.toThrow(code);
  expect(pauses).toEqual(expected);
});

test('those beside a trip that ends the engine are priced, and it alone fails', async () => {
  const { retries } = openNoted();
  const underWay: ((error: Fault) => void)[] = [];
  /** Questions that are asked together fail together, when the last one ends the engine. */
  const ask = (ends: boolean) => () =>
    new Promise<string>((resolve, reject) => {
      underWay.push(reject);
      setImmediate(() => {
        if (ends) for (const fail of underWay.splice(0)) fail(new Fault('upstream_broken'));
        else setImmediate(() => resolve('priced'));
      });
    });
  const rows = [false, false, true, false].map((ends) => retries.run(ask(ends)));
  expect((await Promise.allSettled(rows)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

test('what was stopped waits no longer, and asks nobody again', async () => {
  let asked = 0;
  const retries = openRetries({ start: () => () => undefined });
  const failing = retries.run(async () => {
    asked += 1;
    throw new Fault('upstream_down', 'away');
  });
  await new Promise(setImmediate);
  retries.stop();
  await expect(failing).rejects.toThrow('away');
  expect(asked).toBe(1);
});

test('without a timer nothing is tried again, and the failure is there at once', async () => {
  let asked = 0;
  const failing = openRetries().run(async () => {
    asked += 1;
    throw new Fault('upstream_down', 'away', { retryAfterS: 1 });
  });
  await expect(failing).rejects.toThrow('away');
  expect(asked).toBe(1);
});
