/** A receiver that fails in every way, on this machine, under a name of the Internet. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import {
  checkWebhookUrl,
  isPublicAddress,
  openWebhooks,
  type WebhookParts,
} from '../../../src/upstream/webhook/send-webhook.ts';
import { startNameServer } from '../../support/fake-upstream/name-server.ts';

const TLS = join(import.meta.dirname, '../../fixtures/tls');
const read = (file: string) => readFileSync(join(TLS, file), 'utf8');
const key = read('receiver-key.pem');
const cert = read('receiver.pem');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const MESSAGE = { id: 'msg_1', secret: SECRET, payload: '{"type":"job.done"}' };
/** The name of the certificate. */
const NAME = 'receiver.example.no';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function receiver(answer: Answer, shown = cert) {
  const server = createServer({ key, cert: shown }, (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** @param shown the certificate of the receiver. @param name by which it is called. */
async function call(answer: Answer, parts: Partial<WebhookParts> = {}, shown = cert, name = NAME) {
  const port = await receiver(answer, shown);
  const send = openWebhooks({
    now: Date.now,
    lookUp: async () => ['127.0.0.1'],
    isAllowed: () => true,
    ca: cert,
    ...parts,
  });
  return send(`https://${name}:${port}/hook`, MESSAGE);
}

const status =
  (code: number): Answer =>
  (_request, response) =>
    response.writeHead(code, { location: 'https://127.0.0.1/' }).end('x'.repeat(100));

test('the message comes with a signature that the library of Standard Webhooks takes', async () => {
  const seen: unknown[] = [];
  const outcome = await call((request, response, body) => {
    const headers = request.headers as Record<string, string>;
    seen.push(new Webhook(SECRET).verify(body, headers), headers['webhook-id'], request.url);
    response.writeHead(204).end();
  });
  expect(outcome).toEqual({ isDelivered: true, status: 204 });
  expect(seen).toEqual([{ type: 'job.done' }, 'msg_1', '/hook']);
});

test.each([
  ['answers 500', status(500), {}, { problem: 'It answered 500.', code: 'bad_status' }],
  ['leads elsewhere', status(302), {}, { problem: 'It answered 302.', code: 'bad_status' }],
  [
    'wants no more',
    status(410),
    {},
    { problem: 'It answered 410.', code: 'bad_status', isOver: true },
  ],
  [
    'hangs up',
    (request: IncomingMessage) => request.socket.destroy(),
    {},
    { problem: 'It could not be reached.', code: 'not_reached' },
  ],
  [
    'never answers',
    () => undefined,
    { patienceMs: 50 },
    { problem: 'It did not answer within 0.05 s.', code: 'too_late' },
  ],
  [
    'shows a certificate that no one has signed',
    status(200),
    { ca: '' },
    { problem: 'Its certificate is not valid.', code: 'certificate_not_valid' },
  ],
  [
    'begins to answer and says no more',
    (request: IncomingMessage) => void request.socket.write('HTTP/1.1 200 OK\r\nx-slow: '),
    { patienceMs: 200 },
    { problem: 'It did not answer within 0.2 s.', code: 'too_late' },
  ],
  [
    'has a name whose look-up never ends',
    status(200),
    { patienceMs: 50, lookUp: () => new Promise<never>(() => undefined) },
    { problem: 'Its name could not be looked up within 0.05 s.', code: 'too_late' },
  ],
  [
    'has a name that is not known',
    status(200),
    { lookUp: () => Promise.reject(new Error('ENOTFOUND')) },
    { problem: 'Its name is not known.', code: 'name_not_known' },
  ],
  [
    'has a private address',
    status(200),
    { isAllowed: isPublicAddress },
    { problem: 'Its address is not public.', code: 'address_not_public' },
  ],
  [
    'has a private address beside a public one',
    status(200),
    { isAllowed: isPublicAddress, lookUp: async () => ['93.184.216.34', '10.0.0.1'] },
    { problem: 'Its address is not public.', code: 'address_not_public' },
  ],
] as const)(
  'a receiver that %s is told of in one sentence and a code',
  async (_what, answer, parts, problem) => {
    expect(await call(answer as Answer, parts)).toEqual({ isDelivered: false, ...problem });
  },
);

test('a certificate that has run out, or is of another name, is none', async () => {
  const expired = read('receiver-expired.pem');
  const failure = {
    isDelivered: false,
    problem: 'Its certificate is not valid.',
    code: 'certificate_not_valid',
  };
  expect(await call(status(200), { ca: expired }, expired)).toEqual(failure);
  expect(await call(status(200), {}, cert, 'other.example.no')).toEqual(failure);
});

test('where the first address can not be reached the next one is called', async () => {
  const lookUp = async () => ['127.0.0.2', '127.0.0.1'];
  expect(await call(status(200), { lookUp })).toMatchObject({ isDelivered: true });
});

test('names that are never answered, however many, hold up no receiver of another name', async () => {
  const silent = Array.from({ length: 40 }, (_, i) => `silent${i}.example.no`);
  const names = Object.fromEntries(silent.map((name) => [name, 'silent'] as const));
  const { address, asked } = await startNameServer({ ...names, [NAME]: ['127.0.0.1'] });
  const port = await receiver(status(204));
  const send = openWebhooks({
    now: Date.now,
    nameServers: [address],
    isAllowed: () => true,
    ca: cert,
  });
  const stop = new AbortController();
  const held = silent.map((name) => send(`https://${name}/`, MESSAGE, stop.signal));
  await expect.poll(() => silent.every((name) => asked.includes(name))).toBe(true);
  expect(await send(`https://${NAME}:${port}/`, MESSAGE)).toEqual({
    isDelivered: true,
    status: 204,
  });
  stop.abort();
  const outcomes = await Promise.all(held);
  expect(outcomes.every(({ isDelivered }) => !isDelivered)).toBe(true);
});

test.each([
  [
    'its addresses of both families are public',
    ['93.184.216.34', '2a00:1450:400f:80d:1:2:3:4'],
    undefined,
  ],
  [
    'its address of one family is private',
    ['93.184.216.34', 'fd00:0:0:0:0:0:0:1'],
    'address_not_public',
  ],
  ['it has private addresses alone', ['10.0.0.1'], 'address_not_public'],
  ['it has no address', [], 'name_not_known'],
  ['no server knows it', undefined, 'name_not_known'],
  ['its servers are silent', 'silent', 'too_late'],
] as const)('a name is judged by all that its name server says: %s', async (_what, known, code) => {
  const names = known === undefined ? {} : { [NAME]: known };
  const { address } = await startNameServer(names);
  // A server that stops ends the call once its name is known, before a public address is called.
  const stop = new AbortController();
  const judged: string[] = [];
  const isAllowed = (one: string) => {
    judged.push(one);
    if (judged.length === known?.length) stop.abort();
    return isPublicAddress(one);
  };
  const patience = known === 'silent' ? { patienceMs: 50 } : {};
  const send = openWebhooks({ now: Date.now, nameServers: [address], isAllowed, ...patience });
  const outcome = await send(`https://${NAME}/`, MESSAGE, stop.signal);
  if (code === undefined) expect(judged).toEqual(known);
  else expect(outcome).toMatchObject({ isDelivered: false, code });
});

test('an address instead of a name is looked up nowhere', async () => {
  const { address, asked } = await startNameServer({});
  const send = openWebhooks({ now: Date.now, nameServers: [address] });
  const outcome = await send('https://10.0.0.1/', MESSAGE);
  expect(outcome).toMatchObject({ code: 'address_not_public' });
  expect(asked).toEqual([]);
});

test('a call ends when its server stops', async () => {
  const stop = new AbortController();
  const port = await receiver(() => stop.abort());
  const parts = {
    now: Date.now,
    lookUp: async () => ['127.0.0.1'],
    isAllowed: () => true,
    ca: cert,
  };
  const outcome = await openWebhooks(parts)(`https://${NAME}:${port}/`, MESSAGE, stop.signal);
  expect(outcome).toMatchObject({ isDelivered: false });
});

test('the address that was looked at is the one that is called, whatever the name says next', async () => {
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  let asked = 0;
  const outcome = await call(status(200), { lookUp: async () => answers[asked++] ?? [] });
  expect(outcome).toMatchObject({ isDelivered: true });
  expect(asked).toBe(1);
});

test('a receiver that answers without end is not read', async () => {
  const outcome = await call((_request, response) => {
    response.writeHead(200);
    response.on('error', () => undefined);
    const more = () => void (response.destroyed || response.write('x'.repeat(65_536), more));
    more();
  });
  expect(outcome).toEqual({ isDelivered: true, status: 200 });
});

test.each([
  ['93.184.216.34', true],
  ['2a00:1450:400f:80d::200e', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['no address', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  'http://fleet.example.no/',
  'https://user:secret@fleet.example.no/',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://2130706433/',
  'ftp://fleet.example.no/',
  'fleet.example.no',
  `https://fleet.example.no/${'x'.repeat(2048)}`,
])('%s is never called', (url) => {
  expect(() => checkWebhookUrl(url, 'callbackUrl')).toThrow('callbackUrl must be an https address');
});

test('an https address of a public host is taken as it is written', () => {
  const url = 'https://fleet.example.no/hook?job=1';
  expect(checkWebhookUrl(url, 'callbackUrl')).toBe(url);
});
