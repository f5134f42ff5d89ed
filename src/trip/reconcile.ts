/** An operator's statement against the tariffs, and against the drives that were driven. */
import type { Calendar } from '../base/calendar.ts';
import { groupBy } from '../base/group-by.ts';
import { type Ore, toNok } from '../base/nok.ts';
import { formatOsloInstant, toOsloTime } from '../base/oslo-time.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import { isSameName } from '../passages/planned-route.ts';
import { priceDrives, type TollLine } from '../pricing/toll/bill.ts';
import type { Charge } from '../pricing/toll/charge.ts';
import { isOneDrivePast } from '../pricing/toll/drive-past.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { amountFor } from '../pricing/toll/price-passage.ts';
import type { TollVehicle } from '../pricing/toll/terms.ts';
import { capTerms, markTrips } from './journey.ts';
import type { TollCatalogue } from './ports.ts';

/** A row of a statement. */
export interface BilledPassage {
  /** As a person counts the lines of the file. */
  readonly line: number;
  readonly atMs: number;
  /** As it is written: a name, or an id. */
  readonly station: string;
  readonly ore: Ore;
  readonly vatOre?: Ore;
  /** Absent: all rows are of one vehicle. */
  readonly plate?: string;
}

export const FINDINGS = [
  'station-not-known',
  'station-not-unique',
  'not-collecting',
  'billed-twice',
  'not-driven',
  'not-billed',
  'tag-not-used',
  'wrong-class',
  'wrong-fuel',
  'rush-charged',
  'rush-not-charged',
  'hour-rule-not-applied',
  'local-rule-not-applied',
  'cap-not-applied',
  'vat-added',
  'other-amount',
] as const;

export interface Finding {
  readonly kind: (typeof FINDINGS)[number];
  /** Absent: it is on no line. */
  readonly line?: number;
  readonly atMs: number;
  readonly station: string;
  readonly plate?: string;
  /** 0: it is not on the statement. */
  readonly billedOre: Ore;
  /** `undefined`: not known. */
  readonly expectedOre: Ore | undefined;
  /** What is expected rests on a tariff that is not published for the day or the vehicle. */
  readonly estimated: boolean;
  /** Of the tariff; absent: none is known, or the amount was not looked at. */
  readonly source?: string;
  /** One English sentence for the operator. */
  readonly reason: string;
}

export interface ReconcileTerms {
  readonly tolls: TollCatalogue & { readonly stations: readonly TollStation[] };
  readonly calendar: Calendar;
  readonly size: VehicleSize;
  /** Absent: a vehicle of the size with a tag, by the ordinary tariff. */
  readonly vehicle?: TollVehicle;
  readonly usedBefore?: Readonly<Record<string, number>>;
}

export interface Reconciliation {
  readonly findings: readonly Finding[];
  readonly rows: number;
  /** Rows whose tariff is not known, so that nothing is expected of them. */
  readonly unpriced: number;
  readonly billedOre: Ore;
  /** Of all rows and of what is missing; rows without expectation count as billed. */
  readonly expectedOre: Ore;
}

/** So far a drive may be planned from what the operator has seen: drives are told by their departure. */
const APART_MS = 90 * 60_000;

/** A station that a drive passed. Unix milliseconds. */
interface DrivenPast {
  readonly stationId: string;
  readonly atMs: number;
  /** A recording leaves open whether it was passed: a line is no fault then, and none is missed. */
  readonly isPossible?: true;
}

/**
 * @param driven stations passed by the drives; absent: the statement is held against itself.
 */
export function reconcile(
  rows: readonly BilledPassage[],
  driven: readonly DrivenPast[] | undefined,
  terms: ReconcileTerms,
): Reconciliation {
  const vehicles = [...groupBy(rows, ({ plate }) => plate).values()];
  // Without a row there is a vehicle that was billed nothing.
  const parts = (vehicles.length === 0 ? [[]] : vehicles).map((own) =>
    reconcileVehicle(own, driven, terms),
  );
  const sum = (oreOf: (part: Reconciliation) => Ore) =>
    parts.reduce((all, part) => all + oreOf(part), 0);
  return {
    findings: parts.flatMap(({ findings }) => findings).toSorted((a, b) => a.atMs - b.atMs),
    rows: rows.length,
    unpriced: sum(({ unpriced }) => unpriced),
    billedOre: sum(({ billedOre }) => billedOre),
    expectedOre: sum(({ expectedOre }) => expectedOre),
  };
}

/** A passage that was driven, billed or both. */
interface Passed {
  readonly station: TollStation;
  readonly atMs: number;
  /** Absent: it is not billed. */
  readonly row?: BilledPassage;
}

function reconcileVehicle(
  rows: readonly BilledPassage[],
  driven: readonly DrivenPast[] | undefined,
  terms: ReconcileTerms,
): Reconciliation {
  const { net, unmatched } = takeRefunds(rows);
  const findings: Finding[] = unmatched.map(notPaid);
  const expected = (driven ?? []).flatMap(({ stationId, ...past }) => {
    const station = terms.tolls.findStation(stationId);
    return station ? [{ station, ...past }] : [];
  });
  const left = new Set(expected);
  const passed: Passed[] = [];
  for (const { row, found } of locate(net, terms.tolls.stations)) {
    const match = driven && nearest(row, found, left);
    const records = match ? [match.station] : found;
    const isDriven = driven === undefined || match !== undefined;
    const finding = findAgainst(row, { records, isDriven, passed });
    const [station] = records;
    if (finding !== undefined) {
      findings.push(finding);
      continue;
    }
    if (station !== undefined) passed.push({ station, atMs: row.atMs, row });
    if (match !== undefined) left.delete(match);
  }
  passed.push(...[...left].filter(({ isPossible }) => !isPossible));
  const { judged, unpriced, expectedOre } = judge(passed, terms);
  return {
    findings: [...findings, ...judged],
    rows: rows.length,
    unpriced,
    billedOre: rows.reduce((sum, { ore }) => sum + ore, 0),
    expectedOre:
      expectedOre + findings.reduce((sum, one) => sum + (one.expectedOre ?? one.billedOre), 0),
  };
}

/** Takes what is paid back off its row; a row that is paid back as a whole is no row any more. */
function takeRefunds(rows: readonly BilledPassage[]) {
  const left = new Map(rows.flatMap((row) => (row.ore < 0 ? [] : [[row, row]])));
  const unmatched: BilledPassage[] = [];
  for (const refund of rows.filter(({ ore }) => ore < 0)) {
    // Of the same amount before a part, and of the nearest moment.
    const rank = ([, { ore, atMs }]: [BilledPassage, BilledPassage]) => [
      ore === -refund.ore ? 0 : 1,
      Math.abs(atMs - refund.atMs),
    ];
    const [found] = [...left]
      .filter(([, { station, ore }]) => station === refund.station && ore >= -refund.ore)
      .toSorted((a, b) => {
        const [[partA = 0, apartA = 0], [partB = 0, apartB = 0]] = [rank(a), rank(b)];
        return partA - partB || apartA - apartB;
      });
    if (found === undefined) unmatched.push(refund);
    else if (found[1].ore === -refund.ore) left.delete(found[0]);
    else left.set(found[0], { ...found[1], ore: found[1].ore + refund.ore });
  }
  return { net: [...left.values()], unmatched };
}

/** What is wrong with a row before any amount is looked at. */
function findAgainst(
  row: BilledPassage,
  {
    records,
    isDriven,
    passed,
  }: {
    readonly records: readonly TollStation[];
    readonly isDriven: boolean;
    readonly passed: readonly Passed[];
  },
): Finding | undefined {
  const [station] = records;
  if (station === undefined) return notKnown(row);
  if (!isOneStation(records)) return notUnique(row, records);
  const isPaid = row.ore !== 0;
  if (isPaid && !isCollecting(station, toOsloTime(row.atMs))) return notCollecting(row, station);
  if (isTwice(row, station, passed)) return twice(row);
  return isDriven ? undefined : notDriven(row, station);
}

/** Rows in time order, each with the records of its station; several stations where nothing tells which is meant. */
function locate(rows: readonly BilledPassage[], stations: readonly TollStation[]) {
  const inOrder = rows.toSorted((a, b) => a.atMs - b.atMs);
  const texts = new Set(rows.map(({ station }) => station));
  const byText = new Map([...texts].map((text) => [text, findStations(text, stations)]));
  const located = inOrder.map((row) => ({ row, found: byText.get(row.station) ?? [] }));
  const sure = located.flatMap(({ found }) => (isOneStation(found) ? found : []));
  const projects = new Set(sure.map(({ project }) => project.id));
  const operators = new Set(sure.map(({ operator }) => operator));
  return located.map(({ row, found }) => {
    if (isOneStation(found)) return { row, found };
    const ofProjects = found.filter(({ project }) => projects.has(project.id));
    const ofOperators = found.filter(({ operator }) => operators.has(operator));
    const own = [ofProjects, ofOperators].find((some) => some.length > 0) ?? found;
    return { row, found: own };
  });
}

const isOneStation = (records: readonly TollStation[]): boolean =>
  new Set(records.map(({ passageKey }) => passageKey)).size === 1;

/** Stations that a text means: by id, by the same name, or by a name that the text holds; the longest such. */
function findStations(text: string, stations: readonly TollStation[]): TollStation[] {
  const same = stations.filter(({ id, name }) => id === text.trim() || isSameName(name, text));
  if (same.length > 0) return same;
  const letters = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]/gu, '');
  const written = letters(text);
  const held = stations.filter(
    ({ name }) => letters(name).length > 4 && written.includes(letters(name)),
  );
  const longest = Math.max(0, ...held.map(({ name }) => letters(name).length));
  return held.filter(({ name }) => letters(name).length === longest);
}

function nearest<P extends Pick<Passed, 'station' | 'atMs'>>(
  { atMs }: BilledPassage,
  stations: readonly TollStation[],
  left: ReadonlySet<P>,
): P | undefined {
  const keys = new Set(stations.map(({ passageKey }) => passageKey));
  const apart = (one: P) => Math.abs(one.atMs - atMs);
  return [...left]
    .filter((one) => keys.has(one.station.passageKey) && apart(one) <= APART_MS)
    .toSorted((a, b) => apart(a) - apart(b))[0];
}

const isTwice = (row: BilledPassage, station: TollStation, passed: readonly Passed[]): boolean =>
  row.ore > 0 &&
  passed.some(
    (one) =>
      one.station.passageKey === station.passageKey &&
      (one.row?.ore ?? 0) > 0 &&
      isOneDrivePast(station, one.atMs, row.atMs),
  );

const rowOf = ({ line, atMs, station, ore, plate }: BilledPassage) => ({
  line,
  atMs,
  station,
  ...(plate !== undefined && { plate }),
  billedOre: ore,
  estimated: false,
});

const notKnown = (row: BilledPassage): Finding => ({
  ...rowOf(row),
  kind: 'station-not-known',
  expectedOre: undefined,
  reason: 'No toll station of this name is known: nothing can be said of the amount.',
});

const notPaid = (row: BilledPassage): Finding => ({
  ...rowOf(row),
  kind: 'other-amount',
  expectedOre: undefined,
  reason: `The line pays back more than any line of ${row.station} bills: nothing can be said of the amount.`,
});

const notUnique = (row: BilledPassage, stations: readonly TollStation[]): Finding => ({
  ...rowOf(row),
  kind: 'station-not-unique',
  expectedOre: undefined,
  reason: `Several toll stations have the name ${row.station} (${[...new Set(stations.map(({ project }) => project.name))].join(', ')}), and no other line tells which is meant: nothing can be said of the amount.`,
});

const notCollecting = (row: BilledPassage, { name, project }: TollStation): Finding => ({
  ...rowOf(row),
  kind: 'not-collecting',
  expectedOre: 0,
  reason: `${name} (${project.name}) did not collect toll at this moment.`,
});

const twice = (row: BilledPassage): Finding => ({
  ...rowOf(row),
  kind: 'billed-twice',
  expectedOre: 0,
  reason: `The same passage of ${row.station} is billed by an earlier line: one drive past is one passage.`,
});

const notDriven = (row: BilledPassage, { name }: TollStation): Finding => ({
  ...rowOf(row),
  kind: 'not-driven',
  expectedOre: 0,
  reason: `No drive passed ${name} within ${APART_MS / 60_000} minutes of this moment.`,
});

/** Prices what was passed, at the moments that the operator has seen, and compares. */
function judge(passed: readonly Passed[], terms: ReconcileTerms) {
  const inOrder = passed.toSorted((a, b) => a.atMs - b.atMs);
  const pieces = inOrder.map((one) => ({ startMs: one.atMs, endMs: one.atMs, passages: [one] }));
  const marked = markTrips(pieces.map((piece) => ({ pieces: [piece] })));
  const tollTerms = {
    ...capTerms(inOrder[0]?.atMs ?? 0, terms, terms.tolls),
    size: terms.size,
    rulesBetweenPassages: true,
    ...(terms.vehicle && { vehicle: terms.vehicle }),
  };
  const { lines } = priceDrives(marked, tollTerms, terms.calendar).whole;
  const judged: Finding[] = [];
  let [unpriced, expectedOre] = [0, 0];
  // What one passage of an hour is billed too much another may be too little: the hour is paid once.
  for (const hour of groupBy(
    lines,
    (line) => chargeOf(line, terms).window?.opener ?? line,
  ).values()) {
    const own = hour.map((line) => ({ line, one: rowAt(line, inOrder) }));
    const priced = own.filter(({ line }) => isPriced(line, terms));
    unpriced += own.length - priced.length;
    const sums = priced.map(({ line, one }) => ({
      line,
      one,
      billedOre: one?.row?.ore ?? 0,
      chargeOre: chargeOf(line, terms).ore,
    }));
    const total = (oreOf: (sum: (typeof sums)[number]) => Ore) =>
      sums.reduce((all, sum) => all + oreOf(sum), 0);
    const leftOut = own.filter(({ line }) => !isPriced(line, terms));
    const isBefore = isPaidBefore(sums, tollTerms.capUse.month, terms);
    if (!isBefore) expectedOre += total(({ chargeOre }) => chargeOre);
    expectedOre += leftOut.reduce((all, { one }) => all + (one?.row?.ore ?? 0), 0);
    const isRight = total(({ billedOre }) => billedOre) === total(({ chargeOre }) => chargeOre);
    const wrong = sums.filter(
      ({ one, billedOre, chargeOre }) => hasVat(one?.row) || (!isRight && billedOre !== chargeOre),
    );
    if (!isBefore) judged.push(...wrong.map(({ line, one }) => tell(line, one?.row, terms)));
  }
  return { judged, unpriced, expectedOre };
}

/** Billed nothing where a monthly cap can have been met by passages that are not told of. */
function isPaidBefore(
  hour: readonly { readonly line: TollLine; readonly one: Passed | undefined }[],
  firstMonth: string,
  { usedBefore = {}, ...terms }: ReconcileTerms,
): boolean {
  const isNotTold = ({ line, one }: (typeof hour)[number]) => {
    const { cap } = chargeOf(line, terms);
    const isTold = cap === undefined || cap.month !== firstMonth || cap.cap.key in usedBefore;
    return one?.row?.ore === 0 && !isTold;
  };
  return hour.length > 0 && hour.every(isNotTold);
}

const hasVat = (row: BilledPassage | undefined): boolean => (row?.vatOre ?? 0) > 0;

const rowAt = ({ price }: TollLine, passed: readonly Passed[]): Passed | undefined =>
  passed.find(({ station, atMs }) => station === price.station && atMs === price.atMs);

const wayOf = ({ size, vehicle }: ReconcileTerms) => vehicle ?? { size, tagged: true };

const chargeOf = (line: TollLine, terms: ReconcileTerms): Charge =>
  line.vehicle?.charge ?? line.charges[amountOf(wayOf(terms))];

const isPriced = ({ price, vehicle }: TollLine, terms: ReconcileTerms): boolean =>
  vehicle ? vehicle.amount !== undefined : price[wayOf(terms).size] !== undefined;

function tell(line: TollLine, row: BilledPassage | undefined, terms: ReconcileTerms): Finding {
  const { price } = line;
  const charge = chargeOf(line, terms);
  const billedOre = row?.ore ?? 0;
  const { kind, because } = explain(line, row, terms);
  const { name, project } = price.station;
  const nok = (ore: Ore) => `${toNok(ore).toFixed(2)} NOK`;
  const source = price.tariff?.source;
  const reason = `${name} (${project.name}), ${formatOsloInstant(price.atMs).slice(0, 16).replace('T', ' ')}: billed ${nok(billedOre)}, expected ${nok(charge.ore)}. ${because}${source === undefined ? '' : ` Tariff: ${source}.`}`;
  return {
    kind,
    ...(row && { line: row.line }),
    atMs: price.atMs,
    station: name,
    ...(row?.plate !== undefined && { plate: row.plate }),
    billedOre,
    expectedOre: charge.ore,
    ...(source !== undefined && { source }),
    estimated: line.vehicle?.estimated ?? amountFor(price, wayOf(terms))?.certainty !== 'known',
    reason,
  };
}

interface Explained {
  readonly kind: Finding['kind'];
  readonly because: string;
}

/** Which mistake gives the amount that is billed; the first that does. */
function explain(line: TollLine, row: BilledPassage | undefined, terms: ReconcileTerms): Explained {
  if (row === undefined)
    return { kind: 'not-billed', because: 'The drive passed the station, and no line bills it.' };
  const charge = chargeOf(line, terms);
  const { free } = charge;
  if (free !== undefined && row.ore > 0) return explainFree(free.rule);
  const hit = listHypotheses(line, terms).find(({ ore }) => ore === row.ore && ore !== charge.ore);
  if (hit !== undefined) return hit;
  if (hasVat(row) || row.ore === Math.round(charge.ore * 1.25))
    return { kind: 'vat-added', because: 'Value added tax is billed, and tolls have none.' };
  return { kind: 'other-amount', because: 'No tariff of the station gives this amount.' };
}

function explainFree(rule: NonNullable<Charge['free']>['rule']): Explained {
  if (rule === 'monthly-cap')
    return {
      kind: 'cap-not-applied',
      because: 'The month has had as many paid passages as it has to: this one is free with a tag.',
    };
  if (rule === 'hour-rule' || rule === 'once-between')
    return {
      kind: 'hour-rule-not-applied',
      because: 'Another passage of the same hour pays: this one is free by the hour rule.',
    };
  return { kind: 'local-rule-not-applied', because: `The passage is free by the rule ${rule}.` };
}

/** What the passage would cost by itself after each mistake. */
function listHypotheses(
  line: TollLine,
  terms: ReconcileTerms,
): (Explained & { readonly ore: Ore })[] {
  const { price, vehicle } = line;
  const way = wayOf(terms);
  const other = way.size === 'small' ? 'large' : 'small';
  const tariff = price.tariff?.[way.size];
  const isRush = price[way.size]?.rush === 'yes';
  const own = vehicle?.amount?.ore ?? price[way.size]?.[way.tagged ? 'tagged' : 'untagged'].ore;
  const full = isRush ? tariff?.rushOre : tariff?.ore;
  const turned = isRush ? tariff?.ore : tariff?.rushOre;
  // The share of the full price that the vehicle pays is the same in the rush and outside.
  const turnedOre = own && full && turned && Math.round((own * turned) / full);
  const ownFull = own && way.tagged ? price[way.size]?.untagged.ore : undefined;
  const ordinary = price[way.size]?.[way.tagged ? 'tagged' : 'untagged'].ore;
  const list: readonly (Explained & { readonly ore: Ore | undefined })[] = [
    {
      ore: turnedOre,
      kind: isRush ? 'rush-not-charged' : 'rush-charged',
      because: isRush
        ? 'The price outside the rush is billed, and this moment lies in the rush.'
        : 'The rush price is billed, and this moment lies outside the rush.',
    },
    { ore: ownFull, kind: 'tag-not-used', because: 'The price without tag is billed.' },
    {
      ore: price[other]?.tagged.ore,
      kind: 'wrong-class',
      because: `The price of tariff group ${other === 'large' ? 2 : 1} is billed.`,
    },
    {
      ore: price[other]?.untagged.ore,
      kind: 'wrong-class',
      because: `The price of tariff group ${other === 'large' ? 2 : 1} without tag is billed.`,
    },
    {
      ore: vehicle ? ordinary : undefined,
      kind: 'wrong-fuel',
      because: 'The ordinary price is billed, not that of the fuel or class of the vehicle.',
    },
  ];
  return list.flatMap(({ ore, ...rest }) => (ore === undefined ? [] : [{ ore, ...rest }]));
}
