/**
 * Who an address counts for: an IPv4 address for itself, an IPv6 address for its network of 64 bits,
 * which is what one household or one phone has.
 *
 * Source: RFC 4291, 2.5.5.2 (IPv4 in IPv6), February 2006; RFC 6177 (an end site has /64 or more), March 2011.
 */
export function addressGroup(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const v4 = /(\d+(?:\.\d+){3})$/.exec(plain)?.[1];
  if (v4 !== undefined) return v4;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  const parts = tail === undefined ? before : [...before, ...zeros, ...after];
  return parts
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
