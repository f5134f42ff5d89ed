/** Finds the stations that the rows of a statement mean, by the names that people and operators write. */
import { groupBy } from '../base/lists.ts';
import { memoize } from '../base/memoize.ts';
import type { Ore } from '../base/nok.ts';
import { mapInSteps, type Steps } from '../base/steps.ts';
import { toLetters } from '../passages/planned-route.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { type PassagePrice, pricePassage } from '../pricing/toll/price-passage.ts';
import { priceVehicle } from '../pricing/toll/price-vehicle.ts';
import { BILL_WORDS, fold, toWords } from './bill-words.ts';
import {
  type BilledPassage,
  isOneStation,
  type Located,
  type ReconcileTerms,
  type Statement,
} from './statement.ts';

/** How the amounts of lines are priced, and which stations the drives passed; absent: no drive is told. */
interface LocateTerms extends Pick<ReconcileTerms, 'calendar' | 'vehicle'> {
  readonly driven?: readonly { readonly station: TollStation }[] | undefined;
}

/** Rows in time order, each with the records of its station; several stations where nothing tells which is meant. */
export function* locate(
  rows: readonly BilledPassage[],
  stations: readonly TollStation[],
  { driven = [], ...terms }: LocateTerms,
): Steps<Located[]> {
  const inOrder = rows.toSorted((a, b) => a.atMs - b.atMs);
  const byText = yield* findByText(rows, stations);
  const located = inOrder.map((row) => ({
    row,
    ...(byText.get(row.station) ?? { found: [], isPart: false, isLonger: false }),
  }));
  const certain = located.filter(({ found }) => isOneStation(found));
  const sure = certain.flatMap(({ found }) => found);
  const isBesideOther = openProjectTexts(certain);
  const priced = yield* mapInSteps(located, ({ row, found, isPart, isLonger }) =>
    (isPart || isLonger) && row.ore > 0 && isPriceOfAny(row, found, terms)
      ? row.station
      : undefined,
  );
  const pricedTexts = new Set(priced);
  const projects = new Set(sure.map(({ project }) => project.id));
  const operators = new Set(sure.map(({ operator }) => operator));
  const keys = new Set(driven.map(({ station }) => station.passageKey));
  const isPriced = ({ ore, station }: BilledPassage) => ore <= 0 || pricedTexts.has(station);
  const findOwn = (found: readonly TollStation[]) => {
    const ofProjects = found.filter(({ project }) => projects.has(project.id));
    const ofOperators = found.filter(({ operator }) => operators.has(operator));
    return [ofProjects, ofOperators].find((some) => some.length > 0) ?? found;
  };
  return yield* mapInSteps(located, ({ row, found, isPart, isLonger }) => {
    if (isLonger && !isPriced(row)) return { row, found: [] };
    const past = found.filter(({ passageKey }) => keys.has(passageKey));
    if (past.length > 0) return { row, found: past };
    if (isPart && !isPriced(row) && !isBesideOther(row, found)) return { row, found: [] };
    if (isOneStation(found)) return { row, found };
    const own = findOwn(found);
    return { row, found: isOtherMeant(row, own, found, terms) ? found : own };
  });
}

/** Tells whether certain rows of other texts are of a project of some stations. */
function openProjectTexts(certain: readonly Located[]) {
  const byProject = groupBy(certain, ({ found: [station] }) => station?.project.id);
  const texts = new Map(
    [...byProject].map(([id, rows]) => [id, new Set(rows.map(({ row }) => row.station))]),
  );
  return ({ station: text }: BilledPassage, stations: readonly TollStation[]): boolean =>
    stations.some(({ project }) => {
      const own = texts.get(project.id);
      return own !== undefined && own.size > (own.has(text) ? 1 : 0);
    });
}

/** Is what a row bills a price of one of some stations? */
const isPriceOfAny = (
  row: BilledPassage,
  stations: readonly TollStation[],
  { calendar, vehicle }: LocateTerms,
): boolean =>
  stations.some((station) => {
    const passage = pricePassage({ station, atMs: row.atMs }, calendar);
    return (
      priceVehicle(passage, vehicle).amount?.ore === row.ore || listOres(passage).includes(row.ore)
    );
  });

/** What a passage costs by size, with a tag and without. */
export const listOres = ({ small, large }: PassagePrice): readonly Ore[] =>
  [small?.tagged, small?.untagged, large?.tagged, large?.untagged].flatMap(
    (amount) => amount?.ore ?? [],
  );

/**
 * Does the name or the amount of a row speak for another station than its own, those of the project or operator of
 * other lines? The name does if only the other station is spelt like the text. The amount does if it is a price of the
 * other station. Neither does if the amount is the price of one of the own.
 */
function isOtherMeant(
  row: BilledPassage,
  own: readonly TollStation[],
  found: readonly TollStation[],
  terms: LocateTerms,
): boolean {
  const others = found.filter((one) => !own.includes(one));
  if (others.length === 0 || row.ore < 0) return false;
  const price = (station: TollStation) => pricePassage({ station, atMs: row.atMs }, terms.calendar);
  const isOwnPrice = (passage: PassagePrice) =>
    priceVehicle(passage, terms.vehicle).amount?.ore === row.ore;
  if (own.some((one) => isOwnPrice(price(one)))) return false;
  const isSpelt = ({ name }: TollStation) => toLetters(name) === toLetters(row.station);
  if (!own.some(isSpelt) && others.some(isSpelt)) return true;
  const isAnyPrice = (passage: PassagePrice) => listOres(passage).includes(row.ore);
  if (others.some((one) => isOwnPrice(price(one)))) return true;
  return !own.some((one) => isAnyPrice(price(one))) && others.some((one) => isAnyPrice(price(one)));
}

/**
 * The reading of a statement by the column whose texts are known stations in the most rows; of equal ones the first. A
 * column of projects names stations only where no other column does.
 */
export function* chooseReading(
  { otherwise = [], ...first }: Statement,
  stations: readonly TollStation[],
): Steps<Statement> {
  if (otherwise.length === 0) return first;
  const calls = new Set(listNames(stations).projects.flatMap((one) => one.calls));
  const readings: {
    readonly statement: Statement;
    readonly known: number;
    readonly own: number;
  }[] = [];
  for (const statement of [first, ...otherwise]) {
    const byText = yield* findByText(statement.rows, stations);
    const known = statement.rows.filter(({ station }) => byText.get(station)?.found.length);
    const isProject = new Set([...byText.keys()].filter((text) => calls.has(toWords(text))));
    const own = known.filter(({ station }) => !isProject.has(station));
    readings.push({ statement, known: known.length, own: own.length });
  }
  const [best] = readings.toSorted((a, b) => b.own - a.own || b.known - a.known);
  return best?.statement ?? first;
}

/** What a text means. */
interface Found {
  readonly found: readonly TollStation[];
  /** The text is a part of the name of each, as `Norheim` of `Karmsundgata/Norheim`. */
  readonly isPart: boolean;
  /** The text holds their names and words that are no part of them, as `Parkering Sandviken` does. */
  readonly isLonger: boolean;
}

function* findByText(
  rows: readonly BilledPassage[],
  stations: readonly TollStation[],
): Steps<ReadonlyMap<string, Found>> {
  const { named, projects } = listNames(stations);
  const byText = new Map<string, Found>();
  for (const { station } of rows) {
    if (byText.has(station)) continue;
    const found = findStations(station, named, projects);
    const said = toSaid(station);
    byText.set(station, {
      found: [...new Set(found.map((one) => one.station))],
      isPart: found.length > 0 && found.every((one) => isPartOf(said, one)),
      isLonger: found.length > 0 && found.every((one) => isLongerThan(said.words, one, projects)),
    });
    yield;
  }
  return byText;
}

/** How a station is called in texts. */
interface NamedStation {
  readonly station: TollStation;
  /** The letters of its name, and without the number of the road. */
  readonly spellings: readonly string[];
  /** Its road and the words of its name, with a blank before each and behind the last. */
  readonly words: string;
  /** `words` and `own`, with and without the road: a text of one of them is the whole name. */
  readonly wholes: readonly string[];
  /** The beginning of `words`, before the words that tell of a direction or a section. */
  readonly own: string;
  /** How longer texts may call it: its whole name, and `own` without the road. */
  readonly calls: readonly string[];
}

/** The names of stations, which are worked out once for each edition of them. */
const listNames = memoize((stations: readonly TollStation[]) => {
  const named = stations.flatMap(toNamed);
  return { named, projects: listProjects(named) };
});

const ROAD = /^(?:E|Rv|Fv|P|Ring)[. ]*\d[\dE/]*[ ,-]+/i;

/** `E39 Åsanevegen, mot sør`, `Tonstad, T-snitt, rampe 1`: the direction and the section are no part of the name. */
const TAIL = /,? +(?:mot +\p{L}|\p{L}-snitt).*$/u;

/** A station by each spelling of its name. */
const toNamed = (station: TollStation): NamedStation[] =>
  [station.name, station.alsoWritten ?? []].flat().map((name) => nameStation(station, name));

function nameStation(station: TollStation, name: string): NamedStation {
  const { road = '' } = station;
  const named = ROAD.test(name) ? name : `${road} ${name}`;
  const words = toWords(named);
  const own = toWords(named.replace(TAIL, ''));
  return {
    station,
    spellings: [name, name.replace(ROAD, '')].map((one) => toLetters(fold(one))),
    words,
    wholes: [words, own].flatMap((one) => [one, withoutRoad(one)]),
    own,
    calls: [toWords(name), withoutRoad(own)],
  };
}

/** A project as texts call it, and its stations. */
interface NamedProject {
  /** Its name, and the parts of it that brackets and commas part, with and without the number of the road. */
  readonly calls: readonly string[];
  readonly stations: readonly NamedStation[];
}

const listProjects = (named: readonly NamedStation[]): readonly NamedProject[] =>
  [...groupBy(named, ({ station }) => station.project.name)].map(([name, stations]) => {
    // `Bypakke Bodø (Veipakke Salten)` has either name.
    const calls = [name, ...name.split(/[(),]+/)]
      .map(toWords)
      .filter((words) => words !== NO_WORDS);
    return { calls: [...new Set(calls.flatMap((words) => [words, withoutRoad(words)]))], stations };
  });

const NO_WORDS = '  ';

const withoutRoad = (words: string): string => words.replace(/^ (?:[efkprs]|ring)\d\S* /, ' ');

/**
 * The stations that a text means. The text is their id, their name with or without the number of the road, or some
 * words in a row of their name (`Mosvatnet`). Else they are the stations with the longest name that the text holds. The
 * name of a project beside that of a station says whose station it is. By itself, or with a direction or a section, it
 * means all stations of the project.
 */
function findStations(
  text: string,
  named: readonly NamedStation[],
  projects: readonly NamedProject[],
): readonly NamedStation[] {
  const id = text.trim();
  const said = toSaid(text);
  const { words } = said;
  const find = (...ways: readonly ((one: NamedStation) => boolean)[]) =>
    ways.map((way) => named.filter(way)).find((some) => some.length > 0);
  const exact = find(
    ({ station }) => station.id === id,
    (one) => isWhole(said, one),
  );
  if (exact) return exact;
  const begun = findBegun(words, named);
  if (begun.length > 0) return begun;
  const project = findProject(words, projects);
  if (project) {
    const bare = withoutOperator(words, project.stations);
    if (bare !== words && bare.includes(project.call))
      return findStations(bare, project.stations, [project]);
    const rest = words.replace(project.call, ' ');
    return IS_TAIL.test(rest) ? project.stations : findStations(rest, project.stations, []);
  }
  const [shortest, hasName] = [words.trim().length >= 4, /\p{L}{3}/u.test(words)];
  const within = shortest && hasName ? find((one) => isWithin(words, one)) : undefined;
  return within ?? findHeld(words, named);
}

/** The stations with whose name, and a direction, a text begins: of several those whose name goes on like the text. */
function findBegun(words: string, named: readonly NamedStation[]): readonly NamedStation[] {
  const begun = named.filter(({ calls }) =>
    calls.some((call) => words.startsWith(call) && IS_TAIL.test(words.slice(call.length - 1))),
  );
  const longest = findHeld(words, begun);
  return longest.length > 0 ? longest : begun;
}

/** Words without the name of the operator of some stations, whole or without `AS`. */
const withoutOperator = (words: string, stations: readonly NamedStation[]): string =>
  stations
    .map(({ station }) => toWords(station.operator))
    .flatMap((name) => [name, name.replace(/ as $/, ' ')])
    .reduce((rest, name) => (name === NO_WORDS ? rest : rest.replace(name, ' ')), words);

const IS_COMPASS = /^ (?:nord|sør|syd|øst|aust|vest) $/u;

/** Words behind the name of a station or a project that name no place of it: a direction or a section. */
const IS_TAIL =
  /^ (?:(?:inn|ut|nord|sør|syd|øst|aust|vest|(?:mot|retning) .*|(?:\p{L} )?snitt.*) )?$/u;

/**
 * Do words name a station? They begin before those that tell of a direction, and are more than a point of the compass.
 */
function isWithin(words: string, { words: all, own }: NamedStation): boolean {
  if (IS_COMPASS.test(words)) return false;
  const at = all.indexOf(words);
  return at >= 0 && at + 1 < own.length;
}

/** A text as names are compared with it. */
interface Said {
  readonly letters: string;
  readonly words: string;
}

const toSaid = (text: string): Said => ({ letters: toLetters(fold(text)), words: toWords(text) });

/** Is a text the name of a station, with or without its road and its direction? */
const isWhole = ({ letters, words }: Said, { spellings, wholes }: NamedStation): boolean =>
  spellings.includes(letters) || wholes.includes(words);

/** Is a text less than the name of a station? */
const isPartOf = (said: Said, one: NamedStation): boolean =>
  one.words.includes(said.words) && !isWhole(said, one);

/** Numbers of roads, plates and others, each with the blank before it. */
const NUMBERS = / (?:(?:[efkprs]|ring)?\d\S*|\p{L}{2} ?\d{5}(?= ))/gu;

/** Does a text hold the name of a station, and words that tell neither its project, its operator nor its direction? */
function isLongerThan(
  words: string,
  { station, calls }: NamedStation,
  projects: readonly NamedProject[],
): boolean {
  const call = longestHeld(words, calls);
  if (call === undefined) return false;
  const own = projects.find(({ stations }) => stations.some((one) => one.station === station));
  const project = longestHeld(words, own?.calls ?? []) ?? call;
  const rest = withoutOperator(words.replace(project, ' '), own?.stations ?? []);
  /** `Oslo` of `Oslopakke 3` tells the project. */
  const isOfProject = (word: string) =>
    word.length >= 4 && toWords(station.project.name).includes(` ${word}`);
  const others = rest
    .replace(call, ' ')
    .replace(NUMBERS, '')
    .split(' ')
    .filter((word) => word !== '' && !BILL_WORDS.has(word) && !isOfProject(word));
  return !IS_TAIL.test(` ${others.join(' ')} `.replace('  ', ' '));
}

function findHeld(words: string, named: readonly NamedStation[]): readonly NamedStation[] {
  const held = named.map((one) => ({ one, length: lengthOf(longestHeld(words, one.calls)) }));
  const longest = Math.max(0, ...held.map(({ length }) => length));
  return longest === 0 ? [] : held.flatMap(({ one, length }) => (length === longest ? [one] : []));
}

/** The longest of some names that a text holds as words of its own; names of up to four letters are in too many texts. */
function longestHeld(words: string, calls: readonly string[]): string | undefined {
  const held = calls.filter((call) => call.length > 6 && words.includes(call));
  return held.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
}

const lengthOf = (words = ''): number => toLetters(words).length;

/** The project with the longest name that a text holds. */
function findProject(words: string, projects: readonly NamedProject[]) {
  const held = projects.flatMap(({ calls, stations }) => {
    const call = longestHeld(words, calls);
    return call === undefined ? [] : [{ call, calls, stations }];
  });
  return held.toSorted((a, b) => lengthOf(b.call) - lengthOf(a.call))[0];
}
