import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { onFreePort } from '../../test/support/free-port.ts';

/** A way in which a mail server fails. */
export type MailFault = keyof typeof BREAKS;

/** A mail server that breaks on demand. */
export interface FakeMail {
  readonly url: string;
  /** Recipients whose letter it has taken, the oldest first. */
  readonly taken: readonly string[];
  /** The number of connections so far. */
  readonly met: () => number;
  /** From now on every new connection breaks like this. */
  fail(fault: MailFault): void;
  heal(): void;
  stop(): Promise<void>;
}

/** The action of a fault at one step of the conversation, instead of the reply. */
type Break = (socket: Socket, step: string, reply: () => void) => unknown;

/** The delay of a step. A letter with all its steps takes seconds, but no single step exceeds a time limit. */
const LATE_MS = 700;

const BREAKS = {
  'silent from the first byte': () => undefined,
  'silent after the recipient': (_socket, step, reply) => step !== 'RCPT' && reply(),
  'reset on connect': (socket) => socket.resetAndDestroy(),
  'reset after the recipient': (socket, step, reply) =>
    step === 'RCPT' ? socket.resetAndDestroy() : reply(),
  'speaks HTTP': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'refuses the recipient': (socket, step, reply) =>
    step === 'RCPT' ? socket.write('550 no such mailbox\r\n') : reply(),
  'late at every step': (_socket, _step, reply) => setTimeout(reply, LATE_MS),
} as const satisfies Record<string, Break>;

/** Source: RFC 5321. `hello` is the greeting, `.` the end of a letter. */
const REPLIES: Readonly<Record<string, string>> = {
  hello: '220 mail.invalid',
  EHLO: '250 mail.invalid',
  MAIL: '250 go on',
  RCPT: '250 go on',
  DATA: '354 go on',
  '.': '250 taken',
  QUIT: '221 bye',
};

/** Starts it on a free port of this machine; it takes every letter. */
async function startFakeMail(): Promise<FakeMail> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let fault: MailFault | undefined;
  let met = 0;
  const server = createServer((socket) => {
    met++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    talk(socket, fault === undefined ? (_socket, _step, reply) => reply() : BREAKS[fault], taken);
  });
  const port = await onFreePort(
    (at) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(at, '127.0.0.1', resolve);
      }),
  );
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    met: () => met,
    fail: (next) => {
      fault = next;
    },
    heal: () => {
      fault = undefined;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function talk(socket: Socket, behave: Break, taken: string[]): void {
  let isInLetter = false;
  let recipient = '';
  const step = (name: string) => {
    behave(socket, name, () => {
      if (name === '.') taken.push(recipient);
      socket.write(`${REPLIES[name] ?? '502 not known'}\r\n`);
    });
  };
  // The other side may go away in the middle.
  socket.on('error', () => undefined);
  createInterface({ input: socket }).on('line', (line) => {
    if (isInLetter && line !== '.') return;
    const name = isInLetter ? '.' : line.slice(0, 4).toUpperCase();
    isInLetter = name === 'DATA';
    if (name === 'RCPT') recipient = /<(.+?)>/.exec(line)?.[1] ?? '';
    step(name);
  });
  step('hello');
}

/** Starts one, and stops it after the work. */
export async function withMail<Result>(work: (mail: FakeMail) => Promise<Result>): Promise<Result> {
  const mail = await startFakeMail();
  try {
    return await work(mail);
  } finally {
    await mail.stop();
  }
}
