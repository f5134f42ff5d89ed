import { dailyLimitOf, type Plans } from '../../account/account.ts';
import type { SignedIn } from '../../account/sessions.ts';

/** What a page is told of its session: the account, and the token of its changes. */
export function describeSession(signedIn: SignedIn | undefined, plans: Plans) {
  if (signedIn === undefined) return { account: null };
  const { account } = signedIn.caller;
  const { email, plan, subscription } = account;
  const dailyLimit = dailyLimitOf(account, plans);
  return { account: { email, plan, subscription, dailyLimit }, csrf: signedIn.csrf };
}
