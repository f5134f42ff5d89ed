import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { formatLogLine, logStreamTo } from '../../src/cli/readable-log.ts';

const AT = new Date(2026, 10, 20, 8, 4, 6, 7).getTime();
// biome-ignore lint/suspicious/noControlCharactersInRegex: what paints the text.
const unpainted = (text: string) => text.replace(/\u001b\[[\d;]+m/g, '');
const line = (facts: object) =>
  unpainted(
    formatLogLine(JSON.stringify({ level: 30, time: AT, pid: 1, hostname: 'h', ...facts })),
  );

test('a line has its time, level, message and facts, without process and host', () => {
  expect(line({ msg: 'answered', status: 200 })).toBe(
    '[08:04:06.007] INFO: answered {"status":200}',
  );
  expect(line({ level: 50, msg: 'away' })).toBe('[08:04:06.007] ERROR: away');
});

test('a link stands on a line of its own between blank ones', () => {
  expect(line({ level: 40, msg: 'sign-in link', link: 'http://x/#token=1' })).toBe(
    '[08:04:06.007] WARN: sign-in link\n\n    http://x/#token=1\n',
  );
});

test('a stack follows its line', () => {
  expect(line({ msg: 'failed', err: { type: 'Error', stack: 'Error: no\n    at x' } })).toBe(
    '[08:04:06.007] INFO: failed\n    Error: no\n        at x',
  );
});

test('what is no JSON stays as it is', () => {
  expect(formatLogLine('veipris is ready')).toBe('veipris is ready');
});

test('a terminal gets readable lines, anything else the log as it is', async () => {
  const shown = (isTTY: boolean) => {
    const out = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
    logStreamTo(out).write(`${JSON.stringify({ level: 30, time: AT, msg: 'up' })}\n`);
    return unpainted(String(out.read()));
  };
  expect(shown(true)).toBe('[08:04:06.007] INFO: up\n');
  expect(shown(false)).toBe(`{"level":30,"time":${AT},"msg":"up"}\n`);
});
