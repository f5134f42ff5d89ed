import { expect, test } from 'vitest';
import { openSelfTest } from '../../src/answer/self-test.ts';
import { Fault } from '../../src/base/fault.ts';

const TRIPS = ['a', 'b', 'c'].map((name) => ({
  name,
  from: '59,10',
  to: '60,10',
  startTime: '2026-09-15T08:00:00+02:00',
  tollNok: 40,
  ferryNok: 0,
}));
const COSTS = { tollNok: 40, ferryNok: 0 };

/** Trips that all cost the same until the test says otherwise, and a clock that it sets. */
function scene(isBundled: boolean) {
  const state = {
    nowMs: 0,
    asked: 0,
    price: async () => COSTS as { tollNok: number; ferryNok: number },
  };
  const price = () => {
    state.asked += 1;
    return state.price();
  };
  const check = openSelfTest({ trips: TRIPS, isBundled, price, nowMs: () => state.nowMs });
  return { state, check };
}
const noRoute = async () => {
  throw new Fault('route_not_possible');
};

test('on the bundled roads every trip must cost what is known of it, from the start on', async () => {
  const { state, check } = scene(true);
  await check();
  const other = scene(true);
  other.state.price = async () => ({ tollNok: 41, ferryNok: 0 });
  await expect(other.check()).rejects.toThrow(
    'The self-test failed: a is 41 + 0 kr, and was 40 + 0 kr.',
  );
  expect(state.asked).toBe(3);
});

test('it is made again after a minute, and no more often as long as it ends well', async () => {
  const { state, check } = scene(true);
  for (const nowMs of [0, 30_000, 59_999, 60_000]) {
    state.nowMs = nowMs;
    await check();
  }
  expect(state.asked).toBe(6);
});

test.each([true, false])(
  'roads that are damaged under the running server are noticed within a minute, and that they are mended at once (bundled: %s)',
  async (isBundled) => {
    const { state, check } = scene(isBundled);
    await check();
    state.nowMs = 60_000;
    state.price = noRoute;
    await expect(check()).rejects.toThrow('a is route_not_possible, and was 40 + 0 kr');
    await expect(check()).rejects.toThrow('route_not_possible');
    state.price = async () => COSTS;
    await check();
  },
);

test('on other roads or renewed data a trip must go on costing what it cost first, also when it has no way there', async () => {
  const { state, check } = scene(false);
  state.price = noRoute;
  await check();
  state.nowMs = 60_000;
  await check();
  state.nowMs = 120_000;
  state.price = async () => COSTS;
  await expect(check()).rejects.toThrow('a is 40 + 0 kr, and was route_not_possible');
});
