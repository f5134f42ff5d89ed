import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DRAIN_TIMES } from '../../src/http/connection/drain.ts';
import { appOf } from '../support/app.ts';
import { listSettings } from '../support/list-settings.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');

const STOP_S = (DRAIN_TIMES.noticeMs + DRAIN_TIMES.finishMs + DRAIN_TIMES.cutMs) / 1000;
/** How long a call may take. */
const DEADLINE_S = 15;

const seconds = (text: string | undefined) => Number(/^(\d+)s?$/.exec(text ?? '')?.[1]);

describe('the two instances of compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true });
  const { 'veipris-1': first, 'veipris-2': second, proxy, postgres } = services;
  const { environment } = first;

  test('are the same, from the Dockerfile beside it', () => {
    expect(second).toEqual(first);
    expect(existsSync(join(DEPLOY, first.build.context, first.build.dockerfile))).toBe(true);
  });

  test('are given settings and nothing else, over one PostgreSQL', () => {
    const names = Object.keys(environment);
    expect(listSettings()).toEqual(expect.arrayContaining(names));
    expect(environment.DATABASE_URL).toContain('@postgres:5432/veipris');
    expect(postgres.environment).toMatchObject({
      POSTGRES_USER: 'veipris',
      POSTGRES_DB: 'veipris',
    });
  });

  test('hold no secret: whoever starts them must give the password', () => {
    expect(environment.DATABASE_URL).toContain('${POSTGRES_PASSWORD:?');
    expect(postgres.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });

  test('are found by the proxy at the port that they listen on', () => {
    const addresses = [`veipris-1:${environment.PORT}`, `veipris-2:${environment.PORT}`];
    expect(proxy.environment.INSTANCES).toBe(addresses.join(' '));
    expect(first.healthcheck.test.join(' ')).toContain(`:${environment.PORT}/health/ready`);
    expect(first.ports).toBeUndefined();
    expect(proxy.volumes[0]).toMatch(/^\.\/Caddyfile:/);
  });

  test('have time to finish their calls, and few rights', () => {
    expect(seconds(first.stop_grace_period)).toBeGreaterThan(STOP_S);
    expect(first).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(first.volumes).toContain(`home:${environment.VEIPRIS_HOME}`);
    expect(Object.keys(volumes)).toEqual(['home', 'postgres', 'caddy']);
  });
});

describe('the proxy', () => {
  const file = read('Caddyfile');
  const directive = (name: string) => new RegExp(`^\\s*${name} (\\S+)$`, 'm').exec(file)?.[1];

  test('watches an endpoint that there is, often enough to see a server that stops', () => {
    const url = directive('health_uri') ?? '';
    expect(appOf().hasRoute({ url, method: 'GET' })).toBe(true);
    const [everyS, patienceS] = [
      seconds(directive('health_interval')),
      seconds(directive('health_timeout')),
    ];
    expect(everyS + patienceS).toBeLessThanOrEqual(DRAIN_TIMES.noticeMs / 1000);
  });

  test('keeps the metrics inside', () => {
    expect(file).toMatch(/@inside path \/metrics\n\trespond @inside 404/);
    expect(appOf().hasRoute({ url: '/metrics', method: 'GET' })).toBe(true);
  });

  test('waits longer than a call may take, and gives connections up before the server does', () => {
    expect(seconds(directive('response_header_timeout'))).toBeGreaterThan(DEADLINE_S);
    const { keepAliveTimeout } = appOf().server;
    expect(seconds(directive('keepalive'))).toBeLessThan(keepAliveTimeout / 1000);
  });
});

describe('the unit of systemd', () => {
  const lines = read('veipris@.service').split('\n');
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));

  test('starts the built server as a user of its own, with settings and nothing else', () => {
    expect(valuesOf('ExecStart')).toEqual(['/usr/bin/node /opt/veipris/dist/main.js']);
    expect(valuesOf('User')).toEqual(['veipris']);
    const set = valuesOf('Environment')
      .join(' ')
      .matchAll(/(\w+)=/g);
    const names = [...set].flatMap(([, name = '']) => (name === 'NODE_ENV' ? [] : [name]));
    expect(names).toEqual(['VEIPRIS_HOME', 'PORT']);
    expect(listSettings()).toEqual(expect.arrayContaining(names));
  });

  test('gives a server that stops the time that it takes, and stops only the server itself', () => {
    expect(seconds(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(STOP_S);
    expect(valuesOf('KillMode')).toEqual(['mixed']);
  });

  test('takes from it what it does not need', () => {
    for (const name of ['NoNewPrivileges', 'PrivateTmp', 'ProtectHome', 'RestrictSUIDSGID'])
      expect(valuesOf(name)).toEqual(['yes']);
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    expect(valuesOf('CapabilityBoundingSet')).toEqual(['']);
  });
});

test('veipris.env.example names every setting, and every name in it is one', () => {
  const names = [...read('veipris.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(names.sort()).toEqual([...listSettings()].sort());
});

test('operations.md has a row for every setting, and for nothing that is none', () => {
  const manual = readFileSync(join(DEPLOY, '../docs/operations.md'), 'utf8');
  const [table = ''] = /^\| Setting \|[\s\S]*?\n## /m.exec(manual) ?? [];
  const cells = table.split('\n').map((row) => row.split(' | ')[0] ?? '');
  const names = cells.flatMap((cell) => cell.match(/(?<=`)[A-Z_]+(?=`)/g) ?? []);
  expect(names.toSorted()).toEqual(listSettings().toSorted());
});
