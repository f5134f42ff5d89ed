/** Words of toll bills: how texts are compared by them, and what those of a line tell of its amount. */
import { groupBy } from '../base/lists.ts';
import { listWords } from './choose-amounts.ts';
import type { Columns } from './columns.ts';
import { findBooked } from './plain-table.ts';

type Table = readonly (readonly string[])[];

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

/** What words of a line tell. */
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

/** Words of a line with a minus that is no credit: a payment, a sum, a balance, a fee, or what a sum is rounded by. */
const PAYMENT =
  /betal|(?<!\p{L})(?:(?:del|sub)?(?:sum|total)|i alt(?!\p{L}))|leverandørgjeld|payment|\bpaid\b|forskudd|innskudd|saldo|balan[cs]e|gebyr|\bfees?\b|avrund|rounding/iu;
/** Words of one that is, also beside those: `Rabatt ved forskuddsbetaling`. */
const PAID_BACK =
  /tilbake|repay|paid back|refu|rabatt|discount|(?:passerings|måneds)tak|kredit(?:er|nota)|credit(?:ed| note)|korreksjon|fradrag|godskr|godtgj/i;

export function isPayment(cells: readonly string[]): boolean {
  const text = cells.join(' ');
  return PAYMENT.test(text) && !PAID_BACK.test(text);
}

/** Words in place of an amount of 0. */
const FREE =
  /^(?:gratis|fri|fritatt|fri passering|timesregel|timesregelen|passeringstak|månedstak|free)$/i;

export const isFree = (text: string): boolean => FREE.test(text);

/** `Haalogalandsbrua` and `allè` are spelt otherwise than `Hålogalandsbrua` and `allé`, and mean the same. */
export const fold = (text: string): string =>
  text.toLowerCase().replaceAll('å', 'aa').replace(/[éèê]/g, 'e');

/**
 * `E 39 Mosvatnet` is ` e39 mosvatnet `, `Fv. 580` is ` f580 ` as the road database writes it. The word for a toll
 * station is left out.
 */
export const toWords = (text: string): string =>
  ` ${fold(text)
    .replace(/\b(?:(ring)|([efkprs])v?)[. ]*(?=\d)/g, '$1$2')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !/^bomstasjon/.test(word))
    .join(' ')} `;

/** Words of toll bills that name no place and no other service. */
export const BILL_WORDS: ReadonlySet<string> = new Set(
  listWords(
    fold(`
    bom bomst bompassering bompasseringer bompenger bompengepassering bomring bomsnitt bomavgift
    passering passeringer passert passeringsavgift betalingsstasjon autopass brikke med uten
    takst takstgruppe klasse kjøretøy bil personbil varebil lastebil liten stor
    felt kjørefelt kjørebane snitt rush rushtid rushtidsavgift utenfor normal ordinær kl nr ref
    nordgående sørgående sydgående østgående vestgående inngående utgående
    toll station plaza passage crossing lane peak off offpeak vehicle car class tag
    northbound southbound eastbound westbound inbound outbound`),
  ),
);

/** Does a text have words of toll bills alone: `Rushtid`, `Bompassering liten bil`? */
const isOfBill = (text: string): boolean =>
  toWords(text)
    .split(' ')
    .every((word) => word === '' || /^\d+$/.test(word) || BILL_WORDS.has(word));
