import { expect, test } from 'vitest';
import { countLost } from '../../measure/chaos/sign-in.ts';

const LOST = '{"level":50,"err":{"code":"ETIMEDOUT"},"msg":"a sign-in link was not sent"}';

test('each line of a lost letter is counted, and no other', () => {
  expect(countLost('')).toBe(0);
  expect(countLost(`${LOST}\n{"level":40,"msg":"something else"}\n${LOST}\n`)).toBe(2);
});

test.each([
  ['the address', '"rejected":["letter-1@veipris.invalid"]'],
  ['the link', '"link":"http://localhost/portal/sign-in.html#token=abc"'],
])('a line that has %s breaks a promise', (_what, secret) => {
  const line = LOST.replace('"code":"ETIMEDOUT"', secret);
  expect(() => countLost(`${LOST}\n${line}\n`)).toThrow('the log has the address or the link');
});
