import type { Outcome } from './command.ts';

/** The failure of asking for an account that is not there. */
export const unknownAccount = (email: string): Outcome => ({
  kind: 'failed',
  line: `there is no account ${email}`,
});
