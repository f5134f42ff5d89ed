import { performance } from 'node:perf_hooks';
import type { Fault, Pace } from '../fault.ts';
import { type FakeMail, type MailFault, withMail } from '../mail-server.ts';
import { type Scene, withScene } from '../scene.ts';
import { askForLink, countLost } from '../sign-in.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

/** Ways in which a mail server fails. */
const WAYS = {
  hung: ['silent from the first byte', 'silent after the recipient'],
  reset: ['reset on connect', 'reset after the recipient'],
  lying: ['speaks HTTP', 'refuses the recipient'],
  slow: ['late at every step'],
} as const satisfies Record<string, readonly MailFault[]>;

const LOST = '202 at once, one line in the log for each lost letter, without address and link';
const LATE = '202 at once, the letter arrives';

/** More than the 10 s after which a mail server is given up. */
const PATIENCE_MS = 15_000;
/** A letter that is late at every step takes longer than this. */
const SLOW_MS = 3000;
const BUSY_PATIENCE_MS = 180_000;

/** A mail server fails in one way while sign-in links are asked for. */
export const mailFault = (way: keyof typeof WAYS): Fault => ({
  name: `mail server ${way} (${WAYS[way].join(', ')})`,
  expected: `${way === 'slow' ? LATE : LOST}; no call fails; the next letter after it arrives`,
  run: (pace) =>
    withMail((mail) =>
      withScene({ instances: 1, settings: { SMTP_URL: mail.url } }, (scene) =>
        underLoad(scene, {
          pace,
          mayFail: false,
          async hurt() {
            await sendOne({ mail, scene, pace }, 'letter-before@veipris.invalid');
            await (way === 'slow' ? sendLate : loseSome)({ mail, scene, pace }, WAYS[way]);
            mail.heal();
            await sendOne({ mail, scene, pace }, 'letter-after@veipris.invalid');
          },
        }),
      ),
    ),
});

interface Mailing {
  readonly mail: FakeMail;
  readonly scene: Scene;
  readonly pace: Pace;
}

/** Sends a letter for each way of failing, all at the same time. None may arrive. */
async function loseSome({ mail, scene, pace }: Mailing, all: readonly MailFault[]) {
  const faults = all.slice(0, pace.kinds);
  const takenBefore = mail.taken.length;
  for (const [i, fault] of faults.entries()) {
    const metBefore = mail.met();
    mail.fail(fault);
    await askForLink(scene.addresses[0] ?? '', `letter-${i}@veipris.invalid`, pace);
    await demand(pace, `was not asked: ${fault}`, () => mail.met() > metBefore);
  }
  const countSaid = () => countLost(scene.servers[0]?.printed() ?? '');
  await demand(pace, 'lost letters are not in the log', () => countSaid() >= faults.length);
  if (countSaid() > faults.length)
    throw new Error(`${countSaid()} lines for ${faults.length} letters`);
  if (mail.taken.length > takenBefore) throw new Error('the fault was not felt');
}

/** Sends a letter that is still on its way when the caller has the answer, and that then arrives. */
async function sendLate({ mail, scene, pace }: Mailing, [fault]: readonly MailFault[]) {
  if (fault !== undefined) mail.fail(fault);
  const takenBefore = mail.taken.length;
  const startMs = performance.now();
  await askForLink(scene.addresses[0] ?? '', 'letter-late@veipris.invalid', pace);
  if (mail.taken.length > takenBefore) throw new Error('the letter was waited for');
  await demand(pace, 'the late letter was lost', () => mail.taken.length > takenBefore);
  if (performance.now() - startMs < SLOW_MS) throw new Error('the fault was not felt');
}

async function sendOne({ mail, scene, pace }: Mailing, email: string) {
  await askForLink(scene.addresses[0] ?? '', email, pace);
  await demand(pace, `no letter for ${email}`, () => mail.taken.at(-1) === email);
}

async function demand({ isBusy }: Pace, what: string, isTrue: () => boolean) {
  if (!(await until(isTrue, isBusy ? BUSY_PATIENCE_MS : PATIENCE_MS))) throw new Error(what);
}
