import { expect, test } from 'vitest';
import { openProgress } from '../../src/base/duration.ts';

test('each tenth is told once, with the time that the rest takes at the same pace', () => {
  let nowMs = 5000;
  const told: string[] = [];
  const tell = openProgress(
    'ordering edges',
    (step) => told.push(step),
    () => nowMs,
  );
  for (const [share, seconds] of [
    [0.05, 10],
    [0.1, 20],
    [0.19, 40],
    [0.5, 100],
    [0.8, 160],
    [0.97, 194],
    [1, 200],
  ] as const) {
    nowMs = 5000 + seconds * 1000;
    tell(share);
  }
  expect(told).toEqual([
    'ordering edges: 10 %, about 3 minutes left',
    'ordering edges: 50 %, about 2 minutes left',
    'ordering edges: 80 %, about 40 seconds left',
    'ordering edges: 90 %, some seconds left',
  ]);
});
