import { getSystemErrorName } from 'node:util';
import { once } from '../../base/memoize.ts';

/** Sends a letter. @throws Error without any address when the mail server does not take the letter. */
export type SendLetter = (letter: {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}) => Promise<void>;

/** A mail server that is silent for this time is given up. Milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Opens a mail server for our letters. Each letter uses a new connection, because letters are few.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…`; with `smtp:` the connection is
 * encrypted if the server offers it.
 * @param from the sender.
 */
export function openMailer(url: string, from: string): SendLetter {
  const openTransport = once(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      // A letter has only the text that we wrote: no files, and no content of addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  });
  return async ({ to, subject, text }) => {
    // The address is an object: a text would be read as a list of addresses.
    const letter = { from, to: { name: '', address: to }, subject, text };
    const transport = await openTransport();
    await transport.sendMail(letter).catch((cause) => {
      throw new Error(`The mail server did not take the letter: ${nameFailure(cause)}.`);
    });
  };
}

/** The members that the library adds to an error. Its message and the reply are not used: they name the recipient. */
interface MailError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
  readonly errno?: number;
}

function nameFailure({ code, responseCode, command, errno }: MailError): string {
  const system = errno === undefined ? undefined : getSystemErrorName(errno);
  const facts = [code, system, responseCode, command].filter((fact) => fact !== undefined);
  return facts.length === 0 ? 'nothing is known of why' : facts.join(' ');
}
