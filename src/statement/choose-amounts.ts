/** Chooses the column of money that has what was paid. */

/** Words parted by blanks and line breaks. */
export const listWords = (text: string): readonly string[] => text.trim().split(/\s+/);

/** What headings of money are called, in small letters without units. */
const MEANINGS = {
  paid: listWords(`
    abetale tilbetaling belopabetale beloptilbetaling belastes belastetbelop betaltbelop
    fakturertbelop amountcharged chargedamount amountpaid amountdue`),
  /** What was paid, or whether or when it was, or the number of an invoice. */
  participle: listWords('belastet betalt fakturert charged paid billed'),
  total: listWords(
    'sum summa ialt belopialt total totalt totalsum totalbelop totalpris totalamount',
  ),
  /** Of the line, or of the whole invoice beside each line. */
  due: listWords('sumabetale totaltabetale sumtilbetaling'),
  plain: listWords(`
    belop pris kroner kr nok kostnad bompenger passeringsavgift amount price fee charge toll`),
  /** Before or after a discount. Any other amount comes first. */
  cost: listWords('bomavgift passeringspris cost tollfee tollcharge'),
  /** After a discount, or without tax. */
  net: listWords(`
    netto nettobelop nettopris net netamount netprice
    etterrabatt prisetterrabatt belopetterrabatt rabattertpris discountedprice priceafterdiscount
    prisinklrabatt belopinklrabatt prismrabatt belopmrabatt prismedrabatt belopmedrabatt
    priceincldiscount amountincldiscount`),
  /** Before a discount, or with tax. */
  gross: listWords('brutto bruttobelop bruttopris gross grossamount grossprice'),
  /** What the tariff says, whatever was paid. */
  list: listWords(`
    takst listepris ordinaerpris ordinaertakst fullpris tariff listprice
    priseksrabatt belopeksrabatt prisurabatt belopurabatt prisutenrabatt belopforrabatt prisforrabatt
    priceexcldiscount amountexcldiscount pricebeforediscount`),
} as const;

type Meaning = keyof typeof MEANINGS;

const MEANING_OF: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, names]) =>
    names.map((name) => [name, meaning as Meaning] as const),
  ),
);

/** What was paid back beside the amount: `Kreditert`, `Refundert beløp`. */
const CREDIT =
  /^(?:belop|sum|amount)?(?:kredit|kreditert|refundert|refusjon|tilbakebetalt|tilbakefort|godskrevet|credit|credited|refund|refunded)(?:belop|sum|amount)?$/;

/**
 * Is a column what is taken off an amount? `Brikkerabatt` is a discount, and `Kreditert` is as good as one; `Pris etter
 * rabatt`, `Etter rabatt` and `Rabattert pris` are what is left of a price.
 */
const isDiscount = (head: string): boolean => CREDIT.test(head) || isRebate(head);

const isRebate = (head: string): boolean =>
  /rabatt|avslag|fradrag|discount|rebate/.test(head) &&
  !/^(?:belop|pris|takst|sum|total|netto|brutto|amount|price|tariff|net|gross|cost|kostnad|etter|for|med|uten|utan|after|before|with|inkl|eks)/.test(
    head,
  ) &&
  !/rabattert|discounted|pris$|price$/.test(head);

/** What headings tell of a discount. */
export interface DiscountHeadings {
  /** Columns of what is taken off; `[]`: there is none. */
  readonly columns: readonly number[];
  /** The headings tell that the columns of amounts have what is left after the discount. */
  readonly isTold: boolean;
  /** The amounts are those of the tariff: no heading says that they were paid. */
  readonly isListed: boolean;
  /** Columns whose heading is no word for money; a column of tax is among them. */
  readonly unknown: readonly number[];
  /** Columns of amounts without their tax. */
  readonly untaxed: readonly number[];
}

interface MoneyColumn {
  readonly index: number;
  readonly meaning: Meaning;
  /** Absent: the heading does not tell. */
  readonly tax?: 'with' | 'without';
}

/** Danish and Swedish words of money, and how they are written in Norwegian. */
const NEIGHBOURS: readonly (readonly [RegExp, string])[] = [
  [/belob|belopp/g, 'belop'],
  [/rabat(?!t)/g, 'rabatt'],
  [/rabattera?e?[td]/g, 'rabattert'],
  [/efter/g, 'etter'],
  [/fore(?=rabatt)/g, 'for'],
  [/uden/g, 'uten'],
  [/moms/g, 'mva'],
  [/^at(?:t)?betala?e?$/g, 'abetale'],
];

const toNorwegian = (head: string): string =>
  NEIGHBOURS.reduce((text, [theirs, ours]) => text.replace(theirs, ours), head);

/** The places of all headings of money: amounts, and what is taken off them. @param written in small letters. */
export const listMoney = (written: readonly string[]): readonly number[] =>
  written
    .map(toNorwegian)
    .flatMap((head, i) => (isDiscount(head) || toMoneyColumn(head, i).length > 0 ? [i] : []));

/**
 * @param written headings in small letters.
 * @param isTaxed the tax has a column of its own.
 * @returns the places of all columns that may be meant, and of those that may have something other than amounts.
 */
export function chooseAmounts(
  written: readonly string[],
  isTaxed: boolean,
): {
  readonly amounts: readonly number[];
  readonly doubtful: readonly number[];
  readonly isBeforeTax: boolean;
  readonly discount: DiscountHeadings;
} {
  const heads = written.map(toNorwegian);
  const money = heads.flatMap(toMoneyColumn);
  const known = money.filter(({ meaning }) => meaning !== 'due' && meaning !== 'cost');
  const all = known.length > 0 ? known : money;
  const discounts = heads.flatMap((head, i) => (isDiscount(head) ? [i] : []));
  const isDiscounted = discounts.length > 0;
  const isAlone = !all.some(({ meaning }) => AMOUNTS.includes(meaning));
  const steps: readonly ((column: MoneyColumn) => boolean)[] = [
    ({ meaning }) => meaning === 'paid',
    ({ meaning }) => meaning === 'total' && (isDiscounted || isTaxed),
    ({ meaning }) => meaning === 'net' && isDiscounted && !isTaxed,
    ({ tax, meaning }) =>
      tax === 'with' && (isDiscounted ? AFTER_DISCOUNT : WITH_TAX).includes(meaning),
    ({ meaning }) => meaning === 'gross' && isTaxed && !isDiscounted,
    // A net amount may be without tax, and a gross amount before a discount: neither is then what was paid.
    ({ meaning }) =>
      meaning === 'plain' ||
      meaning === 'total' ||
      (meaning === 'net' && !isTaxed) ||
      (meaning === 'gross' && !isDiscounted),
    ({ meaning }) => meaning === 'participle' && (isAlone || isDiscounted),
    ({ meaning }) => meaning === 'list' || meaning === 'due',
    ({ meaning }) => meaning === 'cost',
  ];
  const found = steps
    .map((isMeant) => all.filter((column) => isPaid(column) && isMeant(column)))
    .find((some) => some.length > 0);
  const chosen = found ?? all.filter(({ tax }) => tax === 'without');
  const doubtful = all.filter((one) => one.meaning === 'participle' && !chosen.includes(one));
  return {
    amounts: placesOf(chosen),
    doubtful: placesOf(doubtful),
    isBeforeTax: found === undefined,
    discount: tellDiscount(heads, discounts, { all, chosen }),
  };
}

function tellDiscount(
  heads: readonly string[],
  columns: readonly number[],
  { all, chosen }: Readonly<Record<'all' | 'chosen', readonly MoneyColumn[]>>,
): DiscountHeadings {
  const isAny = (some: readonly MoneyColumn[], meanings: readonly Meaning[]) =>
    some.some(({ meaning }) => meanings.includes(meaning));
  const isBeside = isAny(all, ['list', 'gross']) && !isAny(chosen, ['list', 'gross']);
  const untaxed = all.filter((one) => !isPaid(one));
  const isWithTax = chosen.some(({ tax }) => tax === 'with') && untaxed.length > 0;
  const known = [...placesOf(all), ...columns];
  return {
    columns,
    // The steps look for what is left after a discount before they take a plain amount.
    isTold: isBeside || isWithTax || !isAny(chosen, ['plain', 'cost', 'list', 'participle']),
    isListed: isAny(chosen, ['list']),
    unknown: [...heads.keys()].filter((index) => !known.includes(index)),
    untaxed: placesOf(untaxed),
  };
}

const placesOf = (some: readonly MoneyColumn[]) => some.map(({ index }) => index);
const isPaid = ({ tax }: MoneyColumn) => tax !== 'without';

const AMOUNTS: readonly Meaning[] = ['plain', 'total', 'net', 'gross'];
const WITH_TAX: readonly Meaning[] = ['paid', ...AMOUNTS];
/** A price and a gross amount may be before the discount. */
const AFTER_DISCOUNT: readonly Meaning[] = ['paid', 'total', 'net'];

/** `belopinklmva` is `belop` with tax. */
function toMoneyColumn(head: string, index: number): MoneyColumn[] {
  const [, name = head, mark] = TAX.exec(head) ?? [];
  const meaning = MEANING_OF.get(name.replace(UNIT, ''));
  if (meaning === undefined) return [];
  if (mark === undefined) return [{ index, meaning }];
  const tax = /^(?:in|med)/.test(mark) ? 'with' : 'without';
  // Together with a word for tax a participle is an amount.
  return [{ index, meaning: meaning === 'participle' ? 'paid' : meaning, tax }];
}

const TAX =
  /^(.+?)(inkl?|inklusive|inkludert|med|incl?|including|eks|ekskl|eksklusive|uten|utan|excl?|excluding)(?:mva|merverdiavgift|vat|tax)$/;
const UNIT = /(?<=.)(?:i|in)?(?:kr|nok|kroner)$/;
