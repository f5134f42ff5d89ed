/**
 * An e-mail address in the form that accounts are known by: trimmed and in lower case.
 *
 * Letters of any alphabet are accepted in both halves, and the domain must have a dot.
 *
 * @returns `undefined` when the text is no address.
 * Source: HTML Living Standard, "valid email address", 2026-11; RFC 5321, 4.5.3.1, for the lengths;
 * RFC 6531 for letters beyond ASCII.
 */
export function parseEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  const [local = '', domain = ''] = email.split('@');
  const isEmail = ADDRESS.test(email) && local.length <= 64 && domain.length <= 253;
  return isEmail && email.length <= 254 ? email : undefined;
}

/**
 * A text for the mailbox behind an address, without the parts that many providers pass over: a tag
 * behind `+`, and the dots before it. Two mailboxes may have the same.
 *
 * @param email as `parseEmail` gives it.
 * Source: RFC 5233 (the part behind a separator is a detail of the same mailbox), January 2008.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`;
}

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const ADDRESS = new RegExp(
  `^[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`,
  'u',
);
