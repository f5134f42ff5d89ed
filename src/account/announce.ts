/** Announcements: one letter to each account that used a key lately. */
import { createHash } from 'node:crypto';
import { isShownName } from './account.ts';
import type { AnnouncementStore, KeyUser, LetterState } from './ports.ts';
import type { Letter } from './sign-in.ts';

/** A letter to many; `digest` names it: another comma makes another announcement. */
export interface Announcement extends Omit<Letter, 'to'> {
  /** SHA-256, hexadecimal. */
  readonly digest: string;
}

const MOST_SUBJECT_LETTERS = 150;

/**
 * Reads a text: the subject in the first line, then an empty line, then the letter.
 *
 * @returns one sentence where the text is no announcement.
 */
export function parseAnnouncement(text: string): Announcement | string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  const [subject = '', gap, ...body] = lines.map((line) => line.trimEnd());
  if (subject === '' || !isShownName(subject, MOST_SUBJECT_LETTERS))
    return `the first line must be the subject, of at most ${MOST_SUBJECT_LETTERS} visible characters`;
  const letter = body.join('\n').trim();
  if (gap !== '' || letter === '') return 'the second line must be empty, and the letter follow it';
  const digest = createHash('sha256').update(`${subject}\n\n${letter}`).digest('hex');
  return { subject, text: `${letter}\n`, digest };
}

/** An account with a mailbox, and what became of its letter. */
export interface Recipient extends KeyUser {
  readonly state: LetterState;
}

/** No real domain ends so. Source: RFC 2606, section 2, June 1999. */
const NO_MAILBOX = /\.invalid$/;

/** False: the account is of a demonstration, and no letter reaches it. */
export const hasMailbox = ({ email }: KeyUser): boolean => !NO_MAILBOX.test(email);

/** What became of the letter to each account so far; the database is asked for one at a time. */
export async function findRecipients(
  users: readonly KeyUser[],
  { digest }: Announcement,
  announcements: Pick<AnnouncementStore, 'stateOf'>,
): Promise<readonly Recipient[]> {
  const recipients: Recipient[] = [];
  for (const user of users)
    recipients.push({ ...user, state: await announcements.stateOf(user.id, digest) });
  return recipients;
}

/** How many letters ended in each way. */
export interface SentLetters {
  readonly sent: number;
  /** Sent by an earlier run. */
  readonly known: number;
  /** Another run has them in hand, or was cut off with them less than ten minutes ago. */
  readonly underWay: number;
  readonly failed: number;
  /** The mail server took none of several letters in a row, and was asked no more. */
  readonly isGivenUp: boolean;
}

/** A mail server that refuses this many letters in a row refuses all. */
const MOST_FAILURES_IN_A_ROW = 3;

/**
 * Sends each letter once, one after the other. A letter that an earlier run has sent is not sent again; of several runs
 * at once one sends it. Letters that have failed come last, and among them the one that was tried last. So mailboxes
 * that are gone keep no letter from others, however often a run gives up at them.
 *
 * @param onFailure hears of a letter that was not taken.
 */
export async function sendLetters(
  recipients: readonly KeyUser[],
  { digest, ...letter }: Announcement,
  parts: {
    readonly announcements: Pick<AnnouncementStore, 'listFailures' | 'claim' | 'noteEnd'>;
    readonly sendLetter: (letter: Letter) => Promise<void>;
    readonly onFailure: (email: string, error: unknown) => void;
  },
): Promise<SentLetters> {
  const ended = { sent: 0, known: 0, underWay: 0, failed: 0 };
  let failuresInARow = 0;
  const failures = await parts.announcements.listFailures(digest);
  const failedMs = ({ id }: KeyUser) => failures.get(id) ?? 0;
  for (const { id, email } of recipients.toSorted((a, b) => failedMs(a) - failedMs(b))) {
    const claimed = await parts.announcements.claim(id, digest, letter.subject);
    if (claimed !== 'claimed') {
      ended[claimed === 'sent' ? 'known' : 'underWay'] += 1;
      continue;
    }
    const sending = parts.sendLetter({ ...letter, to: email }).then(() => 'sent' as const);
    const end = await sending.catch((cause: unknown) => {
      parts.onFailure(email, cause);
      return 'failed' as const;
    });
    await parts.announcements.noteEnd(id, digest, end);
    ended[end] += 1;
    failuresInARow = end === 'sent' ? 0 : failuresInARow + 1;
    if (failuresInARow === MOST_FAILURES_IN_A_ROW) return { ...ended, isGivenUp: true };
  }
  return { ...ended, isGivenUp: false };
}
