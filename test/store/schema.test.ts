import { expect, expectTypeOf, test } from 'vitest';
import type { AuditEntry } from '../../src/account/ports.ts';
import { fromRow, type RowOf, type Schema, toRow } from '../../src/store/schema.ts';

const ENTRY = {
  id: 'a',
  atMs: Date.parse('2026-11-20T12:00:00.5Z'),
  actor: 'owner',
  action: 'key.rotate',
  accountId: 'b',
  objectId: 'c',
  detail: { prefix: 'veipris_live_x', endsAt: null },
} as const;

test('a record stands in columns of its members, instants as text and objects as JSON, and comes back as it was', () => {
  const row = toRow(ENTRY);
  expectTypeOf(row).toExtend<RowOf<AuditEntry>>();
  expect(row).toEqual({
    id: 'a',
    at: '2026-11-20T12:00:00.500Z',
    actor: 'owner',
    action: 'key.rotate',
    account_id: 'b',
    object_id: 'c',
    detail: '{"prefix":"veipris_live_x","endsAt":null}',
  });
  expect(fromRow<AuditEntry>(row)).toEqual(ENTRY);
});

test('what is absent has no cell, null is an empty one, and neither is a member', () => {
  interface Facts {
    readonly isTest: boolean;
    readonly durationMs: number;
    readonly endsAtMs?: number;
    readonly dailyLimit?: number;
  }
  const facts: Facts = { isTest: true, durationMs: 3 };
  expect(toRow(facts)).toEqual({ is_test: 1, duration_ms: 3 });
  expect(toRow({ endsAtMs: null })).toEqual({ ends_at: null });
  const row = { is_test: 1, duration_ms: 3, ends_at: null, daily_limit: null };
  expect(fromRow<Facts>(row)).toEqual(facts);
});

test('bytes are bytes', () => {
  const input = Buffer.from('rows');
  expect(toRow({ input })).toEqual({ input });
  expectTypeOf<Schema['job_block']['input']>().toEqualTypeOf<Buffer | null>();
});
