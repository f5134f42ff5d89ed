/** Finds the columns of a statement by their headings. */
import { chooseAmounts, type DiscountHeadings, listMoney, listWords } from './choose-amounts.ts';
import { findBooked } from './plain-table.ts';

/** What `columns` names: a column of a statement that a check reads. */
export const STATEMENT_COLUMNS = [
  'time',
  'clock',
  'station',
  'amount',
  'plate',
  'tag',
  'vat',
  'currency',
] as const;

export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];

/** Columns by the headings that a caller says they have. */
export type GivenColumns = Readonly<Partial<Record<string, string>>>;

/** Columns by their place in a line. */
export type Columns = Readonly<Partial<Record<StatementColumn, number>>>;

/** What the headings of a line say. */
export interface Header {
  /** The first of the columns of amounts, where there are several. */
  readonly columns: Columns;
  /** Columns of amounts that may be what was paid: no heading tells that another one is. `[]`: there is none. */
  readonly amounts: readonly number[];
  /** Columns that may have amounts or something else. Where they have amounts, these must be those of `amounts`. */
  readonly doubtful: readonly number[];
  /** What the headings tell of a discount; absent: the caller says which column has what was paid. */
  readonly discount?: DiscountHeadings;
  /** Further columns that may name the station, the likeliest first; `[]`: there is none. */
  readonly otherStations: readonly number[];
  /** The amount does not include the tax, which has a column of its own. */
  readonly isBeforeTax: boolean;
  /** A column of days, which a column of clocks needs beside it; absent: there is none. */
  readonly day?: number;
  /** Columns of what is billed and of what is paid back; absent: there are none, or the caller says which is read. */
  readonly booked?: readonly [billed: number, back: number];
  /** The øre of the amounts have a column of their own. */
  readonly isParted: boolean;
  /** Columns of drivers, units and contracts, each of which may have a vehicle of its own. `[]`: there is none. */
  readonly units: readonly number[];
  /** Columns of which the heading says that they tell no vehicle. */
  readonly known: readonly number[];
  /** Columns that tell no vehicle where each station has one text in them. */
  readonly ofStations: readonly number[];
  /** Columns that a caller named and the line does not have. */
  readonly missing: readonly string[];
}

/**
 * The headings of each column, in small letters only, some of them Danish and Swedish. The first one of a list that a
 * header has is taken.
 */
const NAMES: Readonly<Record<Exclude<StatementColumn, 'amount'>, readonly string[]>> = {
  time: listWords(`
    passeringstidspunkt passeringstid tidspunkt datoogtid datotid datoogklokkeslett
    passeringsdatoogtid passeringsdatotid datokl datoogkl datoklokkeslett passerttid
    datetime dateandtime passagetime passagedateandtime passagedatetime timestamp passedat passert
    dato datum passeringsdato date passagedate time tid transactiondate passering
    tidspunktforpassering tidforpassering passeringtidspunkt datopassering datoforpassering passagetidspunkt
    passagetid passagedato tidpunkt datumochtid datumtid passagedatum tidsstempel transactiontime crossingtime
    transaksjonstidspunkt`),
  clock: listWords(`
    klokkeslett klokkeslaet klslett kl tid klokke klokka passeringsklokkeslett passertkl time clock timeofday transactiontime
    klockslag klokken klockan`),
  station: listWords(`
    bomstasjon bomstasjonsnavn stasjon stasjonsnavn bomsnitt bomanlegg anlegg
    passeringssted passeringsstad bompasseringssted passeringspunkt sted stad betalingsanlaeg betalstation betalingspunkt bompassering
    tollstation tollstationname station stationname tollplaza plaza tollgate tollbooth tollpoint tollpointname
    location beskrivelse description passering
    bompunkt betalingsstasjon bomstasjonnavn bomstasjonsnamn stasjonsnamn navnpabomstasjon betalingsstation plats
    vagtullsstation vagtullstation passagestalle passageplats betalplats betalingssted betalingsstad crossing passage`),
  plate: listWords(`
    kjennemerke kjennemerkeregnr registreringsnummer registreringsnr regnr regnummer
    skiltnummer skiltnr skilt kjoretoy koyretoy koretoj fordon bilnummer bilnr bil
    licenseplate licenseplatenumber licenceplate licenceplatenumber vehicleregistration nummerplade numberplate platenumber
    registrationnumber registrationno registration regno vehiclereg vehicleid vehicleno vehiclenumber
    plate vehicle`),
  tag: listWords(`
    brikkenummer brikkenr brikkeid brikke autopassbrikke autopassbrikkenr elektroniskbrikkenummer
    obu obuid obunummer obe obeid obenr obenummer transponder transponderid transpondernr transpondernummer
    tagid tagno tagnumber`),
  vat: listWords(
    'mva mvabelop merverdiavgift meirverdiavgift moms momsbelob momsbelopp vat vatamount',
  ),
  currency: listWords('valuta valutakode currency currencycode'),
};

/** Headings of columns of days. Beside such a column, a column of clocks may be called like one of moments. */
const DAY_NAMES = listWords('dato datum passeringsdato date passagedate transactiondate dag day');

/** Headings of what may tell vehicles from each other where no plate does. */
const UNIT_NAMES: ReadonlySet<string> = new Set(
  listWords(`
    sjafor sjafornavn forer forernavn driver drivername chauffor chaufforer forare forarenavn ansatt ansattnr
    ansattnavn ansattnummer medarbeider medarbejder medarbetare employee employeeno bruker brukernavn bruger user
    internnr internnummer flatenr flatenummer fleetno fleetnumber fleetid enhet enhetsnr enhetsnavn enhed unit unitno
    vogn vognnr vognnummer vagnnr bilnavn kortnr kortnummer kort card cardno cardnumber avtale avtalenr avtalenummer
    aftale kontrakt kontraktnr kontraktsnr contract contractno agreement konto kontonr account kundenr customerno
    kostnadssted kostnadsstalle kostsenter costcenter costcentre avdeling avdelingsnavn afdeling avdelning department
    objekt leasingnr eier eiernavn owner navn name eining einingsnr
    kunde kundenavn customer customername`),
);

/** How headings begin of what is the same for all vehicles, or changes from one passage to the next: `Feltnummer`. */
const PASSAGE_STEMS = listWords(`
    felt kjorefelt lane retning riktning kjoreretning direction status type rush trafikk traffic
    tid time klokke clock dato datum date dag day periode ukedag week uke maned month sesong season
    km distanse distance bom stasjon station toll plaza passering passage
    takst tariff pris price rabatt discount gratis mva moms vat antall betalingsmate betalingsform paymentmethod
    klasse class vehicleclass kjoretoygruppe kjoretoyklasse drivstoff fuel euroklasse miljo
    kilde source tekst beskrivelse description`);

/** How headings begin of what each station has one of, unless it is the reader's own: `Prosjekt`, `Selskap`. */
const PLACE_STEMS = listWords(`
    sone zone land country vei veg road strekning kommune fylke region sted stad
    operator utsteder issuer selskap company prosjekt project anlegg`);

/** Other such headings, or how they end. */
const PASSAGE_NAME =
  /^(?:brikke|tag|gruppe)$|(?:status|(?<!kjoretoy|bil|vehicle)type|kode|code|dato|date|dag|day)$/;
/** What tells a vehicle all the same: `Bombrikke`, `Tollkort`. */
const OF_VEHICLE = /brikke|kort|card|holder|bruker|eier|owner|user/;

const beginsWith = (head: string, stems: readonly string[]): boolean =>
  !OF_VEHICLE.test(head) && stems.some((stem) => head.startsWith(stem));

const isOfPassage = (head: string): boolean =>
  PASSAGE_NAME.test(head) || beginsWith(head, PASSAGE_STEMS);

/** Reads a line as the header. */
export function readHeader(cells: readonly string[], given: GivenColumns): Header {
  const heads = cells.map(lettersOfHeading);
  const list = (names: readonly string[]) =>
    names.map((name) => heads.indexOf(name)).filter((index) => index >= 0);
  const told = new Map(
    Object.entries(given).map(([column, name = '']) => [column, findGiven(cells, name)]),
  );
  const found = OTHER_COLUMNS.flatMap((column) => {
    const [index] = told.get(column) ?? list(NAMES[column]);
    return index === undefined ? [] : [[column, index] as const];
  });
  const { station: _, ...others }: Columns = Object.fromEntries(found);
  // `Passering` may be the moment or the station: it is the moment if no other column is.
  const [station, ...otherStations] =
    told.get('station') ?? list(NAMES.station).filter((index) => index !== others.time);
  const asked = told.get('amount');
  const booked = asked ? undefined : findBooked(heads);
  // The debit of a pair is an amount; alone it may be an account.
  const unbooked = heads.map((head, i) =>
    i === booked?.[0] ? 'belop' : i === booked?.[1] ? '' : head,
  );
  const { isBeforeTax, ...money } = asked
    ? { amounts: asked, doubtful: [], isBeforeTax: false }
    : chooseAmounts(unbooked, others.vat !== undefined);
  const [amount] = money.amounts;
  const { clock, ...rest } = {
    ...others,
    ...(station !== undefined && { station }),
    ...(amount !== undefined && { amount }),
  };
  const [day] = list(DAY_NAMES);
  return {
    // One column may have both the day and the time of day.
    columns: clock === undefined || clock === rest.time ? rest : { ...rest, clock },
    ...money,
    otherStations: [...new Set(otherStations)],
    isBeforeTax: isBeforeTax && others.vat !== undefined,
    ...(day !== undefined && { day }),
    ...(booked && { booked }),
    isParted: asked === undefined && heads.includes('ore'),
    units: placesOf(heads, (head) => UNIT_NAMES.has(head)),
    known: [...placesOf(heads, isOfPassage), ...listMoney(heads)],
    ofStations: placesOf(heads, (head) => beginsWith(head, PLACE_STEMS)),
    missing: [...told].flatMap(([column, places]) => (places.length === 0 ? [column] : [])),
  };
}

const placesOf = (heads: readonly string[], isMeant: (head: string) => boolean): number[] =>
  heads.flatMap((head, i) => (isMeant(head) ? [i] : []));

const OTHER_COLUMNS = STATEMENT_COLUMNS.filter((column) => column !== 'amount');

/** Columns of a name as it is written, else those whose letters and digits are the same. */
function findGiven(cells: readonly string[], name: string): number[] {
  if (name.trim() === '') return [];
  const listWith = (textOf: (text: string) => string) => {
    const wanted = textOf(name);
    return cells.flatMap((cell, i) => (textOf(cell) === wanted ? [i] : []));
  };
  const same = listWith(fold);
  return same.length > 0 ? same : listWith(toLetters);
}

const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase();

const toLetters = (text: string): string =>
  fold(text)
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/[^a-z\d]/g, '');

/** Without the unit: `Beløp i kr` is `belop`, and `Tidspunkt (UTC)` is `tidspunkt`. */
export const lettersOfHeading = (text: string): string =>
  toLetters(text)
    .replace(/(?<=.)(?:utc|gmt)$/, '')
    .replace(/\d/g, '')
    .replace(/(?<=.)(?:i|in)?(?:kr|nok|norskekroner|kroner)$/, '');

/** Does a heading say that the clocks below it are those of UTC? */
export const isOfUtc = (heading: string): boolean =>
  /(?<!\p{L})(?:utc|gmt)(?!\p{L}| ?[+-]? ?\d)/iu.test(heading);
