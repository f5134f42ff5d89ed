import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { writeSignInLetter } from '../../../src/account/sign-in.ts';
import { openMailer } from '../../../src/upstream/mail/mailer.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startMailServer } from '../../support/mail-server.ts';

const FROM = 'Veipris <no-reply@example.no>';
const LINK = `https://veipris.example.no/portal/sign-in.html#token=${'t'.repeat(43)}`;

test('a letter arrives with its sender, its recipient, and the whole link', async () => {
  const { url, letters } = await startMailServer();
  await openMailer(url, FROM)(writeSignInLetter('ola@example.no', LINK));
  expect(letters).toMatchObject([{ from: 'no-reply@example.no', to: ['ola@example.no'] }]);
  const { raw = '' } = letters[0] ?? {};
  expect(raw).toMatch(/^From: Veipris <no-reply@example\.no>\r$/m);
  expect(raw).toMatch(/^To: ola@example\.no\r$/m);
  const body = raw.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  expect(body).toContain(LINK);
});

test('a recipient that looks like two is one, or none', async () => {
  const { url, letters } = await startMailServer();
  const send = openMailer(url, FROM);
  await send({ to: 'a@example.no,b@example.no', subject: 's', text: 't' }).catch(() => undefined);
  expect(letters.flatMap(({ to }) => to)).not.toContain('b@example.no');
});

test('a server that refuses the recipient is a failure, which names neither the recipient nor the link', async () => {
  const { url } = await startMailServer({ refuses: true });
  const letter = writeSignInLetter('ola@example.no', LINK);
  const failure = await openMailer(url, FROM)(letter).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: 'The mail server did not take the letter: EENVELOPE 550 RCPT TO.',
  });
  expect(inspect(failure, { depth: null, showHidden: true })).not.toMatch(/ola@|mailbox|token/);
});

test('a server that is away is a failure', async () => {
  const url = `smtp://127.0.0.1:${await findFreePort()}`;
  const letter = writeSignInLetter('ola@example.no', LINK);
  await expect(openMailer(url, FROM)(letter)).rejects.toThrow('ECONNREFUSED');
});
