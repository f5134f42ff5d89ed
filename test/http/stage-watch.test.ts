import { expect, test } from 'vitest';
import { startStageWatch } from '../../src/http/call/call.ts';

/** A watch whose clock goes on by hand. */
function watchAt(startMs: number) {
  let nowMs = startMs;
  const watch = startStageWatch(() => nowMs);
  return {
    watch,
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

test('time belongs to the stage that was entered last, and adds up when it is entered again', () => {
  const { watch, pass } = watchAt(1000);
  pass(7);
  watch.enter('authenticate');
  pass(3);
  watch.enter('route');
  pass(20);
  watch.enter('authenticate');
  pass(2);
  watch.stop();
  expect(watch.stagesMs).toEqual({ authenticate: 5, route: 20 });
});

test('what is entered after the answer has left is not measured', () => {
  const { watch, pass } = watchAt(0);
  watch.enter('route');
  pass(5);
  watch.stop();
  pass(100);
  watch.enter('price');
  pass(100);
  watch.stop();
  expect(watch.stagesMs).toEqual({ route: 5 });
});
