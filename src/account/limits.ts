/** What an account and a visitor may do, and how long we keep what they did. */

export const VISIT_KINDS = [
  'demo-from-address',
  'key-change',
  'link-for-mailbox',
  'link-for-pair',
  'link-from-address',
  'link-from-known-browser',
  'wrong-link-from-address',
] as const;

/** What is counted, and for whom: an address, an account, a mailbox, or two of them together. */
export type VisitKind = (typeof VISIT_KINDS)[number];

/** So many in an hour of the clock, or in a Norwegian day. */
export interface VisitTerm {
  readonly most: number;
  readonly per: 'hour' | 'day';
}

/** Source: `data/account-limits.json`. */
export interface AccountLimits {
  /** All of its terms hold at once; each kind has at least one. */
  readonly visits: Readonly<Record<VisitKind, readonly VisitTerm[]>>;
  /** Keys that an owner may have in use at a time; operators make any number. */
  readonly liveKeys: number;
  /** Of an account: those that signed in last, and how long each is known after it did. */
  readonly knownBrowsers: { readonly most: number; readonly days: number };
  readonly keepDays: {
    /** After a key was rotated or revoked. */
    readonly endedKeys: number;
    readonly audit: number;
  };
}
