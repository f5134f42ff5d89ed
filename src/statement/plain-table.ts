/** Layouts of statements that are not a line for each passage with its amount and plate in columns of their own. */

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
