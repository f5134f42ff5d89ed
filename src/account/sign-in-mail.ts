/** A letter in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The letter with a sign-in link, in both languages of the portal. */
export function writeSignInLetter(to: string, link: string): Letter {
  return {
    to,
    subject: 'Logg inn på Veipris / Sign in to Veipris',
    text: [
      'Åpne denne lenken i nettleseren der du ba om den. Den virker én gang, i 15 minutter.',
      'Open this link in the browser in which you asked for it. It works once, for 15 minutes.',
      '',
      link,
      '',
      'Har du ikke bedt om den, kan du se bort fra denne e-posten.',
      'If you did not ask for it, you can ignore this e-mail.',
      '',
    ].join('\n'),
  };
}
