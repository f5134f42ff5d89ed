import {
  type Announcement,
  findRecipients,
  hasMailbox,
  parseAnnouncement,
  type Recipient,
  type SentLetters,
  sendLetters,
} from '../account/announce.ts';
import { readAll } from '../account/manage-keys.ts';
import type { Letter } from '../account/sign-in.ts';
import { isDay } from '../base/day.ts';
import { formatOsloInstant, fromOsloWallClock } from '../base/oslo-time.ts';
import { type AtDesk, type Command, DONE, type Outcome, type Terminal } from './command.ts';
import { formatInstant, formatTable } from './format-table.ts';
import { wrongUsage } from './read-account-options.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris announce FILE --to keys-used-since DAY [--send] [--json]

Shows a letter and the accounts that get it; with --send, sends it to each of them by itself.

  FILE                        text in UTF-8: the subject, an empty line, the letter
  --to keys-used-since DAY    accounts of which a key was used on that Norwegian day or later
  --send                      send it, by the mail server of SMTP_URL
  --json                      print the same as data

The audit log keeps what became of each letter. The command may be run again: what was sent is not sent
again, as long as the text is the same to the letter and for two years. A letter whose sending was cut off
is sent again after ten minutes, since it is not known whether it went out.

veipris announce v0.3.txt --to keys-used-since 2026-09-01 --send`;

interface AnnounceParts {
  readonly atDesk: AtDesk;
  readText(file: string): Promise<string>;
  /** Sends by the mail server of the settings; `undefined`: there is none. */
  openMailer(): Promise<((letter: Letter) => Promise<void>) | undefined>;
}

/** `veipris announce`: one letter to each account that uses its keys. */
export function announceCommand({ atDesk, readText, openMailer }: AnnounceParts): Command {
  return {
    name: 'announce',
    summary: 'send a letter to each account that used a key lately',
    help: HELP,
    async run(args, terminal) {
      const asked = readArguments(args);
      if ('kind' in asked) return asked;
      const announcement = parseAnnouncement(await readText(asked.file));
      if (typeof announcement === 'string') return failed(`${asked.file}: ${announcement}`);
      const sendLetter = asked.send ? await openMailer() : undefined;
      if (asked.send && sendLetter === undefined)
        return failed('SMTP_URL names no mail server to send it by');
      return atDesk(async ({ announcements }) => {
        const sinceMs = fromOsloWallClock(`${asked.day}T00:00`);
        const all = await readAll((page) => announcements.listKeyUsers(sinceMs, page));
        const users = all.filter(hasMailbox);
        if (sendLetter === undefined) {
          const recipients = await findRecipients(users, announcement, announcements);
          terminal.print(
            asked.json ? toJson(announcement, recipients) : preview(announcement, recipients),
          );
          return DONE;
        }
        const onFailure = (email: string, error: unknown) =>
          terminal.report(`${email}: ${error instanceof Error ? error.message : String(error)}`);
        const ended = await sendLetters(users, announcement, {
          announcements,
          sendLetter,
          onFailure,
        });
        return tell(ended, asked.json, terminal);
      });
    },
  };
}

interface Asked {
  readonly file: string;
  readonly day: string;
  readonly send: boolean;
  readonly json: boolean;
}

/** `--to` has two words, which no reader of options knows. */
function readArguments(args: readonly string[]): Asked | Outcome {
  const at = args.indexOf('--to');
  const [group, day = ''] = at < 0 ? [] : args.slice(at + 1, at + 3);
  if (group !== 'keys-used-since' || !isDay(day))
    return wrongUsage('--to must be "keys-used-since" and a day such as 2026-09-01');
  const rest = args.toSpliced(at, 3);
  const read = readOptions(
    rest.filter((arg) => arg.startsWith('--')),
    { send: 'flag', json: 'flag' },
  );
  if ('problem' in read) return read.problem;
  const [file, ...others] = rest.filter((arg) => !arg.startsWith('--'));
  if (file === undefined || others.length > 0) return wrongUsage('name one file with the letter');
  return { file, day, send: read.values.has('send'), json: read.values.has('json') };
}

const failed = (line: string): Outcome => ({ kind: 'failed', line });

const WORDS = { sent: 'sent before', 'under-way': 'under way', 'not-sent': 'to be sent' } as const;

function preview({ subject, text }: Announcement, recipients: readonly Recipient[]): string {
  const left = recipients.filter(({ state }) => state === 'not-sent').length;
  const table = formatTable(
    ['account', 'plan', 'key last used', 'letter'].map((head) => ({ head, align: 'left' })),
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

const toJson = (announcement: Announcement, recipients: readonly Recipient[]) =>
  JSON.stringify(
    {
      ...announcement,
      recipients: recipients.map(({ id, email, plan, lastUsedAtMs, state }) => ({
        id,
        email,
        plan,
        lastUsedAt: formatOsloInstant(lastUsedAtMs),
        state,
      })),
    },
    undefined,
    2,
  );

function tell(ended: SentLetters, json: boolean, { print }: Terminal): Outcome {
  const { sent, known, underWay, failed: refused, isGivenUp } = ended;
  const sentence = `${sent} sent, ${known} sent before, ${underWay} under way, ${refused} not taken`;
  print(json ? JSON.stringify(ended, undefined, 2) : sentence);
  if (isGivenUp) return failed('the mail server takes no letter; run the same again later');
  return refused > 0 ? failed(`${refused} letters were not taken; run the same again`) : DONE;
}
