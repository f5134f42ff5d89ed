import { expect, onTestFinished, test } from 'vitest';
import type { Letter } from '../../src/account/sign-in.ts';
import { announceCommand } from '../../src/cli/announce.ts';
import { withAccounts } from '../../src/service/accounts.ts';
import { toConfig } from '../../src/service/config.ts';
import { openStore } from '../../src/store/open-store.ts';
import { clockAt } from '../support/clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from '../support/terminal.ts';

const LETTER = 'Nytt i Veipris 0.3\n\nHei.\n\nFra 1. januar ...\n';
const TO = ['letter.txt', '--to', 'keys-used-since', '2026-10-01'];
const ASKED = '2026-11-20T12:00:00+01:00';

/** A database whose accounts used a key at these times, and the command over it. */
async function openOffice(users: Readonly<Record<string, string | undefined>>) {
  const config = toConfig({ VEIPRIS_HOME: tempHome() });
  const store = await openStore(config.database.address, { now: () => Date.parse(ASKED) });
  for (const [email, used] of Object.entries(users)) {
    const { account } = await store.accounts.getOrCreate({ email, plan: 'free' }, 'system');
    const hash = Buffer.from(email).toString('hex').padEnd(64, '0').slice(0, 64);
    const key = await store.keys.add(
      { accountId: account.id, hash, prefix: 'p', name: '' },
      'owner',
    );
    if (used !== undefined) await store.keys.noteUse(key.id, Date.parse(used));
  }
  const auditOf = async (email: string) => {
    const account = await store.accounts.findByEmail(email);
    const entries = await store.audit.list(account?.id ?? '', { most: 10 });
    return entries
      .map(({ action }) => action)
      .filter((action) => action.startsWith('announcement'));
  };
  const office = (mail?: (letter: Letter) => Promise<void>, at = ASKED, text = LETTER) =>
    announceCommand({
      withAccounts: (work) => withAccounts(config, work, clockAt(at)),
      readFile: async () => Buffer.from(text),
      openMailer: async () => mail,
    });
  onTestFinished(() => store.close());
  return { office, auditOf };
}

const USERS = {
  'before@example.no': '2026-09-30T21:00:00Z',
  'first@example.no': '2026-09-30T22:00:00Z',
  'now@example.no': '2026-11-20T10:00:00Z',
  'never@example.no': undefined,
  'demo@veipris.invalid': '2026-11-20T10:00:00Z',
};

function mailbox(refuses: (to: string) => boolean = () => false) {
  const letters: Letter[] = [];
  const send = async (letter: Letter) => {
    if (refuses(letter.to)) throw new Error('The mail server did not take the letter: 550.');
    letters.push(letter);
  };
  return { letters, send };
}

test('shows the letter and who gets it, and sends nothing', async () => {
  const { office, auditOf } = await openOffice(USERS);
  const { letters, send } = mailbox();
  const { code, out } = await run([office(send)], 'announce', ...TO);
  expect(code).toBe(0);
  expect(out).toContain('Subject: Nytt i Veipris 0.3\n\nHei.\n\nFra 1. januar ...');
  const lines = out.split('\n').filter((line) => line.includes('@'));
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['now@example.no', 'first@example.no']);
  expect(out).toContain('letters to be sent: 2');
  expect(letters).toEqual([]);
  expect(await auditOf('now@example.no')).toEqual([]);
});

test('sends one letter to each account of which a key was used since the Norwegian day, and notes it', async () => {
  const { office, auditOf } = await openOffice(USERS);
  const { letters, send } = mailbox();
  const { code, out } = await run([office(send)], 'announce', ...TO, '--send');
  expect([code, out]).toEqual([0, '2 sent, 0 sent before, 0 under way, 0 not taken']);
  const text = 'Hei.\n\nFra 1. januar ...\n';
  const letter = (to: string) => ({ to, subject: 'Nytt i Veipris 0.3', text });
  expect(letters).toEqual([letter('now@example.no'), letter('first@example.no')]);
  expect(await auditOf('first@example.no')).toEqual(['announcement.send', 'announcement.begin']);
});

test('of many accounts the database is asked for one at a time, and for none where letters are sent', async () => {
  let underWay = 0;
  let most = 0;
  const asked: string[] = [];
  const announcements = {
    listKeyUsers: async () => USED_KEYS,
    stateOf: async (id: string) => {
      asked.push(id);
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      return 'not-sent' as const;
    },
    listFailures: async () => new Map<string, number>(),
    claim: async () => 'sent' as const,
    noteEnd: async () => {},
  };
  const office = announceCommand({
    withAccounts: (work) => work({ announcements } as unknown as Parameters<typeof work>[0]),
    readFile: async () => Buffer.from(LETTER),
    openMailer: async () => async () => {},
  });
  await run([office], 'announce', ...TO, '--send');
  expect(asked).toEqual([]);
  await run([office], 'announce', ...TO);
  expect([asked.length, most]).toEqual([USED_KEYS.length, 1]);
});

const USED_KEYS = [1, 2, 3].map((n) => ({
  id: `a${n}`,
  email: `n${n}@example.no`,
  plan: 'free',
  subscription: 'active' as const,
  createdAtMs: 0,
  lastUsedAtMs: Date.parse(ASKED),
}));

test('run again, it sends what was not taken and nothing twice; another text is another letter', async () => {
  const { office, auditOf } = await openOffice(USERS);
  const first = mailbox((to) => to.startsWith('first'));
  const failing = await run([office(first.send)], 'announce', ...TO, '--send');
  expect(failing).toMatchObject({
    code: 1,
    out: '1 sent, 0 sent before, 0 under way, 1 not taken',
    err: [
      'first@example.no: The mail server did not take the letter: 550.',
      'veipris announce: 1 letters were not taken; run the same again',
    ],
  });
  expect(await auditOf('first@example.no')).toEqual(['announcement.fail', 'announcement.begin']);
  const second = mailbox();
  const again = await run([office(second.send)], 'announce', ...TO, '--send');
  expect(again.out).toBe('1 sent, 1 sent before, 0 under way, 0 not taken');
  expect(second.letters.map(({ to }) => to)).toEqual(['first@example.no']);
  const third = mailbox();
  await run([office(third.send, ASKED, `${LETTER}!`)], 'announce', ...TO, '--send');
  expect(third.letters).toHaveLength(2);
});

test('of two runs at once each letter is sent by one', async () => {
  const { office } = await openOffice(USERS);
  const { letters, send } = mailbox();
  const ran = await Promise.all(
    [1, 2].map(() => run([office(send)], 'announce', ...TO, '--send', '--json')),
  );
  expect(letters.map(({ to }) => to).sort()).toEqual(['first@example.no', 'now@example.no']);
  expect(ran.map(({ out }) => JSON.parse(out).sent).reduce((a, b) => a + b)).toBe(2);
});

test('a letter whose sending was cut off is sent again after ten minutes, and not before', async () => {
  const { office } = await openOffice({ 'now@example.no': '2026-11-20T10:00:00Z' });
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  // As if the process had ended: nothing is noted of its end.
  void run([office(() => new Promise(() => begun()))], 'announce', ...TO, '--send');
  await isBegun;
  const { letters, send } = mailbox();
  const at = (time: string) => `2026-11-20T${time}+01:00`;
  const early = await run([office(send, at('12:09:59'))], 'announce', ...TO, '--send');
  expect(letters).toHaveLength(0);
  expect([early.code, early.err]).toEqual([
    1,
    [
      'veipris announce: 1 letters are in the hands of another run, or of one that was cut off; run the same again after ten minutes',
    ],
  ]);
  await run([office(send, at('12:10:00'))], 'announce', ...TO, '--send');
  expect(letters).toHaveLength(1);
});

test('a mail server that refuses three in a row is asked no more', async () => {
  const users = Object.fromEntries(
    [1, 2, 3, 4, 5].map((n) => [`n${n}@example.no`, '2026-11-20T10:00:00Z']),
  );
  const { office } = await openOffice(users);
  let asked = 0;
  const refuse = async () => {
    asked += 1;
    throw new Error('no');
  };
  const { code, err } = await run([office(refuse)], 'announce', ...TO, '--send');
  expect([code, asked, err.at(-1)]).toEqual([
    1,
    3,
    'veipris announce: the mail server takes no letter; run the same again later',
  ]);
});

test('mailboxes that are gone keep no letter from others, however many stand in a row', async () => {
  const names = ['seen', 'next', 'gone1', 'gone2', 'gone3'];
  const users = names.map((name) => [`${name}@example.no`, '2026-11-20T10:00:00Z']);
  const { office } = await openOffice(Object.fromEntries(users));
  const { letters, send } = mailbox((to) => to.startsWith('gone'));
  const first = await run([office(send)], 'announce', ...TO, '--send');
  expect(first.out).toBe('0 sent, 0 sent before, 0 under way, 3 not taken');
  const second = await run([office(send)], 'announce', ...TO, '--send');
  expect(second.out).toBe('2 sent, 0 sent before, 0 under way, 3 not taken');
  expect(letters.map(({ to }) => to)).toEqual(['next@example.no', 'seen@example.no']);
});

test.each([
  ['no subject', '\n\nHei', 'the first line must be the subject'],
  ['no empty line', 'Nytt\nHei', 'the second line must be empty'],
  ['no letter', 'Nytt\n\n\n', 'the second line must be empty, and the letter follow it'],
])('a text with %s is refused', async (_, text, sentence) => {
  const { office } = await openOffice({});
  const { code, err } = await run([office(undefined, ASKED, text)], 'announce', ...TO);
  expect([code, err.join()]).toEqual([1, expect.stringContaining(sentence)]);
});

test('without a mail server nothing can be sent', async () => {
  const { office } = await openOffice({});
  const { code, err } = await run([office()], 'announce', ...TO, '--send');
  expect([code, err]).toEqual([
    1,
    ['veipris announce: SMTP_URL names no mail server to send it by'],
  ]);
});

test('no word is lost behind a group and a day that are one text', async () => {
  const { office } = await openOffice({});
  const args = ['letter.txt', '--to', 'keys-used-since 2026-10-01', '--send'];
  const { code, err } = await run([office()], 'announce', ...args);
  expect([code, err.join()]).toEqual([1, expect.stringContaining('SMTP_URL names no mail server')]);
});

test.each([
  [['letter.txt'], '--to must be'],
  [['letter.txt', '--to', 'all'], '--to must be'],
  [['letter.txt', '--to', 'keys-used-since', '2026-02-30'], '--to must be'],
  [TO.slice(1), 'name one file'],
  [['letter.txt', '--to', 'keys-used-since', '--send'], '--to must be'],
  [['letter.txt', '--to', 'keys-used-since 2026-10-01 2026-10-02'], '--to must be'],
  [[...TO, 'other.txt'], "Unexpected argument 'other.txt'"],
  [['letter.txt', '--to', 'keys-used-since 2026-10-01', 'other.txt'], 'Unexpected argument'],
  [[...TO, '--sned'], "Unknown option '--sned'"],
])('%j is wrong usage: %s', async (args, sentence) => {
  const { office } = await openOffice({});
  const { code, err } = await run([office()], 'announce', ...args);
  expect([code, err.join()]).toEqual([2, expect.stringContaining(sentence)]);
});
