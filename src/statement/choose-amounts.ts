/** Which of several columns of money has what was paid. */

/** What headings of money are called, in small letters without units. */
const MEANINGS = {
  paid: [
    'abetale',
    'belastet',
    'belastetbelop',
    'betalt',
    'betaltbelop',
    'fakturert',
    'fakturertbelop',
    'charged',
    'amountcharged',
    'paid',
    'amountpaid',
    'amountdue',
    'billed',
  ],
  total: ['sum', 'total', 'totalt', 'totalsum', 'totalbelop', 'totalpris', 'totalamount'],
  plain: ['belop', 'pris', 'amount', 'price', 'fee'],
  /** Behind a discount, or before tax. */
  net: ['netto', 'nettobelop', 'nettopris', 'net', 'netamount', 'netprice'],
  /** Before a discount, or with tax. */
  gross: ['brutto', 'bruttobelop', 'bruttopris', 'gross', 'grossamount', 'grossprice'],
  /** What the tariff says, whatever was paid. */
  list: ['takst', 'listepris', 'ordinaerpris', 'ordinaertakst', 'fullpris', 'tariff', 'listprice'],
} as const;

type Meaning = keyof typeof MEANINGS;

const MEANING_OF: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, names]) =>
    names.map((name) => [name, meaning as Meaning] as const),
  ),
);

const DISCOUNTS = ['rabatt', 'rabattbelop', 'brikkerabatt', 'avslag', 'discount', 'discountamount'];

interface MoneyColumn {
  readonly index: number;
  readonly meaning: Meaning;
  /** Absent: the heading does not tell. */
  readonly tax?: 'with' | 'without';
}

/**
 * @param heads headings in small letters.
 * @param isTaxed the tax has a column of its own.
 * @returns the places of all that may be meant.
 */
export function chooseAmounts(
  heads: readonly string[],
  isTaxed: boolean,
): { readonly amounts: readonly number[]; readonly isBeforeTax: boolean } {
  const all = heads.flatMap(toMoneyColumn);
  const isDiscounted = heads.some((head) => DISCOUNTS.includes(head));
  const isPaid = ({ tax }: MoneyColumn) => tax !== 'without';
  const steps: readonly ((column: MoneyColumn) => boolean)[] = [
    ({ meaning }) => meaning === 'paid',
    ({ meaning }) => meaning === 'total' && (isDiscounted || isTaxed),
    ({ meaning }) => meaning === 'net' && isDiscounted && !isTaxed,
    ({ tax, meaning }) => tax === 'with' && meaning !== 'list',
    ({ meaning }) => meaning === 'gross' && isTaxed && !isDiscounted,
    // Of what is net tax may be left out, and of what is gross a discount: neither is what was paid.
    ({ meaning }) =>
      meaning === 'plain' ||
      meaning === 'total' ||
      (meaning === 'net' && !isTaxed) ||
      (meaning === 'gross' && !isDiscounted),
    ({ meaning }) => meaning === 'list',
  ];
  const found = steps
    .map((isMeant) => all.filter((column) => isPaid(column) && isMeant(column)))
    .find((some) => some.length > 0);
  const chosen = found ?? all.filter(({ tax }) => tax === 'without');
  return { amounts: chosen.map(({ index }) => index), isBeforeTax: found === undefined };
}

/** `belopinklmva` is `belop` with tax. */
function toMoneyColumn(head: string, index: number): MoneyColumn[] {
  const [, name = head, mark] = TAX.exec(head) ?? [];
  const meaning = MEANING_OF.get(name.replace(UNIT, ''));
  if (meaning === undefined) return [];
  if (mark === undefined) return [{ index, meaning }];
  return [{ index, meaning, tax: /^(?:in|med)/.test(mark) ? 'with' : 'without' }];
}

const TAX =
  /^(.+?)(inkl?|inklusive|inkludert|med|incl?|including|eks|ekskl|eksklusive|uten|utan|excl?|excluding)(?:mva|merverdiavgift|vat|tax)$/;
const UNIT = /(?:i|in)?(?:kr|nok|kroner)$/;
