import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment, toConfig } from '../../src/service/config.ts';
import { listSettings } from '../support/list-settings.ts';

const DEFAULTS = {
  port: 8080,
  processes: 1,
  host: '127.0.0.1',
  home: resolve('./var'),
  logLevel: 'info',
  database: { kind: 'embedded', address: resolve('./var/veipris.db') },
  publicData: false,
  resultCache: 0,
  roadDatabase: { kind: 'bundled', url: 'https://nvdbapiles.atlas.vegvesen.no' },
  roadNetwork: { kind: 'bundled' },
  services: {},
  outdated: [],
  portal: { publicDemo: false },
  proxies: 0,
  connectionsPerAddress: 256,
  jobs: { atOnce: 1, days: 7, leaseS: 120 },
};

test('everything has a default', () => {
  expect(toConfig({})).toEqual(DEFAULTS);
});

test('an empty setting is an absent one', () => {
  expect(toConfig(Object.fromEntries(listSettings().map((name) => [name, ''])))).toEqual(DEFAULTS);
});

test('an empty value of the environment leaves what .env says, another one wins over it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veipris-env-'));
  writeFileSync(join(folder, '.env'), 'PORT=1\nHOST="::1"\nLOG_LEVEL=warn\n');
  const environment = { PORT: '', HOST: '::', KEPT: '' };
  expect(readEnvironment(environment, folder)).toEqual({
    PORT: '1',
    HOST: '::',
    LOG_LEVEL: 'warn',
    KEPT: '',
  });
  rmSync(folder, { recursive: true });
});

test.each([
  [{ PORT: '0' }, { port: 0 }],
  [{ HOST: '::' }, { host: '::' }],
  [
    { VEIPRIS_HOME: '/srv/veipris' },
    {
      home: '/srv/veipris',
      database: { kind: 'embedded', address: join('/srv/veipris', 'veipris.db') },
    },
  ],
  [{ LOG_LEVEL: 'warn' }, { logLevel: 'warn' }],
  [{ SERVER_PROCESSES: '2' }, { processes: 2 }],
  [
    { ROAD_NETWORK: 'ruteplan', ROAD_NETWORK_FEED: 'http://feed/atom.xml' },
    { roadNetwork: { kind: 'ruteplan', feed: 'http://feed/atom.xml' } },
  ],
  [
    { DATABASE_URL: 'postgres://a:b@db/veipris' },
    { database: { kind: 'postgres', address: 'postgres://a:b@db/veipris' } },
  ],
  [
    { DATABASE_URL: 'POSTGRES://a:B@db/Veipris' },
    { database: { kind: 'postgres', address: 'postgres://a:B@db/Veipris' } },
  ],
  [{ PUBLIC_DATA: '1' }, { publicData: true }],
  [{ PUBLIC_DATA: '0' }, { publicData: false }],
  [{ BURST_PER_SECOND: '20' }, { burstPerSecond: 20 }],
  [{ ENGINE_PROCESSES: '0' }, { outdated: [expect.stringMatching(/^ENGINE_PROCESSES has no/)] }],
  [{ ROAD_NETWORK: 'bundled' }, {}],
  [
    { ROAD_NETWORK: 'built' },
    { outdated: ['ROAD_NETWORK=built is called bundled now; a later version refuses it'] },
  ],
  [{ CALLS_AT_ONCE: '12' }, { callsAtOnce: 12 }],
  [{ RESULT_CACHE: '500' }, { resultCache: 500 }],
  [{ TRUST_PROXY: '2' }, { proxies: 2 }],
  [{ CONNECTIONS_PER_ADDRESS: '0' }, { connectionsPerAddress: 0 }],
  [
    {
      PUBLIC_URL: 'https://veipris.no/',
      PUBLIC_DEMO: '1',
      MAP_STYLE_URL: 'https://tiles.no/style.json',
      SMTP_URL: 'smtp://u:p@mail:587',
      MAIL_FROM: 'Veipris <veipris@example.no>',
    },
    {
      portal: {
        publicUrl: 'https://veipris.no',
        publicDemo: true,
        mapStyleUrl: 'https://tiles.no/style.json',
        mail: { url: 'smtp://u:p@mail:587', from: 'Veipris <veipris@example.no>' },
      },
    },
  ],
  [{ OSRM_URL: 'http://osrm:5000/' }, { services: { estimate: { url: 'http://osrm:5000' } } }],
  [
    {
      ROAD_DATABASE: 'nvdb',
      ROAD_DATABASE_URL: 'http://nvdb',
      ROAD_DATABASE_CONTACT: 'drift@example.no',
    },
    { roadDatabase: { kind: 'nvdb', url: 'http://nvdb', contact: 'drift@example.no' } },
  ],
])('%j is read', (environment, changed) => {
  expect(toConfig(environment)).toEqual({ ...DEFAULTS, ...changed });
});

test('the route planner is asked without a user unless one is set', () => {
  const base = 'https://www.vegvesen.no/ws/no/vegvesen/ruteplan/routingservice_v3_0';
  expect(toConfig({ PLANNER: 'vegvesen' }).services.route).toEqual({
    url: `${base}/open/routingService/api/Route`,
  });
  expect(
    toConfig({ PLANNER: 'vegvesen', PLANNER_USER: 'u', PLANNER_PASSWORD: 'p' }).services.route,
  ).toEqual({
    url: `${base}/routingService/api/Route`,
    login: { user: 'u', password: 'p' },
  });
});

test('the vehicle register is asked at its own address unless another one is set', () => {
  const vegvesen = { VEHICLE_REGISTER: 'vegvesen', VEHICLE_REGISTER_KEY: 'k' };
  expect(toConfig(vegvesen).services.vehicle).toEqual({
    url: 'https://akfell-datautlevering.atlas.vegvesen.no/enkeltoppslag/kjoretoydata',
    key: 'k',
  });
  expect(
    toConfig({ ...vegvesen, VEHICLE_REGISTER_URL: 'http://other/' }).services.vehicle,
  ).toMatchObject({ url: 'http://other' });
});

test.each([
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['PORT', '8080.5'],
  ['PORT', ' 80'],
  ['ROAD_DATABASE_CONTACT', 'drift'],
  ['ROAD_DATABASE_CONTACT', 'drift@example.no\r\nX: y'],
  ['ROAD_DATABASE_CONTACT', 'bø@example.no'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_LEVEL', 'INFO'],
  ['PLANNER', 'google'],
  ['PLANNER_URL', 'vegvesen.no'],
  ['PLANNER_DAILY_CALLS', 'x'],
  ['ROAD_NETWORK', 'osm'],
  ['ROAD_DATABASE', 'NVDB'],
  ['ROAD_DATABASE_URL', 'ftp://nvdb'],
  ['VEHICLE_REGISTER', 'autosys'],
  ['OSRM_URL', 'localhost:5000'],
  ['PUBLIC_DATA', 'yes'],
  ['BURST_PER_SECOND', '0'],
  ['CALLS_AT_ONCE', '1001'],
  ['RESULT_CACHE', '-1'],
  ['BURST_PER_SECOND', '1.5'],
  ['PUBLIC_URL', 'veipris.no'],
  ['PUBLIC_URL', 'https://veipris.no/portal'],
  ['PUBLIC_DEMO', 'yes'],
  ['MAP_STYLE_URL', 'style.json'],
  ['MAIL_FROM', 'Veipris'],
  ['MAIL_FROM', 'a@example.no\r\nBcc: b@example.no'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10'],
])('%s=%s is refused in one line that names it', (name, value) => {
  expect(() => toConfig({ [name]: value })).toThrow(
    new RegExp(`^${name} must be .*, and is "${value}"\\.$`),
  );
});

test.each([
  'mysql://root:secret@db',
  'postgres:secret',
  'postgres:/secret',
  'postgres://',
  'postgres://u:sec#ret@db',
])('DATABASE_URL=%s is refused without repeating it: it may hold a password', (address) => {
  expect(() => toConfig({ DATABASE_URL: address })).toThrow(
    /^DATABASE_URL must be an address that begins with postgres:\/\/ or postgresql:\/\/\.$/,
  );
});

test('localhost is one address: for a second one there would be a server without our limits', () => {
  expect(toConfig({ HOST: 'localhost' }).host).toBe('127.0.0.1');
  expect(toConfig({ HOST: '::1' }).host).toBe('::1');
});

test('SMTP_URL is refused without repeating it: it may hold a password', () => {
  expect(() => toConfig({ SMTP_URL: 'http://u:secret@mail' })).toThrow(
    /^SMTP_URL must be an address that begins with smtp:\/\/ or smtps:\/\/\.$/,
  );
});

test.each([
  'PLANNER_URL',
  'ROAD_DATABASE_URL',
  'VEHICLE_REGISTER_URL',
  'OSRM_URL',
  'PUBLIC_URL',
  'MAP_STYLE_URL',
])(
  '%s is refused with a password in it, which nobody would send, and without repeating it',
  (name) => {
    const refusalOf = (value: string) => () => toConfig({ [name]: value });
    expect(refusalOf('ftp://u:secret@h')).toThrow(
      new RegExp(`^${name} must be an address that begins with http:// or https://\\.$`),
    );
    for (const address of ['https://u:secret@h', 'https://secret@h/x', 'http://:secret@h'])
      expect(refusalOf(address)).toThrow(
        new RegExp(`^${name} must be an address without user and password\\.$`),
      );
  },
);

test.each([
  [{ PLANNER: 'vegvesen', PLANNER_USER: 'u' }, 'PLANNER_USER and PLANNER_PASSWORD'],
  [{ VEHICLE_REGISTER: 'vegvesen' }, 'VEHICLE_REGISTER_KEY'],
])('%j is refused: %s must be set', (environment, name) => {
  expect(() => toConfig(environment)).toThrow(new RegExp(`^${name} must be set .*\\.$`));
});
