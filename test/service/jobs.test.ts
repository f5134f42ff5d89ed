import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ENGINE_NAMES } from '../support/engines.ts';
import { jobRows } from '../support/job-rows.ts';
import { openJobScene } from '../support/job-scene.ts';
import { useEngine } from '../support/store-scene.ts';

const isOver = ({ state }: { readonly state: string }) => state === 'done' || state === 'stopped';

describe.each(ENGINE_NAMES)('jobs in %s', (name) => {
  const scene = useEngine(name);
  const settings = () => ({
    ...(name === 'postgres' && { DATABASE_URL: scene.engine.address }),
  });
  const open = async (terms: Parameters<typeof openJobScene>[0] = {}) => {
    await scene.engine.clear();
    return openJobScene({ ...terms, settings: { ...settings(), ...terms.settings } });
  };

  test('rows are priced in their order, bad ones are errors in their place, and each is counted once', async () => {
    const { submit, until, get, account, accounts } = await open();
    const rows = jobRows(1203, { 2: '2,nowhere at all,Oslo,', 700: '700,Oslo' });
    const submitted = await submit(gzipSync(rows), '', { 'content-encoding': 'gzip' });
    expect(submitted.statusCode).toBe(201);
    const { id } = submitted.json();
    const job = await until(id, isOver);
    expect(job).toMatchObject({
      state: 'done',
      rows: { total: 1203, done: 1203, failed: 2, left: 0 },
      cost: { calls: 1203, credited: 0 },
      errors: [{ code: 'invalid_parameter', rows: 2 }],
    });
    const result = await get(`/api/jobs/${id}/result`);
    expect(result.headers['x-job-state']).toBe('done');
    const lines = result.body.trimEnd().split('\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      Array.from({ length: 1203 }, (_, i) => String(i + 1)),
    );
    expect(lines[2]).toContain('nowhere at all');
    const { quota } = accounts.store;
    const day = job.createdAt.slice(0, 10);
    expect(await quota.getUsed(account.id, day, { isJob: true })).toBe(1203);
    expect(await quota.getUsed(account.id, day)).toBe(0);
  });
});
