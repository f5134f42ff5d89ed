/** Amounts of money as spreadsheets and operators write them. */
import { fromNok, type Ore } from '../base/nok.ts';

/** Reads an amount of a line; undefined: it is none. */
export type Amounts = (text: string, line: number) => Ore | undefined;

/**
 * Reads the amounts of a table. A single mark before three digits may part thousands or be the decimal one: the other
 * amounts tell which.
 *
 * @param texts all amounts of the table.
 * @param refuse is called where these do not tell either: it gives `undefined` or throws.
 */
export function openAmounts(
  texts: readonly string[],
  refuse: (line: number) => undefined,
): Amounts {
  const told = new Set(texts.flatMap((text) => decimalOf(bareOf(text).digits) ?? []));
  const [decimal] = told.size === 1 ? told : [];
  return (text, line) => {
    const { digits, isNegative } = bareOf(text);
    if (!/^\d[\d., ]*$/.test(digits)) return undefined;
    const own = decimalOf(digits) ?? decimal;
    if (own === undefined && /[.,]/.test(digits)) return refuse(line);
    const nok = readDigits(digits, own);
    return nok === undefined ? undefined : fromNok(isNegative ? -nok : nok);
  };
}

/** @param decimal absent: there is none. */
function readDigits(digits: string, decimal: string | undefined): number | undefined {
  const at = decimal === undefined ? -1 : digits.lastIndexOf(decimal);
  const whole = at === -1 ? digits : digits.slice(0, at);
  const behind = at === -1 ? '' : digits.slice(at + 1);
  // All thousands are parted by the same mark; behind two decimals only zeros stand.
  const isWhole = /^\d+$/.test(whole) || /^\d{1,3}([., ])\d{3}(?:\1\d{3})*$/.test(whole);
  if (!isWhole || !/^\d{0,2}0*$/.test(behind)) return undefined;
  return Number(`${whole.replace(/[., ]/g, '')}.${behind || '0'}`);
}

/**
 * `kr 1 234,50`, `33.60`, `+33,60`, `-12,00`, `12,00-`, `(12,00)`, `33,-`, `33.-`, `33,60 kr`, with any kind of a
 * minus. A dash alone (`kr -`) is how Excel's form for accounts writes 0.
 */
function bareOf(text: string): { readonly digits: string; readonly isNegative: boolean } {
  const bare = text
    .replace(/kr\.?|nok/gi, '')
    .replace(/[\s\u00a0\u202f']+/g, ' ')
    .replace(/[−‐‑‒–—]/g, '-')
    .replace(/[,.]-\s*$/, '')
    .trim()
    .replace(/^-$/, '0');
  const [, inner = bare] = /^\((.*)\)$/.exec(bare) ?? [];
  const [, before, digits = '', behind] = /^([-+]?) ?(.*?) ?(-?)$/.exec(inner) ?? [];
  return { digits, isNegative: inner !== bare || before === '-' || behind === '-' };
}

/** The decimal mark of an amount; undefined: it has none, or it can not be told. */
function decimalOf(digits: string): ',' | '.' | undefined {
  const [commas, points] = [digits.split(',').length - 1, digits.split('.').length - 1];
  if (commas + points === 0) return undefined;
  const last = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  const other = last === ',' ? '.' : ',';
  const ofLast = last === ',' ? commas : points;
  // A mark that stands twice parts thousands.
  if (ofLast > 1) return commas * points === 0 ? other : undefined;
  if (commas * points > 0) return last;
  const behind = digits.length - digits.lastIndexOf(last) - 1;
  if (behind !== 3) return last;
  return digits.startsWith('0') || digits.includes(' ') ? last : undefined;
}

/** Is the amount of a line in another currency, by its own column or by a mark beside the amount? */
export function isForeign(amount: string, currency: string): boolean {
  const own = currency.toLowerCase().replace(/[^\p{L}\p{Sc}]/gu, '');
  const isNok = ['', 'nok', 'kr', 'nkr', 'kroner', 'norskekroner'].includes(own);
  const codes = amount.toUpperCase().match(/\p{L}+/gu) ?? [];
  return !isNok || /[€$£]/.test(amount) || codes.some((code) => FOREIGN.has(code));
}

const FOREIGN: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').filter((code) => code !== 'NOK'),
);

/**
 * The tax of a line. Its column may have an amount, a rate (`25 %`), or words, which say that there is none.
 *
 * @param ore what the line bills.
 * @param isBeforeTax `ore` does not include the tax.
 * @returns undefined: it can not be read.
 */
export function readTax(
  text: string,
  ore: Ore,
  isBeforeTax: boolean,
  amountOf: (text: string) => Ore | undefined,
): Ore | undefined {
  if (text === '' || (/\p{L}/u.test(text) && !/\d/.test(text))) return 0;
  const [, rate] = /^(\d+(?:[.,]\d+)?) ?%$/.exec(text) ?? [];
  if (rate === undefined) return amountOf(text);
  const part = Number(rate.replace(',', '.')) / 100;
  return Math.round(isBeforeTax ? ore * part : ore - ore / (1 + part));
}
