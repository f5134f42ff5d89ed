/** Amounts of money as spreadsheets and operators write them. */
import { fromNok, type Ore } from '../base/nok.ts';

/** Reads an amount of a line; undefined: it is none. */
export type Amounts = (text: string, line: number) => Ore | undefined;

/**
 * Reads the amounts of a table. Of one mark before three digits alone it is not known whether it parts thousands: the
 * other amounts tell.
 *
 * @param texts all of them.
 * @param refuse throws, where they do not tell either.
 */
export function openAmounts(texts: readonly string[], refuse: (line: number) => never): Amounts {
  const told = new Set(texts.flatMap((text) => decimalOf(bareOf(text).digits) ?? []));
  const [decimal] = told.size === 1 ? told : [];
  return (text, line) => {
    const { digits, isNegative } = bareOf(text);
    if (!/^\d[\d., ]*$/.test(digits)) return undefined;
    const own = decimalOf(digits) ?? decimal;
    if (own === undefined && /[.,]/.test(digits)) return refuse(line);
    const at = own === undefined ? -1 : digits.lastIndexOf(own);
    const whole = at === -1 ? digits : digits.slice(0, at);
    const [cents = '', rest = ''] = splitAt(at === -1 ? '' : digits.slice(at + 1), 2);
    // Thousands are parted by one mark, all of them.
    const isWhole = /^\d+$/.test(whole) || /^\d{1,3}([., ])\d{3}(?:\1\d{3})*$/.test(whole);
    if (!isWhole || !/^\d*$/.test(cents) || !/^0*$/.test(rest)) return undefined;
    const nok = Number(`${whole.replace(/[., ]/g, '')}.${cents || '0'}`);
    return fromNok(isNegative ? -nok : nok);
  };
}

const splitAt = (text: string, at: number) => [text.slice(0, at), text.slice(at)];

/** `kr 1 234,50`, `33.60`, `-12,00`, `12,00-`, `(12,00)`, `33,-`, `33,60 kr`. */
function bareOf(text: string): { readonly digits: string; readonly isNegative: boolean } {
  const bare = text
    .replace(/kr\.?|nok/gi, '')
    .replace(/[\s\u00a0\u202f']+/g, ' ')
    .replaceAll('−', '-')
    .replace(/,-\s*$/, '')
    .trim();
  const [, inner = bare] = /^\((.*)\)$/.exec(bare) ?? [];
  const [, before, digits = '', behind] = /^(-?) ?(.*?) ?(-?)$/.exec(inner) ?? [];
  return { digits, isNegative: inner !== bare || before === '-' || behind === '-' };
}

/** The decimal mark of an amount; undefined: it has none, or it can not be told. */
function decimalOf(digits: string): ',' | '.' | undefined {
  const [commas, points] = [digits.split(',').length - 1, digits.split('.').length - 1];
  if (commas + points === 0) return undefined;
  const last = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  const other = last === ',' ? '.' : ',';
  const ofLast = last === ',' ? commas : points;
  // Two of one mark part thousands.
  if (ofLast > 1) return commas * points === 0 ? other : undefined;
  if (commas * points > 0) return last;
  const behind = digits.length - digits.lastIndexOf(last) - 1;
  if (behind !== 3) return last;
  return digits.startsWith('0') || digits.includes(' ') ? last : undefined;
}
