import {
  type Announcement,
  findRecipients,
  hasMailbox,
  parseAnnouncement,
  type Recipient,
  type SentLetters,
  sendLetters,
} from '../account/announce.ts';
import { readAll } from '../account/manage-accounts.ts';
import type { Letter } from '../account/sign-in.ts';
import { type Day, isDay } from '../base/day.ts';
import { formatOsloInstant, fromOsloWallClock } from '../base/oslo-time.ts';
import type { WithAccounts } from './account-options.ts';
import { type Command, flag, type Option, operand, type Terminal, toJson } from './command.ts';
import { formatInstant, formatTable } from './format-table.ts';

const GROUP = 'keys-used-since';

/** The option `--to`. Its value has two words, and the second is the day. */
const TO: Option<Day> = {
  value: `${GROUP} DAY`,
  help: 'accounts of which a key was used on that Norwegian day or later',
  read([written = ''] = [], refuse) {
    const [group, day = '', ...others] = written.split(' ');
    if (group === GROUP && isDay(day) && others.length === 0) return day;
    return refuse(`must be "${GROUP}" and a day such as 2026-09-01`);
  },
};

const OPTIONS = {
  file: operand(
    'FILE',
    'name one file with the letter',
    'text in UTF-8: the subject, an empty line, the letter',
  ),
  to: TO,
  send: flag('send it, by the mail server of SMTP_URL'),
  json: flag('print the same as data'),
};

/** Joins the two words of `--to`, because an option has one text. They may be one text already. */
function joinTo(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--to');
  const [group, day = ''] = at < 0 ? [] : args.slice(at + 1, at + 3);
  return group === GROUP ? args.toSpliced(at, 3, `--to=${group} ${day}`) : args;
}

interface AnnounceParts {
  readonly withAccounts: WithAccounts;
  readFile(file: string): Promise<Uint8Array>;
  /** The function that sends letters through the mail server of the settings; `undefined`: there is no mail server. */
  openMailer(): Promise<((letter: Letter) => Promise<void>) | undefined>;
}

/** `veipris announce`: one letter to each account that uses its keys. */
export const announceCommand = ({
  withAccounts,
  readFile,
  openMailer,
}: AnnounceParts): Command<typeof OPTIONS> => ({
  name: 'announce',
  summary: 'send a letter to each account that used a key lately',
  usage: 'FILE --to keys-used-since DAY [--send] [--json]',
  about:
    'Shows a letter and the accounts that get it; with --send, sends it to each of them by itself.',
  options: OPTIONS,
  more: `The audit log keeps what became of each letter. The command may be run again: what was sent is not sent
again, as long as the text is the same to the letter and for two years. A letter whose sending was cut off
is sent again after ten minutes, since it is not known whether it went out.

veipris announce v0.3.txt --to keys-used-since 2026-09-01 --send`,
  joinArgs: joinTo,
  async run({ file, to, send, json }, terminal) {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    const announcement = parseAnnouncement(text);
    if (typeof announcement === 'string') throw new Error(`${file}: ${announcement}`);
    const sendLetter = send ? await openMailer() : undefined;
    if (send && sendLetter === undefined)
      throw new Error('SMTP_URL names no mail server to send it by');
    await withAccounts(async ({ announcements }) => {
      const sinceMs = fromOsloWallClock(`${to}T00:00`);
      const all = await readAll((page) => announcements.listKeyUsers(sinceMs, page));
      const users = all.filter(hasMailbox);
      if (sendLetter === undefined) {
        const recipients = await findRecipients(users, announcement, announcements);
        terminal.print((json ? toData : preview)(announcement, recipients));
        return;
      }
      const onFailure = (email: string, error: unknown) =>
        terminal.report(`${email}: ${error instanceof Error ? error.message : String(error)}`);
      const parts = { announcements, sendLetter, onFailure };
      tell(await sendLetters(users, announcement, parts), json, terminal);
    });
  },
});

const WORDS = { sent: 'sent before', 'under-way': 'under way', 'not-sent': 'to be sent' } as const;

function preview({ subject, text }: Announcement, recipients: readonly Recipient[]): string {
  const left = recipients.filter(({ state }) => state === 'not-sent').length;
  const table = formatTable(
    ['account', 'plan', 'key last used', 'letter'],
    recipients.map(({ email, plan, lastUsedAtMs, state }) => [
      email,
      plan,
      formatInstant(lastUsedAtMs),
      WORDS[state],
    ]),
  );
  const counts = `Accounts: ${recipients.length}; letters to be sent: ${left}. Nothing was sent: --send does it.`;
  return [`Subject: ${subject}`, '', text, table, '', counts].join('\n');
}

const toData = (announcement: Announcement, recipients: readonly Recipient[]) =>
  toJson({
    ...announcement,
    recipients: recipients.map(({ id, email, plan, lastUsedAtMs, state }) => ({
      id,
      email,
      plan,
      lastUsedAt: formatOsloInstant(lastUsedAtMs),
      state,
    })),
  });

/** @throws Error with one line unless the mail server is known to have taken every letter. */
function tell(ended: SentLetters, json: boolean, { print }: Terminal): void {
  const { sent, known, underWay, failed, isGivenUp } = ended;
  const sentence = `${sent} sent, ${known} sent before, ${underWay} under way, ${failed} not taken`;
  print(json ? toJson(ended) : sentence);
  if (isGivenUp) throw new Error('the mail server takes no letter; run the same again later');
  if (failed > 0) throw new Error(`${failed} letters were not taken; run the same again`);
  if (underWay > 0)
    throw new Error(
      `${underWay} letters are in the hands of another run, or of one that was cut off; run the same again after ten minutes`,
    );
}
