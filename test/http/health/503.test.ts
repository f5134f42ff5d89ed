import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import type { Services } from '../../../src/http/services.ts';
import { NOW } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';
import { startingApp } from '../../support/starting-app.ts';
import { handTime, settled } from '../../support/time.ts';

const fine = async () => undefined;
const hung = () => new Promise<never>(() => undefined);
const away = () =>
  Promise.reject(new Fault('upstream_down', 'away', { message: 'connect 10.0.0.7:5432' }));

describe('a server is not ready', () => {
  test.each([
    ['database', { database: away, engine: fine }],
    ['engine', { database: fine, engine: away }],
  ] as const)(
    'while its %s can not be used, and tells why in the log alone',
    async (part, checks) => {
      const { app, lines } = meteredApp({ parts: { checks } });
      const reply = await app.inject('/health/ready');
      expect(reply.statusCode).toBe(503);
      expect(reply.json()).toMatchObject({
        status: 'unusable',
        dataVersion: 'test',
        parts: { database: 'usable', engine: 'usable', [part]: 'unusable' },
      });
      expect(reply.body).not.toContain('10.0.0.7');
      expect(lines.join('')).toContain('10.0.0.7');
    },
  );

  test('while it starts: nothing is asked of facts that are not there yet', async () => {
    const reply = await startingApp().app.inject('/health/ready');
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toEqual({ status: 'starting', upstreams: [] });
  });

  test('from the signal to stop on', async () => {
    const { app } = meteredApp({ parts: { phase: () => 'draining' } });
    const reply = await app.inject('/health/ready');
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ status: 'draining', dataVersion: 'test' });
  });
});

describe('a check that hangs', () => {
  const probed = async (first: Services['checks'], then: Services['checks']) => {
    const time = handTime(NOW);
    let checks = first;
    const { app, lines } = meteredApp({
      time,
      parts: {
        checks: { database: () => checks.database(), engine: () => checks.engine() },
      },
    });
    const probe = async () => {
      const reply = app.inject('/health/ready');
      for (let turn = 0; turn < 5; turn++) await settled();
      return reply;
    };
    const before = await probe();
    checks = then;
    await time.pass(1000);
    return { time, probe, before, lines };
  };

  test('keeps no probe waiting for more than a second, and once is no harm', async () => {
    const { time, probe, before } = await probed(
      { database: fine, engine: fine },
      { database: hung, engine: fine },
    );
    expect(before.statusCode).toBe(200);
    const late = probe();
    await settled();
    await time.pass(1000);
    expect((await late).statusCode).toBe(200);
  });

  test('means after three seconds that the part can not be used', async () => {
    const { time, probe, lines } = await probed(
      { database: fine, engine: fine },
      { database: hung, engine: fine },
    );
    const late = probe();
    await settled();
    await time.pass(1000);
    await late;
    await time.pass(2000);
    const reply = await probe();
    expect(reply.statusCode).toBe(503);
    expect(reply.json().parts).toEqual({ database: 'unusable', engine: 'usable' });
    expect(lines.filter((line) => line.includes('can not be used'))).toHaveLength(1);
  });

  test('is over when the part answers again', async () => {
    const { probe, before, lines } = await probed(
      { database: away, engine: fine },
      { database: fine, engine: fine },
    );
    expect(before.statusCode).toBe(503);
    expect((await probe()).statusCode).toBe(200);
    expect(lines.join('')).toContain('can be used again');
  });

  test('is not taken for a good one by the first probe of all', async () => {
    const time = handTime(NOW);
    const { app } = meteredApp({ time, parts: { checks: { database: hung, engine: fine } } });
    const reply = app.inject('/health/ready');
    reply.catch(() => undefined);
    for (let turn = 0; turn < 5; turn++) await settled();
    await time.pass(1000);
    expect((await reply).statusCode).toBe(503);
  });
});
