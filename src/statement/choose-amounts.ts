/** Which of several columns of money has what was paid. */

/** Words parted by blanks and line breaks. */
export const listWords = (text: string): readonly string[] => text.trim().split(/\s+/);

/** What headings of money are called, in small letters without units. */
const MEANINGS = {
  paid: listWords(`
    abetale belastetbelop betaltbelop fakturertbelop amountcharged amountpaid amountdue`),
  /** What was paid, or whether or when it was, or the number of an invoice. */
  participle: listWords('belastet betalt fakturert charged paid billed'),
  total: listWords('sum total totalt totalsum totalbelop totalpris totalamount'),
  plain: listWords('belop pris amount price fee'),
  /** Behind a discount, or before tax. */
  net: listWords('netto nettobelop nettopris net netamount netprice'),
  /** Before a discount, or with tax. */
  gross: listWords('brutto bruttobelop bruttopris gross grossamount grossprice'),
  /** What the tariff says, whatever was paid. */
  list: listWords('takst listepris ordinaerpris ordinaertakst fullpris tariff listprice'),
} as const;

type Meaning = keyof typeof MEANINGS;

const MEANING_OF: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, names]) =>
    names.map((name) => [name, meaning as Meaning] as const),
  ),
);

const DISCOUNTS = listWords('rabatt rabattbelop brikkerabatt avslag discount discountamount');

interface MoneyColumn {
  readonly index: number;
  readonly meaning: Meaning;
  /** Absent: the heading does not tell. */
  readonly tax?: 'with' | 'without';
}

/**
 * @param heads headings in small letters.
 * @param isTaxed the tax has a column of its own.
 * @returns the places of all that may be meant, and of those that may have something else than amounts.
 */
export function chooseAmounts(
  heads: readonly string[],
  isTaxed: boolean,
): {
  readonly amounts: readonly number[];
  readonly doubtful: readonly number[];
  readonly isBeforeTax: boolean;
} {
  const all = heads.flatMap(toMoneyColumn);
  const isDiscounted = heads.some((head) => DISCOUNTS.includes(head));
  const isPaid = ({ tax }: MoneyColumn) => tax !== 'without';
  const isAlone = !all.some(({ meaning }) => AMOUNTS.includes(meaning));
  const steps: readonly ((column: MoneyColumn) => boolean)[] = [
    ({ meaning }) => meaning === 'paid',
    ({ meaning }) => meaning === 'total' && (isDiscounted || isTaxed),
    ({ meaning }) => meaning === 'net' && isDiscounted && !isTaxed,
    ({ tax, meaning }) =>
      tax === 'with' && (isDiscounted ? AFTER_DISCOUNT : WITH_TAX).includes(meaning),
    ({ meaning }) => meaning === 'gross' && isTaxed && !isDiscounted,
    // Of what is net tax may be left out, and of what is gross a discount: neither is what was paid.
    ({ meaning }) =>
      meaning === 'plain' ||
      meaning === 'total' ||
      (meaning === 'net' && !isTaxed) ||
      (meaning === 'gross' && !isDiscounted),
    ({ meaning }) => meaning === 'participle' && isAlone,
    ({ meaning }) => meaning === 'list',
  ];
  const found = steps
    .map((isMeant) => all.filter((column) => isPaid(column) && isMeant(column)))
    .find((some) => some.length > 0);
  const chosen = found ?? all.filter(({ tax }) => tax === 'without');
  const doubtful = all.filter((one) => one.meaning === 'participle' && !chosen.includes(one));
  const placesOf = (some: readonly MoneyColumn[]) => some.map(({ index }) => index);
  return {
    amounts: placesOf(chosen),
    doubtful: placesOf(doubtful),
    isBeforeTax: found === undefined,
  };
}

const AMOUNTS: readonly Meaning[] = ['plain', 'total', 'net', 'gross'];
const WITH_TAX: readonly Meaning[] = ['paid', ...AMOUNTS];
/** A price and what is gross may stand before it. */
const AFTER_DISCOUNT: readonly Meaning[] = ['paid', 'total', 'net'];

/** `belopinklmva` is `belop` with tax. */
function toMoneyColumn(head: string, index: number): MoneyColumn[] {
  const [, name = head, mark] = TAX.exec(head) ?? [];
  const meaning = MEANING_OF.get(name.replace(UNIT, ''));
  if (meaning === undefined) return [];
  if (mark === undefined) return [{ index, meaning }];
  const tax = /^(?:in|med)/.test(mark) ? 'with' : 'without';
  // With its tax it is an amount.
  return [{ index, meaning: meaning === 'participle' ? 'paid' : meaning, tax }];
}

const TAX =
  /^(.+?)(inkl?|inklusive|inkludert|med|incl?|including|eks|ekskl|eksklusive|uten|utan|excl?|excluding)(?:mva|merverdiavgift|vat|tax)$/;
const UNIT = /(?:i|in)?(?:kr|nok|kroner)$/;
