import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/http/openapi/endpoints.ts';
import { SUBMIT_JOB } from '../../src/http/openapi/job-endpoints.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const caddyfile = read('deploy/Caddyfile');
const [, headS = 'none'] = /^\s*response_header_timeout (\d+)s$/m.exec(caddyfile) ?? [];

/** Of a job it is nearly all the time in which its body arrives, and the proxy waits from the end of a body on. */
const deadlinesS = ENDPOINTS.filter(
  ({ path, method }) => path !== SUBMIT_JOB.path || method !== 'POST',
).map(({ deadlineMs = 15_000 }) => deadlineMs / 1000);

test('the proxy waits longer for an answer than the server takes for any', () => {
  expect(Math.max(...deadlinesS)).toBe(60);
  expect(Number(headS)).toBeGreaterThan(Math.max(...deadlinesS));
});

test('the proxy bounds no body, and the list for other proxies lets those of jobs through', () => {
  expect(caddyfile).not.toMatch(/max_size|request_buffers/);
  const operations = read('docs/operations.md');
  expect(operations).toContain(`wait for the head of an answer for ${headS} s`);
  expect(operations).toContain(`let bodies of ${SUBMIT_JOB.body.mostBytes / 1e9} GB through to`);
  const others = ENDPOINTS.flatMap(({ path, body }) =>
    body === undefined || path === SUBMIT_JOB.path ? [] : [body.mostBytes],
  );
  expect(Math.max(...others)).toBe(10_000_000);
  expect(operations).toContain('`client_max_body_size 10m` elsewhere');
});
