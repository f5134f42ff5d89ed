import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { toConfig } from '../src/config.ts';

test('everything has a default', () => {
  expect(toConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    home: resolve('./var'),
    logLevel: 'info',
  });
});

test('an empty setting is an absent one', () => {
  expect(toConfig({ PORT: '', HOST: '', VEIPRIS_HOME: '', LOG_LEVEL: '' })).toEqual(toConfig({}));
});

test('every setting is read', () => {
  const environment = { PORT: '0', HOST: '::', VEIPRIS_HOME: '/srv/veipris', LOG_LEVEL: 'warn' };
  expect(toConfig(environment)).toEqual({
    port: 0,
    host: '::',
    home: '/srv/veipris',
    logLevel: 'warn',
  });
});

test.each([
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['PORT', '8080.5'],
  ['PORT', ' 80'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_LEVEL', 'INFO'],
])('%s=%s is refused in one line that names it', (name, value) => {
  expect(() => toConfig({ [name]: value })).toThrow(
    new RegExp(`^${name} must be .*, and is "${value}"\\.$`),
  );
});
