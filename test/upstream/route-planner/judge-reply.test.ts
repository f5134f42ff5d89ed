import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import {
  judgeReply,
  mayBeAvoidance,
  readErrorCode,
} from '../../../src/upstream/route-planner/judge-reply.ts';

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');
const HTML = '<html><body>Not Found: /best?Stops=10.75,59.91</body></html>';

function refusalOf(status: number, body: string, headers: Record<string, string> = {}) {
  try {
    judgeReply({ status, headers, body }, NOW_MS);
  } catch (error) {
    if (error instanceof Fault) return error;
  }
  throw new Error('Expected a refusal.');
}

describe('the planner’s table of errors', () => {
  test.each([
    [404, '{"Code":9005,"Message":"Ingen rute funnet"}', 'route_not_possible'],
    [404, '{"code":"9005"}', 'route_not_possible'],
    [404, '{"code":9200}', 'route_not_possible'],
    [404, '{"code":9201,"message":"end"}', 'route_not_possible'],
    [404, '{"code":9299}', 'route_not_possible'],
    [404, '[{"code":9205}]', 'route_not_possible'],
    [404, '{"messages":[{"code":9005}]}', 'route_not_possible'],
    [400, '{"code":9200}', 'route_not_possible'],
    [404, '{"code":9300}', 'upstream_down'],
    [404, '{"code":9001}', 'upstream_down'],
    [404, '{"code":404,"title":"Not Found"}', 'upstream_broken'],
    [404, '{}', 'upstream_broken'],
    [404, HTML, 'upstream_broken'],
    [404, '', 'upstream_broken'],
    [400, '{"errors":{"Stops":["bad"]}}', 'upstream_broken'],
    [401, '', 'upstream_broken'],
    [403, HTML, 'upstream_broken'],
    [403, '{"code":9005}', 'upstream_broken'],
    [408, '', 'upstream_down'],
    [409, '', 'upstream_broken'],
    [429, '', 'upstream_down'],
    [500, '', 'upstream_down'],
    [500, '{"code":9005}', 'upstream_down'],
    [503, HTML, 'upstream_down'],
    [200, '{"routes":[]}', 'route_not_possible'],
    [200, '{"routes":null}', 'upstream_broken'],
    [200, '{"routes":{}}', 'upstream_broken'],
    [200, '{"routes":[null]}', 'upstream_broken'],
    [200, '{}', 'upstream_broken'],
    [200, '[]', 'upstream_broken'],
    [200, 'null', 'upstream_broken'],
    [200, '', 'upstream_broken'],
    [200, HTML, 'upstream_broken'],
    [200, '{"routes":[{"routeId"', 'upstream_broken'],
    [200, '{"routes":[{"routeId":"1"}],"messages":[{"code":9005}]}', 'upstream_broken'],
    [200, '{"routes":[{"routeId":"1"}],"error":"no"}', 'upstream_broken'],
    [204, '', 'upstream_broken'],
  ])('%i with %s is %s', (status, body, code) => {
    expect(refusalOf(status, body).code).toBe(code);
  });

  test('nothing of a body reaches either message', () => {
    for (const status of [200, 400, 401, 404, 429, 500]) {
      const { publicMessage, message } = refusalOf(status, HTML);
      expect(`${publicMessage} ${message}`).not.toMatch(/Stops|html|10\.75/);
    }
  });

  test.each([
    [429, '17', 17],
    [429, 'Fri, 20 Nov 2026 12:01:00 GMT', 60],
    [503, '30', 30],
    [429, 'soon', undefined],
  ])('%i with Retry-After %s is to be tried again after %s s', (status, header, seconds) => {
    expect(refusalOf(status, '', { 'retry-after': header }).retryAfterS).toBe(seconds);
  });

  test.each([
    [404, '{"code":9005}', true],
    [400, '', true],
    [200, '{"routes":[]}', true],
    [404, '{"code":9200}', false],
    [404, HTML, false],
    [500, '', false],
    [401, '', false],
  ])('%i with %s may be for the toll avoidance: %s', (status, body, mayBe) => {
    expect(mayBeAvoidance(refusalOf(status, body))).toBe(mayBe);
  });

  test('members that are empty are no failure, and routes are handed on as they came', () => {
    const body = '{"routes":[{"routeId":"1","own":[1]}],"messages":[],"error":null,"newer":1}';
    expect(judgeReply({ status: 200, headers: {}, body }, NOW_MS)).toEqual([
      { routeId: '1', own: [1] },
    ]);
  });
});

test.each([
  ['{"CODE":" 9005 "}', 9005],
  ['{"a":{"b":{"code":9005}}}', 9005],
  ['{"a":{"b":{"c":{"code":9005}}}}', undefined],
  ['{"code":500,"inner":{"code":9201}}', 9201],
  ['"9005"', undefined],
  ['9005', undefined],
  ['{"barcode":9005}', undefined],
])('the error code in %s is %s', (body, code) => {
  expect(readErrorCode(body)).toBe(code);
});
