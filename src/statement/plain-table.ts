/** Layouts of statements that are not a line for each passage with its amount and plate in columns of their own. */
import { groupBy } from '../base/lists.ts';
import { isOfBill } from './bill-words.ts';
import type { Columns } from './columns.ts';

type Table = readonly (readonly string[])[];

/** Headings of a pair of columns: what is billed, and what is paid back. */
const BOOKED = [
  ['debet', 'kredit'],
  ['debit', 'credit'],
] as const;

/** The places of the columns of such a pair; `undefined`: there is none. @param heads headings in small letters. */
export function findBooked(heads: readonly string[]): readonly [number, number] | undefined {
  const places = BOOKED.map((names) => names.map((name) => heads.indexOf(name)));
  const [billed = -1, back = -1] = places.find((some) => some.every((at) => at >= 0)) ?? [];
  return billed < 0 ? undefined : [billed, back];
}

const isNothing = (text = ''): boolean => !/[1-9]/.test(text);

/** The table with what is paid back as negative amounts of the other column. A line that has both stays unread. */
export function joinBooked(table: Table, [billed, back]: readonly [number, number]): Table {
  return table.map((cells) => {
    const [own = '', other = ''] = [cells[billed], cells[back]];
    if (isNothing(other)) return cells;
    const joined = isNothing(own)
      ? `-${other.replace(/^[-\u2212\u2013] ?/, '')}`
      : `${own} / ${other}`;
    return cells.map((text, i) => (i === billed ? joined : i === back ? '' : text));
  });
}

/** `nei` and such words behind another one: `Kreditert: nei`. */
const NOT_SAID = /(?<!\p{L})(?:nei|ikke|inte|nej|no|not)(?!\p{L})/iu;
/** `Kreditnota`, `Kreditnota 4711`, `Kreditert passering`, `Annullert`. */
const CREDITED =
  /^(?:kredit(?:ert|eret|erad|ering|nota|faktura)|tilbakefør(?:t|ing)|tilbageført|annull?er(?:t|et|ad|ing)|reverser(?:t|ing)|storno|credit (?:note|memo|invoice)|credited|reversed|reversal|cancelled)(?![\p{L}\d])/iu;
/** Words that are one as the whole text alone: `Refusjon bompenger` is what an employer pays. */
const REFUNDED =
  /^(?:refusjon|refundert|refundering|tilba[kg]ebetal(?:t|ing)|återbetal(?:d|t|ning)|refund|refunded)$/i;
/** Words of which it is not said whether the line bills or pays back, and credits with further words. */
const CORRECTS =
  /^(?:(?:korreksjon|korriger(?:t|ing)|korrektion|korrigeret|rettelse|rättelse|justering|justert|omregning|retur(?:nert)?|makuler(?:t|ing)|slettet|kansellert|feilpassering|reklamasjon|fradrag|[ck]n|kr\.?nota|correction|corrected|adjust(?:ment|ed)|return(?:ed)?|void(?:ed)?|chargeback|rebooking)(?!\p{L})|kredit|credit|refu(?:sjon|nd)|tilba[kg]e|återbet|godskr|godtgj|motregn|omposter|annull?er|reverser)/iu;
/** A heading of a column that tells debit and credit by a letter or a word. */
const SIDES = /^(?:dk|kd|debetkredit|debitcredit|dc|sh|sollhaben)$/;
const CREDIT_SIDE = /^(?:k|c|cr|h|kreditt?|credit|haben)$/i;
/** A heading of what kind a line is: `Kredit` there is none of the cards that are paid with. */
const KINDS = /^(?:type|transaksjonstype|bilagstype|posttype|linjetype|transactiontype|linetype)$/;
const CREDIT_KIND = /^(?:kreditt?|credit)$/i;
/** Further headings of what kind a line is, or of a text that tells. */
const TEXTS =
  /^(?:tekst|text|beskrivelse|description|hendelse|event|art|kategori|category|posteringstype|arsak|reason)$/;
/** Headings of what the reader of a statement writes: `Refusjon` there is what he asks of others. */
const NOTES =
  /^(?:notat|notater|merknad|merknader|kommentar|kommentarer|note|notes|comment|comments)$/;
/** Headings of the way that is driven: `Retur` there is the way back. */
const DIRECTIONS = /retning|riktning|direction/;

/** Do columns tell debit from credit? @param heads headings in small letters. */
export const hasSides = (heads: readonly string[]): boolean =>
  heads.some((head) => SIDES.test(head)) || findBooked(heads) !== undefined;

type IsSo = (cells: readonly string[]) => boolean;

/** What words of a line tell of its amount. */
export interface Words {
  /** It is paid back. */
  readonly isCredited: IsSo;
  /** A word says that it corrects another line, or it is of another kind than most and beside a line of its passage. */
  readonly mayPayBack: IsSo;
}

/**
 * @param heads headings in small letters.
 * @param lines those that are no headings: most of them are of the usual kind.
 */
export function openWords(
  heads: readonly string[],
  lines: Table,
  { station = -1, time = -1, clock = -1 }: Columns,
): Words {
  const isCredit = (text: string, head = ''): boolean =>
    (SIDES.test(head) && CREDIT_SIDE.test(text)) ||
    (KINDS.test(head) && CREDIT_KIND.test(text)) ||
    (!NOTES.test(head) && !NOT_SAID.test(text) && (CREDITED.test(text) || REFUNDED.test(text)));
  const usual = heads.map((head, i) =>
    i !== station && (KINDS.test(head) || TEXTS.test(head)) ? findUsual(lines, i) : undefined,
  );
  const isOtherKind = (text: string, i: number, place: string) =>
    usual[i] !== undefined &&
    text !== '' &&
    text !== usual[i] &&
    !isOfBill(place === '' ? text : text.replace(place, ''));
  const passageOf = (cells: readonly string[]) =>
    [station, time, clock].map((index) => cells[index] ?? '').join('\n');
  const byPassage = groupBy(lines, passageOf);
  const isOneOfSeveral = (cells: readonly string[]) =>
    (byPassage.get(passageOf(cells))?.length ?? 0) > 1;
  return {
    isCredited: (cells) => cells.some((text, i) => isCredit(text, heads[i])),
    mayPayBack: (cells) =>
      cells.some(
        (text, i) =>
          !DIRECTIONS.test(heads[i] ?? '') && !NOT_SAID.test(text) && CORRECTS.test(text),
      ) ||
      (isOneOfSeveral(cells) &&
        cells.some((text, i) => isOtherKind(text, i, cells[station] ?? ''))),
  };
}

/** The text that most lines have in a column, `''` where most have none; `undefined`: there is none. */
function findUsual(lines: Table, column: number): string | undefined {
  const texts = lines.map((cells) => cells[column] ?? '');
  const [most] = [...groupBy(texts, (text) => text)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return most && most[1].length * 2 > texts.length ? most[0] : undefined;
}

/** Words of a line with a minus that is no credit: a payment, a balance, a fee, or what a sum is rounded by. */
const PAYMENT =
  /betal|payment|\bpaid\b|forskudd|innskudd|saldo|balan[cs]e|gebyr|\bfees?\b|avrund|rounding/i;
/** Words of one that is, also beside those: `Rabatt ved forskuddsbetaling`. */
const PAID_BACK =
  /tilbake|repay|paid back|refu|rabatt|discount|(?:passerings|måneds)tak|kredit(?:er|nota)|credit(?:ed| note)/i;

export function isPayment(cells: readonly string[]): boolean {
  const text = cells.join(' ');
  return PAYMENT.test(text) && !PAID_BACK.test(text);
}

/** Words in place of an amount of 0. */
const FREE =
  /^(?:gratis|fri|fritatt|fri passering|timesregel|timesregelen|passeringstak|månedstak|free)$/i;

export const isFree = (text: string): boolean => FREE.test(text);

/** A Norwegian plate within a text: two letters and five digits. */
const PLATE_WITHIN = /(?<![\p{L}\d])[A-Z]{2} ?\d{5}(?![\p{L}\d])/gu;
/** What stands before a number that may look like a plate, and is none. */
const REFERENCE =
  /(?:ref|bilag|faktura|invoice|ordre|order|(kunde|customer))\p{L}*\.?(?: ?(?:nr|no)\.?)?[ :;]*$/iu;
/** What says that it is one all the same: `Kjøretøy, ref. QQ10001`. */
const VEHICLE = /kjøretøy|kjennemerke|reg\.? ?n(?:r|umme)|skilt|\bbil\b|vehicle|plate/iu;

/** @param isByCustomer take the number of a customer, too. */
function findPlate(cells: readonly string[], isByCustomer: boolean): string | undefined {
  const text = cells.join(' ; ');
  const own = [...text.matchAll(PLATE_WITHIN)].find(({ index }) => {
    const before = text.slice(0, index);
    const reference = REFERENCE.exec(before);
    const isCustomer = isByCustomer && reference?.[1] !== undefined;
    return reference === null || isCustomer || VEHICLE.test(before);
  });
  return own?.[0].replace(' ', '');
}

/**
 * The plate of each line of a table in which lines without a passage head those of a vehicle (`Kjøretøy: QQ 10001`).
 *
 * @param lines those above the headings, too: the title may name the first vehicle.
 * @returns `[]` where such lines head passages of less than two vehicles; `undefined` where they name several, and a
 * passage stands before the first one.
 */
export function listHeaded(
  lines: Table,
  isPassage: (line: number) => boolean,
): readonly string[] | undefined {
  const listNamed = (isByCustomer: boolean) =>
    lines.map((cells, i) => (isPassage(i) ? undefined : findPlate(cells, isByCustomer)));
  // A statement has one customer: where nothing else names vehicles, several customers are vehicles.
  const own = listNamed(false);
  const named = own.some((plate) => plate !== undefined) ? own : listNamed(true);
  if (new Set(named.filter((plate) => plate !== undefined)).size < 2) return [];
  let plate: string | undefined;
  const plates: string[] = [];
  for (const [i, name] of named.entries()) {
    plate = name ?? plate;
    if (plate === undefined && isPassage(i)) return undefined;
    plates.push(plate ?? '');
  }
  return new Set(plates.filter((_, i) => isPassage(i))).size < 2 ? [] : plates;
}

/** Files of other programs, by their first bytes. */
const OTHER_FILES = ['PK\u0003\u0004', '%PDF', '\u00d0\u00cf\u0011\u00e0'];

/** Is a file a spreadsheet, a zip or a PDF? */
export const isOtherFile = (bytes: Uint8Array): boolean =>
  OTHER_FILES.includes(String.fromCharCode(...bytes.subarray(0, 4)));
