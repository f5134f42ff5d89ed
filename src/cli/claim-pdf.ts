/** Writes a claim as a page of paper. Loaded only when such a page is written, because its fonts take a while. */
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PdfDocument from 'pdfkit';
import { groupBy } from '../base/lists.ts';
import { formatAmount, formatArrival, formatTenth } from '../batch/format-expense.ts';
import type { Claim } from '../wire/claim.ts';

type Doc = InstanceType<typeof PdfDocument>;
type Entry = Claim['entries'][number];

interface ClaimColumn {
  readonly head: string;
  /** Points. */
  readonly width: number;
  readonly align?: 'right';
  readonly of: (entry: Entry) => string;
}

/** Points: A4 upright. */
const PAGE = { width: 595.28, height: 841.89, margin: 36 };
const FOOT = 96;
/** The bounds of the height of a row. Print in lower rows would be too small to read. Points. */
const ROW = { most: 15, least: 9.2 };
const GREY = '#555555';

/**
 * The bytes of the document: one page if the drives fit on it in legible print, which is true for some 55 drives.
 *
 * @param createdAt the moment that the document tells.
 */
export async function formatClaimPdf(claim: Claim, createdAt: Date): Promise<Uint8Array> {
  const fontOf = (name: string) =>
    fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  const text = fontOf('DejaVuSansCondensed');
  const doc = new PdfDocument({
    size: 'A4',
    margin: PAGE.margin,
    autoFirstPage: false,
    font: text,
    info: { Title: 'Reiseregning', Creator: 'Veipris', CreationDate: createdAt },
    lang: 'nb-NO',
  });
  const done = buffer(doc);
  doc.registerFont('text', text);
  doc.registerFont('bold', fontOf('DejaVuSansCondensed-Bold'));
  drawClaim(doc, inLines(claim));
  doc.end();
  return done;
}

/** A claim in which each text is one line. */
const inLines = (claim: Claim): Claim =>
  JSON.parse(JSON.stringify(claim), (_, value) =>
    typeof value === 'string' ? toLine(value) : value,
  );

/** A text as one line. Line breaks become commas, and characters without a picture are left out. */
const toLine = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/[,\s]*[\n\r\v\f\u0085\u2028\u2029][\s\u0085]*/g, ', ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\uFFFD');

function drawClaim(doc: Doc, claim: Claim): void {
  const stations = listStations(claim);
  const columns = columnsOf(stations);
  doc.addPage();
  const notes = notesOf(doc, claim, columns);
  const top = drawHead(doc, claim);
  const notesHeight = measureNotes(doc, notes);
  const leftBelow = (y: number) => PAGE.height - PAGE.margin - FOOT - notesHeight - y;
  const rows = claim.entries.length + 2;
  const height = Math.max(ROW.least, Math.min(ROW.most, leftBelow(top) / rows));
  const draw = (cells: readonly string[], y: number, font: RowTerms['font']) =>
    drawRow(doc, cells, { columns, y, height, font });
  const drawHeads = (y: number) =>
    draw(
      columns.map(({ head }) => head),
      y,
      'bold',
    );
  let y = drawHeads(top);
  for (const entry of claim.entries) {
    if (y + height > PAGE.height - PAGE.margin) {
      doc.addPage();
      y = drawHeads(PAGE.margin);
    }
    y = draw(
      columns.map(({ of }) => of(entry)),
      y,
      'text',
    );
  }
  // Heights of rows that fill the page exactly may add up to slightly more.
  if (leftBelow(y + height) < -0.5) {
    doc.addPage();
    y = PAGE.margin;
  }
  const end = drawNotes(doc, notes, draw(sumCells(claim), y, 'bold') + 8);
  // Notes that are longer than a page end anywhere.
  if (leftBelow(end - notesHeight) < -0.5) doc.addPage();
  drawSignatures(doc);
}

const INNER_WIDTH = PAGE.width - 2 * PAGE.margin;

function measureNotes(doc: Doc, notes: readonly string[]): number {
  doc.font('text').fontSize(NOTE_SIZE);
  const heightOf = (note: string) => doc.heightOfString(note, { width: INNER_WIDTH }) + 2;
  return notes.reduce((sum, note) => sum + heightOf(note), 8);
}

/** @returns where the notes end. */
function drawNotes(doc: Doc, notes: readonly string[], top: number): number {
  doc.font('text').fontSize(NOTE_SIZE).fillColor(GREY);
  let y = top;
  for (const note of notes) {
    doc.text(note, PAGE.margin, y, { width: INNER_WIDTH });
    y = doc.y + 2;
  }
  return y;
}

const listStations = ({ entries }: Claim): string[] => [
  ...new Set(entries.flatMap(({ tolls }) => tolls.map(({ name }) => name))),
];

const NOTE_SIZE = 7;
const TEXT_SIZE = 7.5;

/**
 * The columns of the table. Their widths add up to the width between the margins.
 *
 * @param stations the stations in the order of their numbers.
 */
function columnsOf(stations: readonly string[]): readonly ClaimColumn[] {
  const numbers = ({ tolls }: Entry) =>
    tolls.map(({ name }) => String(stations.indexOf(name) + 1)).join(' ');
  const amount = (nok: number) => (nok === 0 ? '' : formatAmount(nok));
  return [
    { head: 'Dato', width: 48, of: ({ date }) => date },
    { head: 'Tid', width: 56, of: (entry) => `${entry.departure}–${formatArrival(entry)}` },
    { head: 'Reiserute', width: 116, of: formatWay },
    { head: 'Formål', width: 66, of: ({ purpose = '' }) => purpose },
    {
      head: 'Km',
      width: 30,
      align: 'right',
      of: ({ km }) => (km === undefined ? '' : formatTenth(km)),
    },
    { head: 'Bomst.', width: 42, of: numbers },
    { head: 'Bom', width: 41, align: 'right', of: ({ tollNok }) => amount(tollNok) },
    { head: 'Ferje', width: 36, align: 'right', of: ({ ferryNok }) => amount(ferryNok) },
    { head: 'Godtgj.', width: 42, align: 'right', of: ({ allowanceNok }) => amount(allowanceNok) },
    { head: 'Sum', width: 46.28, align: 'right', of: ({ totalNok }) => formatAmount(totalNok) },
  ];
}

const formatWay = ({ from, to, via }: Entry): string =>
  [from, ...via, to].filter((name) => name !== undefined).join(' – ');

const sumCells = (claim: Claim): string[] => [
  'Sum',
  ...['', '', ''],
  formatTenth(claim.km),
  '',
  ...[claim.tollNok, claim.ferryNok, claim.allowanceNok, claim.totalNok].map(formatAmount),
];

/** The width of the facts above the table. Long facts go over several lines. Points. */
const FACT_WIDTH = 430;

/** @returns where the table begins. */
function drawHead(doc: Doc, { claimant = {}, plate, from, to, totalNok }: Claim): number {
  doc.font('bold').fontSize(16).fillColor('black').text('Reiseregning', PAGE.margin, PAGE.margin);
  doc.font('text').fontSize(9);
  const facts = [
    ['Navn', claimant.name],
    ['Adresse', claimant.address],
    ['Arbeidsgiver', claimant.employer],
    ['Kjennemerke', plate],
    ['Tidsrom', from === to ? from : `${from} – ${to}`],
    ['Til utbetaling', `${formatAmount(totalNok)} kr`],
  ] as const;
  let y = PAGE.margin + 26;
  for (const [name, value = ''] of facts) {
    doc.fillColor(GREY).text(name, PAGE.margin, y, { width: 80 });
    doc.fillColor('black').text(value, PAGE.margin + 84, y, { width: FACT_WIDTH });
    y += Math.max(13, doc.heightOfString(value, { width: FACT_WIDTH }) + 2);
  }
  return y + 8;
}

interface RowTerms {
  readonly columns: readonly ClaimColumn[];
  readonly y: number;
  readonly height: number;
  readonly font: 'text' | 'bold';
}

/**
 * Draws a row. A text that is too long for its column ends in an ellipsis.
 *
 * @returns where the next row begins.
 */
function drawRow(
  doc: Doc,
  cells: readonly string[],
  { columns, y, height, font }: RowTerms,
): number {
  const size = Math.min(TEXT_SIZE, height * 0.66);
  doc.font(font).fontSize(size).fillColor('black');
  let x = PAGE.margin;
  columns.forEach(({ width, align = 'left' }, i) => {
    const inner = width - 4;
    const text = cells[i] ?? '';
    // An amount is never cut.
    const fitted = align === 'right' ? text : shorten(doc, text, inner);
    const left = align === 'right' ? x + inner - doc.widthOfString(fitted) : x;
    doc.text(fitted, left, y + (height - size) / 2, { lineBreak: false });
    x += width;
  });
  doc
    .moveTo(PAGE.margin, y + height)
    .lineTo(PAGE.width - PAGE.margin, y + height)
    .lineWidth(font === 'bold' ? 0.8 : 0.3)
    .strokeColor('#999999')
    .stroke();
  return y + height;
}

/** The longest beginning that fits with an ellipsis. No character is cut into pieces. */
function shorten(doc: Doc, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text;
  const ends = [0, ...Array.from(CHARACTERS.segment(text), ({ index }) => index)];
  const upTo = (i: number) => `${text.slice(0, ends[i]).trimEnd()}…`;
  let [fits, tooLong] = [0, ends.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (doc.widthOfString(upTo(middle)) <= width) fits = middle;
    else tooLong = middle;
  }
  return upTo(fits);
}

const CHARACTERS = new Intl.Segmenter('nb');

/** Notes below the table: texts that do not fit into a row, and reservations that a reader of the sums must know. */
function notesOf(doc: Doc, claim: Claim, columns: readonly ClaimColumn[]): string[] {
  const { entries, rates } = claim;
  doc.font('text').fontSize(TEXT_SIZE);
  /** Lists each text once, with the drives that it is about. */
  const each = (whatOf: (entry: Entry) => string | undefined) => {
    const told = entries.flatMap((entry) => {
      const what = whatOf(entry);
      return what === undefined || what === '' ? [] : [{ what, entry }];
    });
    return [...groupBy(told, ({ what }) => what)].map(([what, group]) => {
      const drives = group.map(({ entry }) => `${entry.date.slice(5)} ${entry.departure}`);
      return `${what} (${group.length === entries.length ? 'alle' : drives.join(', ')})`;
    });
  };
  const cutOf = (head: string) => {
    const { width = 0, of = () => '' } = columns.find((column) => column.head === head) ?? {};
    return each((entry) => (doc.widthOfString(of(entry)) > width - 4 ? of(entry) : undefined));
  };
  const listed = {
    Bomstasjoner: listStations(claim).map((name, i) => `${i + 1} ${name}`),
    Tider: cutOf('Tid'),
    Reiseruter: cutOf('Reiserute'),
    Formål: cutOf('Formål'),
    'Bomstasjoner i rekkefølge': cutOf('Bomst.'),
    Ferjer: each(({ ferries }) => ferries.map(({ name }) => name).join(', ')),
    Passasjerer: each(({ passengers }) => passengers.join(', ')),
    Merknader: each(({ note }) => note),
    'Ikke med i summene': [...new Set(entries.flatMap(({ missing }) => missing))],
  };
  return [
    ...Object.entries(listed).flatMap(([head, items]) =>
      items.length === 0 ? [] : [`${head}: ${items.join('; ')}.`],
    ),
    ...each(({ estimated }) => (estimated ? 'Noen beløp er anslag' : undefined)),
    ...(rates.length === 0 ? [] : [`Satser for kilometergodtgjørelse: ${rates.join('; ')}.`]),
  ];
}

function drawSignatures(doc: Doc): void {
  const y = PAGE.height - PAGE.margin - 34;
  doc.font('text').fontSize(8).fillColor(GREY);
  for (const [i, name] of ['Dato', 'Underskrift', 'Attestert'].entries()) {
    const x = PAGE.margin + i * 176;
    doc
      .moveTo(x, y)
      .lineTo(x + 160, y)
      .lineWidth(0.5)
      .strokeColor('black')
      .stroke();
    doc.text(name, x, y + 4, { lineBreak: false });
  }
}
