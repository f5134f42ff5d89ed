import { expect, test } from 'vitest';
import { gatherUsage } from '../../src/account/access.ts';
import { buildBackground } from '../../src/account/background.ts';
import type { KeyCall, KeyCalls, UsageCell } from '../../src/account/ports.ts';

const OLA = { account: { id: 'account-1' }, day: '2026-11-20' };
const CALL: KeyCall = {
  atMs: 0,
  method: 'GET',
  endpoint: '/api/route',
  status: 200,
  durationMs: 3,
};

/** A timer that rings when it is told to. */
function scene() {
  const written: string[] = [];
  const rings: (() => void)[] = [];
  const start = (_delayMs: number, ring: () => void) => {
    rings.push(ring);
    return () => {};
  };
  const timer = { start };
  const note = async ({ accountId, statusClass }: UsageCell, calls: number) =>
    void written.push(`${accountId} ${statusClass} ${calls}`);
  const noteOfKey = async (keyId: string, { counts, last }: KeyCalls, most: number) => {
    const counted = counts.map(({ statusClass, calls }) => `${statusClass} ${calls}`);
    const times = last.map(({ durationMs }) => durationMs);
    written.push(`${keyId} ${counted} of ${most}: ${times.at(0)} to ${times.at(-1)}`);
  };
  const notes = gatherUsage(
    { usage: { note, noteOfKey }, timer, limits: { recentCalls: 100, testCallsPerDay: 500 } },
    buildBackground(() => undefined),
  );
  return { written, rings, notes };
}

test('the answers of a moment are one statement for each cell of the page', () => {
  const { notes, rings, written } = scene();
  for (let call = 0; call < 300; call++) notes.note(OLA, CALL);
  for (let call = 0; call < 5; call++) notes.note(OLA, { ...CALL, status: 500 });
  notes.note({ ...OLA, account: { id: 'account-2' } }, CALL);
  expect([written, rings.length]).toEqual([[], 1]);
  rings[0]?.();
  expect(written).toEqual(['account-1 2xx 300', 'account-1 5xx 5', 'account-2 2xx 1']);
});

test('what comes after a moment waits for the end of its own', () => {
  const { notes, rings, written } = scene();
  notes.note(OLA, CALL);
  rings[0]?.();
  notes.note(OLA, CALL);
  expect(rings).toHaveLength(2);
  rings[1]?.();
  expect(written).toEqual(['account-1 2xx 1', 'account-1 2xx 1']);
});

test('at the end nothing is left, and nothing is written twice', () => {
  const { notes, rings, written } = scene();
  notes.note(OLA, CALL);
  notes.flush();
  rings[0]?.();
  expect(written).toEqual(['account-1 2xx 1']);
});

test('of the calls of a key all are counted, and the last 100 remembered', () => {
  const { notes, rings, written } = scene();
  const by = (keyId: string) => ({ ...OLA, isTest: true, keyId }) as const;
  for (let call = 1; call <= 250; call++) notes.note(by('key-1'), { ...CALL, durationMs: call });
  notes.note(by('key-2'), { ...CALL, status: 404, durationMs: 7 });
  expect(rings).toHaveLength(1);
  rings[0]?.();
  expect(written).toEqual(['key-1 2xx 250 of 100: 151 to 250', 'key-2 4xx 1 of 100: 7 to 7']);
});
