import type { AnswerBillingRoute } from '../wire/billing.ts';
import type { Claim } from '../wire/claim.ts';
import { formatSheetRows, NORWEGIAN_FORM } from './table-form.ts';

type Lines = Pick<AnswerBillingRoute, 'lines'>;
type Line = NonNullable<Lines['lines']>[number];

const EXPENSE: Readonly<Record<string, (line: Line) => string | undefined>> = {
  date: ({ date }) => date,
  time: ({ time }) => time,
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  operator: ({ operator }) => operator,
  road: ({ road }) => road,
  amountNok: ({ nok }) => formatAmount(nok),
  vatNok: ({ vatNok }) => formatAmount(vatNok),
  amountOf: ({ amountOf }) => amountOf,
  proof: ({ proof }) => proof,
  estimated: ({ estimated }) => String(estimated),
  km: ({ km }) => (km === undefined ? undefined : formatTenth(km)),
  rateNok: ({ rateNok }) => (rateNok === undefined ? undefined : formatAmount(rateNok)),
};

/** The heads of the columns for the lines of a route. */
export const EXPENSE_COLUMNS = Object.keys(EXPENSE);

/** The lines of a route as a table that a spreadsheet in Norway opens. */
export function formatExpense(route: Lines): string {
  return formatSheetRows([EXPENSE_COLUMNS, ...listExpenses(route)], NORWEGIAN_FORM);
}

/** The cells of each line. */
export const listExpenses = ({ lines = [] }: Lines): string[][] =>
  lines.map((line) => Object.values(EXPENSE).map((cell) => cell(line) ?? ''));

type Entry = Claim['entries'][number];

/** A column of a logbook: its head, and the cell of a drive. */
type ClaimColumn = readonly [head: string, of: (entry: Entry) => string];

const CLAIM: readonly ClaimColumn[] = [
  ['Dato', ({ date }) => date],
  ['Avreise', ({ departure }) => departure],
  ['Ankomst', (entry) => formatArrival(entry)],
  ['Fra', ({ from = '' }) => from],
  ['Til', ({ to = '' }) => to],
  ['Via', ({ via }) => via.join(', ')],
  ['Formål', ({ purpose = '' }) => purpose],
  ['Merknad', ({ note = '' }) => note],
  ['Passasjerer', ({ passengers }) => passengers.join(', ')],
  ['Km', ({ km }) => (km === undefined ? '' : formatTenth(km))],
  ['Bomstasjoner', ({ tolls }) => listPaid(tolls)],
  ['Bom', ({ tollNok }) => formatAmount(tollNok)],
  ['Ferjer', ({ ferries }) => listPaid(ferries)],
  ['Ferje', ({ ferryNok }) => formatAmount(ferryNok)],
  ['Kilometergodtgjørelse', ({ allowanceNok }) => formatAmount(allowanceNok)],
  ['Sum', ({ totalNok }) => formatAmount(totalNok)],
  ['Anslag', ({ estimated }) => (estimated ? 'ja' : 'nei')],
  ['Mangler', ({ missing }) => missing.join(' ')],
];

/**
 * Columns about the claimant and the car. They are repeated in the row of each drive, because claims are put together
 * in one table.
 */
const WHO: readonly (readonly [head: string, of: (claim: Claim) => string | undefined])[] = [
  ['Kjennemerke', ({ plate }) => plate],
  ['Navn', ({ claimant }) => claimant?.name],
  ['Adresse', ({ claimant }) => claimant?.address],
  ['Arbeidsgiver', ({ claimant }) => claimant?.employer],
];

/** A claim as a logbook: a row for each drive, and the sums below them. */
export function formatClaimSheet(claim: Claim): string {
  const who = WHO.map(([, of]) => of(claim) ?? '');
  const sums: Readonly<Record<string, string>> = {
    Dato: 'Sum',
    Km: formatTenth(claim.km),
    Bom: formatAmount(claim.tollNok),
    Ferje: formatAmount(claim.ferryNok),
    Kilometergodtgjørelse: formatAmount(claim.allowanceNok),
    Sum: formatAmount(claim.totalNok),
  };
  const rows = [
    [...CLAIM, ...WHO].map(([head]) => head),
    ...claim.entries.map((entry) => [...CLAIM.map(([, of]) => of(entry)), ...who]),
    [...CLAIM, ...WHO].map(([head]) => sums[head] ?? ''),
  ];
  return formatSheetRows(rows, NORWEGIAN_FORM);
}

const listPaid = (paid: Entry['tolls']) =>
  paid.map(({ name, nok }) => `${name} ${formatAmount(nok)}`).join(' + ');

/** The time of arrival, with the day where it differs from that of the departure. */
export const formatArrival = ({
  date,
  arrival,
  arrivalDate,
}: Pick<Entry, 'date' | 'arrival' | 'arrivalDate'>): string =>
  date === arrivalDate ? arrival : `${arrivalDate} ${arrival}`;

/** Kroner with a decimal comma. */
export const formatAmount = (nok: number) => nok.toFixed(2).replace('.', ',');

/** Kilometres with a decimal comma. */
export const formatTenth = (km: number) => km.toFixed(1).replace('.', ',');
