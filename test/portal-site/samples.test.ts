import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { find } from '../../portal/js/docs/find.js';
import { formatSample } from '../../portal/js/docs/samples.js';

const GET = {
  origin: 'http://127.0.0.1:8080',
  method: 'GET',
  path: '/api/route',
  query: [
    ['from', '59.9139,10.7522'],
    ['startTime', '2026-11-20T08:00:00+01:00'],
    ['to', 'Vik\'s å"$HOME`'],
  ],
  key: 'veipris_live_x',
  answer: 'json',
} as const;
const POST = {
  ...GET,
  method: 'POST',
  path: '/api/matrix',
  query: [],
  body: { text: `{\n  "origins": ["Vik's \\u00e5"]\n}`, type: 'application/json' },
};
const ADDRESS =
  'http://127.0.0.1:8080/api/route?from=59.9139,10.7522&startTime=2026-11-20T08:00:00%2B01:00&to=Vik%27s+%C3%A5%22%24HOME%60';

test('curl asks with the key and the whole address, whatever a shell makes of its signs', () => {
  expect(formatSample('curl', GET)).toBe(
    `curl -H 'Authorization: Bearer veipris_live_x' '${ADDRESS}'`,
  );
  const words = execFileSync('sh', [
    '-c',
    formatSample('curl', POST).replace('curl', 'printf "%s\\n"'),
  ]);
  expect(words.toString().split('\n')).toEqual([
    '-H',
    'Authorization: Bearer veipris_live_x',
    '-H',
    'Content-Type: application/json',
    '--data-binary',
    ...POST.body.text.split('\n'),
    'http://127.0.0.1:8080/api/matrix',
    '',
  ]);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('JavaScript', () => {
  test.each([GET, POST])('$method asks the same', async (question) => {
    const asked: unknown[] = [];
    const fetch = async (...args: unknown[]) => {
      asked.push(args);
      return { json: async () => 'answered' };
    };
    const program = new Function(
      'fetch',
      `return (async () => {\n${formatSample('javascript', question)}\nreturn answer; })()`,
    );
    expect(await program(fetch)).toBe('answered');
    const headers = { Authorization: 'Bearer veipris_live_x' };
    expect(asked).toEqual([
      question === GET
        ? [ADDRESS, { headers }]
        : [
            'http://127.0.0.1:8080/api/matrix',
            {
              method: 'POST',
              headers: { ...headers, 'Content-Type': 'application/json' },
              body: JSON.stringify({ origins: ["Vik's å"] }),
            },
          ],
    ]);
  });

  test('without a key there is no header', () => {
    const { key: _, ...open } = GET;
    expect(formatSample('javascript', open)).not.toContain('Authorization');
  });
});

describe('without a key of the reader each sample takes that of the environment', () => {
  const question = { ...GET, query: [], key: '' };
  const env = { PATH: process.env.PATH, VEIPRIS_KEY: 'veipris_live_y' };

  test('curl', () => {
    const line = formatSample('curl', question).replace('curl', 'printf "%s\\n"');
    const told = execFileSync('sh', ['-c', line], { env });
    expect(told.toString()).toContain('\nAuthorization: Bearer veipris_live_y\n');
  });

  test('JavaScript', async () => {
    let asked: { headers?: object } = {};
    const fetch = async (_address: string, options: object) => {
      asked = options;
      return { json: async () => 'answered' };
    };
    const program = new Function(
      'fetch',
      'process',
      `return (async () => {\n${formatSample('javascript', question)}\nreturn answer; })()`,
    );
    expect(await program(fetch, { env })).toBe('answered');
    expect(asked.headers).toEqual({ Authorization: 'Bearer veipris_live_y' });
  });

  test.skipIf(!hasPython)('Python', () => {
    const program = formatSample('python', question).replace(
      /with urllib[\s\S]*/,
      'print(request.get_header("Authorization"))',
    );
    const ran = spawnSync('python3', ['-c', program], { env });
    expect(ran.stdout.toString()).toBe('Bearer veipris_live_y\n');
  });
});

test('an answer that is no JSON is read as a text', () => {
  const result = { ...GET, path: '/api/jobs/1/result', answer: 'text' } as const;
  expect(formatSample('javascript', result)).toContain('answer = await reply.text();');
  const python = formatSample('python', result);
  expect(python).toContain('answer = reply.read().decode()');
  expect(python).not.toContain('json');
});

test('a table is sent as it is, and another method is named', () => {
  const text = 'from,to\nLysaker,Oslo\n';
  const csv = { ...POST, body: { text, type: 'text/csv' } };
  expect(formatSample('javascript', csv)).toContain(`body: ${JSON.stringify(text)},`);
  const { body: _, ...end } = { ...POST, method: 'DELETE' };
  expect(formatSample('curl', end)).toContain('curl -X DELETE ');
  expect(formatSample('javascript', end)).toContain('method: "DELETE"');
  expect(formatSample('python', end)).toContain('method="DELETE"');
});

test.skipIf(!hasPython)('Python reads what is written for it', () => {
  for (const question of [GET, POST]) {
    const check = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
      input: formatSample('python', question),
    });
    expect(check.stderr.toString()).toBe('');
  }
});

test.each([
  ['route', 'GET /api/route'],
  ['starttime', 'startTime (/api/route)'],
  ['hour rule', 'Rush and hour rule'],
])('the search for "%s" has first "%s"', (words, first) => {
  const all = [
    { href: '', page: '', text: 'Rush and hour rule', lead: 'The hour of each passage decides.' },
    { href: '', page: '', text: 'startTime (/api/route)', lead: 'Departure.' },
    { href: '', page: '', text: 'Roads', lead: 'Each route and rule of an hour, startTime.' },
    { href: '', page: '', text: 'GET /api/route', lead: 'Routes between two points' },
  ];
  expect(find(all, words.split(' '))[0]?.text).toBe(first);
});
