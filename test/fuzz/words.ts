/** Texts that break programs which trust them, the same for the drawn requests and for the table. */

const NUMBERS = [
  ...['', ' ', '0', '-0', '1', '-1', '1e999', '-1e999', '1e-999', 'NaN', 'Infinity', 'null'],
  ...['undefined', 'true', '[]', '{}', '0x10', '1_000', '1,5', '٣', '１', '9'.repeat(400)],
];

const POINTS = [
  ...['10.7522,59.9139', '90,180', '90.0001,0', '59.9139,10.7522,0', ',', '|', '59.9139;10.7'],
  ...['-0,-0', '1e1,1e1', '1e999,1e999', 'NaN,NaN', '78.22,15.63', '59.9139,370'],
  ...['59.9139 10.7522', '59.9139\u0000,10.7522', Array(8).fill('59.92,10.76').join('|')],
];

const INSTANTS = [
  ...['2026-11-20T08:00:00+01:00', '2026-11-20T08:00:60Z', '2026-11-20T08:60:00Z'],
  ...['0000-01-01T00:00:00Z', '2026-02-30T00:00Z', '+275760-09-13T00:00:00.001Z'],
];

const CODE = [
  ...["' or '1'='1", '1; drop table account --', '$where', '{{7*7}}', '#{7*7}', '%s%n'],
  ...['../../../../etc/passwd', '..%2f..%2fpackage.json', 'http://127.0.0.1:1/', '<'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '__proto__', 'constructor'],
  ...['__proto__:1', 'oslo-a:1e999'],
];

const LETTERS = [
  ...['\r\nX-Injected: 1', '\n{"level":30,"msg":"forged"}', '\u0000', 'QQ\u000010001', '\u2028'],
  ...['\u001b[31m', '\ufeff', '\u202e', 'ø', 'ß', 'e\u0301', '👩‍👩‍👧', 'A'.repeat(3000)],
];

/** What is right for one of the parameters, and therefore wrong for most. */
const ORDINARY = [
  ...['QQ10001', 'QQ 10001', 'AP1', 'AP7', 'MC', '7', '18', 'electric', '4326', 'private'],
  'oslo-a:118',
];

/** Words that mean something to somebody: numbers, files, databases, pages, logs, templates. */
export const WORDS: readonly string[] = [
  ...NUMBERS,
  ...POINTS,
  ...INSTANTS,
  ...CODE,
  ...LETTERS,
  ...ORDINARY,
];

/** Sequences that are no text in any decoding, halves of a surrogate pair among them. */
const BROKEN = [
  ...['%', '%zz', '%u0041', '%ff', '%c0%af', '%00', '%0d%0a', '\u00ff', '%25%32%35'],
  ...['%ed%a0%80', '%ed%b0%80%ed%a0%80', '%f4%90%80%80', 'QQ%ed%a0%8010001'],
];

/** Thousands of points that a request has just room for. */
export const POINTS_BELOW_LIMIT = '1,1%7C'.repeat(2500);
/** Points of more than the 16 kB that a request may have in front of its body. */
export const POINTS_ABOVE_LIMIT = '59.9,10.7%7C'.repeat(3000);

/** All of it as it stands in an address. */
export const ESCAPED_WORDS: readonly string[] = [
  ...WORDS.map(encodeURIComponent),
  ...BROKEN,
  POINTS_BELOW_LIMIT,
  POINTS_ABOVE_LIMIT,
];
