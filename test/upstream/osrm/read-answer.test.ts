import { expect, test } from 'vitest';
import { readAnswer } from '../../../src/upstream/osrm/read-answer.ts';

const reply = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value) });

test('routes and stops are handed on, the best route first', () => {
  const answer = { code: 'Ok', data_version: 'x', routes: [{ a: 1 }, {}], waypoints: [{}] };
  expect(readAnswer(reply(answer))).toEqual({ routes: [{ a: 1 }, {}], waypoints: [{}] });
});

test('stops may be missing', () => {
  expect(readAnswer(reply({ code: 'Ok', routes: [{}] })).waypoints).toEqual([]);
});

test.each([
  ['NoRoute', 400],
  ['NoSegment', 400],
  ['NoRoute', 200],
  ['NoSegment', 404],
])('%s with %d is no route', (code, status) => {
  expect(() => readAnswer(reply({ code, message: 'Impossible' }, status))).toThrowError(
    expect.objectContaining({ code: 'route_not_possible', publicMessage: 'route_not_possible' }),
  );
});

test('a server that is failing says nothing about the trip', () => {
  expect(() => readAnswer(reply({ code: 'NoRoute' }, 500))).toThrowError(
    expect.objectContaining({ code: 'upstream_broken' }),
  );
});

test('the log names the code, and no text of the server, which may repeat coordinates', () => {
  const secret = { code: 'InvalidUrl', message: 'malformed close to 10.7522,59.9139' };
  expect(messageOf(() => readAnswer(reply(secret, 400)))).toBe(
    'OSRM server: status 400 with the code InvalidUrl',
  );
  const odd = { code: '10.7522,59.9139' };
  expect(messageOf(() => readAnswer(reply(odd)))).toContain('of no known form');
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Expected a fault.');
}
