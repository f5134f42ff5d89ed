/**
 * The SQLite file of the official road network: SpatiaLite with the names of 2022, or a GeoPackage with the names of
 * 2021. Both are plain SQLite. `line-blob.ts` reads their lines.
 *
 * Source: NVDB Ruteplan nettverksdatasett, docs/road-networks.md.
 */
import { existsSync } from 'node:fs';
import Database from 'libsql';
import type { RuteplanRules } from '../../facts/schema/road-network.ts';
import { UnusableMap } from '../own-map.ts';
import { parseLineBlob } from './line-blob.ts';

/** A row of the file. */
export interface FileLink {
  /** An id that holds in this file only. */
  readonly linkId: number;
  /** NaN: the file has no node. */
  readonly fromNode: number;
  readonly toNode: number;
  /** Link sequence of the road database and the stretch on it, a lasting reference; NaN: not told. */
  readonly sequenceId: number;
  readonly fromMeasure: number;
  readonly toMeasure: number;
  /** `FT`: with the line; `TF`: against it; `B`: both; others: no direction. */
  readonly oneWay: string;
  /** Minutes with the line and against it; below 0: not allowed. */
  readonly minutes: readonly [along: number, against: number];
  readonly kmh: readonly [along: number, against: number];
  /** Functional class; -1: none. */
  readonly roadClass: number;
  /** Letter and number, `E6`; '': not told. */
  readonly road: string;
  /** `typeVeg` in words; '': not told. */
  readonly kind: string;
  readonly street: string;
  readonly isFerry: boolean;
  readonly isTunnel: boolean;
  readonly isBikeRoad: boolean;
  readonly isForest: boolean;
  readonly isBarred: boolean;
  readonly isNoThrough: boolean;
  /** East and north in turn, EPSG:25833; undefined: the line can not be read. */
  readonly line: Float64Array | undefined;
}

/** A turn that is not allowed. */
interface FileBan {
  readonly fromLink: number;
  readonly toLink: number;
  readonly via: number;
}

/** A row of a table about a place or a stretch, which it names by the id of a link or by link position. */
export interface FileMark {
  readonly linkId?: number;
  readonly sequenceId?: number;
  readonly from?: number;
  readonly to?: number;
}

export type RoadFile = ReturnType<typeof readFile>;

/** The columns of each value, by edition. `all`: every file needs it; `country`: files of the whole country need it. */
const COLUMNS = {
  linkId: { names: ['linkid', 'fid'], need: 'all' },
  fromNode: { names: ['fromnode', 'fromnodeid'], need: 'all' },
  toNode: { names: ['tonode', 'tonodeid'], need: 'all' },
  oneWay: { names: ['oneway'], need: 'all' },
  minutesWith: { names: ['drivetime_fw', 'ft_minutes'], need: 'all' },
  minutesAgainst: { names: ['drivetime_bw', 'tf_minutes'], need: 'all' },
  kmhWith: { names: ['speedfw', 'ft_fart'], need: 'all' },
  kmhAgainst: { names: ['speedbw', 'tf_fart'], need: 'all' },
  sequenceId: { names: ['routeid'], need: 'country' },
  fromMeasure: { names: ['from_measure', 'from_m'], need: 'country' },
  toMeasure: { names: ['to_measure', 'to_m'], need: 'country' },
  isFerry: { names: ['isferry'], need: 'country' },
  road: { names: ['roadid', 'vegid'], need: 'country' },
  kind: { names: ['roadtype'], need: 'none' },
  category: { names: ['vegtype'], need: 'none' },
  street: { names: ['streetname', 'gatenavn'], need: 'none' },
  isTunnel: { names: ['istunnel'], need: 'none' },
  medium: { names: ['medium'], need: 'none' },
  isBikeRoad: { names: ['isbikeroad'], need: 'none' },
  bar: { names: ['sperring', 'vegsperring'], need: 'none' },
  barFunction: { names: ['vegsperring_function'], need: 'none' },
  noThrough: { names: ['gjennomkjoring_forbudt'], need: 'none' },
  functionalClass: { names: ['funcroadclass'], need: 'none' },
  roadClass: { names: ['roadclass'], need: 'none' },
} as const;

type Column = keyof typeof COLUMNS;

/** Known columns that are not used. Source: docs/road-networks.md. */
const UNUSED = new Set(
  'ogc_fid objectid roadnumber level isbridge maxweight maxheight bruksklasse bruksklasse_vi municipality formofway fromangle attributes length estimateddrivetimebus_fw estimateddrivetimebus_bw lengde shape_length vegnettsrestriksjon vegsperring_type meter_org vegnummer fylke_id hierarchy hierarchy_fvk specialveg url ft_bom_lit ft_bom_sto tf_bom_lit tf_bom_sto dt_turist_ft dt_turist_tf dt_truck_ft dt_truck_tf totalvikt sk_ho_ft sk_ho_tf vogntoglengde bk_vinter totvekt_tommer lengde_tommer from_z to_z'.split(
    ' ',
  ),
);

/** Tables of links: that of 2022 and later, and that of 2021. Turns of 2021 name rows by their number. */
const LINK_TABLES = ['ruttger_link_geom', 'erfkps'] as const;
const SRID = 25833;
/** The value of `RoadClass` for ferries in 2021. Source: statisticsnorway/GISSB. */
const FERRY_CLASS = 4;
/** The kind of bar that stands for a toll station. Toll stations are no bars. */
const TOLL_BAR = 'betalingssperre';

/**
 * @param name the file as the operator names it: the zip that `path` is unpacked from.
 * @throws UnusableMap with one sentence that names what is missing.
 */
export function openRoadFile(path: string, rules: RuteplanRules, name = path): RoadFile {
  if (!existsSync(path)) throw new Error(`${name} can not be read (ENOENT).`);
  const database = new Database(path);
  database.pragma('query_only = on');
  try {
    return readFile(database, name, rules);
  } catch (cause) {
    database.close();
    const { message } = cause as Error;
    const isTold = message.startsWith(name);
    throw new UnusableMap(isTold ? message : `${name} is no road network: ${message}.`, { cause });
  }
}

function readFile(database: Database.Database, name: string, rules: RuteplanRules) {
  const tables = openTables(database);
  const { table, column: geometry } = getLines(tables, name);
  const has = tables.columnsOf(table);
  const named = (column: Column) => COLUMNS[column].names.find((one) => has.has(one));
  const rows = Number(tables.rows(`select count(*) from "${table}"`)[0]?.[0]);
  const wanted = rows >= rules.leastCountryLinks ? ['all', 'country'] : ['all'];
  const missing = (needs: readonly string[]) =>
    (Object.keys(COLUMNS) as Column[])
      .filter((column) => needs.includes(COLUMNS[column].need) && named(column) === undefined)
      .map((column) => COLUMNS[column].names[0]);
  const lacks = missing(wanted);
  if (lacks.length > 0) throw new Error(`${name} lacks ${lacks.join(', ')} in ${table}.`);
  const isOf2021 = table.toLowerCase() === LINK_TABLES[1];
  const known = new Set([
    ...Object.values(COLUMNS).flatMap(({ names }) => [...names]),
    ...UNUSED,
    geometry.toLowerCase(),
  ]);
  const unknown = [...has].filter((name) => !known.has(name)).sort();
  const marks = openMarks(tables);
  const bans = isOf2021 ? openRowBans(tables, table, name) : openBans(tables, name);
  // The edition of 2021 has no column for ferries: a ferry is a class of roads.
  const lacksForPiece = missing(['country']).filter((name) => !isOf2021 || name !== 'isferry');
  return {
    /** The file as the operator names it. */
    name,
    rows,
    /** One sentence each: about unknown columns, columns that this file lacks, and tables that can not be used. */
    notes: [
      ...noteAbout(`columns of ${table} that are not known:`, unknown),
      ...noteAbout(`${table} is a piece without`, lacksForPiece),
      ...marks.notes,
    ],
    links: () => listLinks(database, { table, geometry, named, isOf2021 }),
    bans,
    bars: marks.bars,
    noThrough: marks.noThrough,
    close: () => void database.close(),
  };
}

const noteAbout = (what: string, columns: readonly string[]) =>
  columns.length > 0 ? [`${what} ${columns.join(', ')}`] : [];

/** The table of links, and its column of lines. */
function getLines(tables: Tables, path: string) {
  const table = LINK_TABLES.map(tables.find).find((name) => name !== undefined);
  if (table === undefined) throw new Error(`${path} has no table ${LINK_TABLES[0]}.`);
  const geometry = findGeometry(tables, table);
  if (geometry === undefined)
    throw new Error(`${path} does not say which column of ${table} holds the lines.`);
  if (geometry.srid !== SRID)
    throw new Error(`${path} has lines in EPSG:${geometry.srid}, not in EPSG:${SRID}.`);
  return { table, column: geometry.column };
}

/** Finds tables and columns by name, without regard to case. */
function openTables(database: Database.Database) {
  const rows = (sql: string) => database.prepare(sql).raw().all() as unknown[][];
  const names = rows(`select name from sqlite_master where type in ('table', 'view')`).map(String);
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  return {
    rows,
    find: (name: string) => byName.get(name),
    columnsOf: (table: string): ReadonlySet<string> =>
      new Set(rows(`pragma table_info("${table}")`).map(([, name]) => String(name).toLowerCase())),
  };
}

type Tables = ReturnType<typeof openTables>;

function findGeometry({ find, rows }: Tables, table: string) {
  const forms = [
    ['geometry_columns', 'f_table_name', 'f_geometry_column', 'srid'],
    ['gpkg_geometry_columns', 'table_name', 'column_name', 'srs_id'],
  ] as const;
  for (const [catalogue, name, column, srid] of forms) {
    if (find(catalogue) === undefined) continue;
    const [row] = rows(
      `select ${column}, ${srid} from ${catalogue} where lower(${name}) = lower('${table}')`,
    ) as [string, number][];
    if (row !== undefined) return { column: row[0], srid: row[1] };
  }
  return undefined;
}

interface LinkSource {
  readonly table: string;
  readonly geometry: string;
  readonly named: (column: Column) => string | undefined;
  readonly isOf2021: boolean;
}

function* listLinks(
  database: Database.Database,
  { table, geometry, named, isOf2021 }: LinkSource,
): IterableIterator<FileLink> {
  const columns = Object.keys(COLUMNS) as Column[];
  const selected = columns.map((column) => (named(column) ? `"${named(column)}"` : 'null'));
  const rows = database
    .prepare(`select ${[...selected, `"${geometry}"`].join(', ')} from "${table}" order by rowid`)
    .raw()
    .iterate() as IterableIterator<unknown[]>;
  const place = Object.fromEntries(columns.map((column, i) => [column, i])) as Record<
    Column,
    number
  >;
  const classAt = named('functionalClass') ? place.functionalClass : place.roadClass;
  for (const row of rows) {
    const text = (column: Column) => toText(row[place[column]]);
    const number = (column: Column) => toNumber(row[place[column]]);
    const road = text('road').replace(/[{}\s]/g, '');
    const category = road.charAt(0) || text('category').charAt(0).toUpperCase();
    const blob = row[columns.length];
    yield {
      linkId: number('linkId'),
      fromNode: number('fromNode'),
      toNode: number('toNode'),
      sequenceId: number('sequenceId'),
      fromMeasure: number('fromMeasure'),
      toMeasure: number('toMeasure'),
      oneWay: text('oneWay').toUpperCase(),
      minutes: [number('minutesWith'), number('minutesAgainst')],
      kmh: [number('kmhWith'), number('kmhAgainst')],
      roadClass: classOf(toNumber(row[classAt])),
      road: road || category,
      kind: text('kind'),
      street: text('street'),
      isFerry: isOf2021 ? number('roadClass') === FERRY_CLASS : isYes(row[place.isFerry]),
      isTunnel: isYes(row[place.isTunnel]) || text('medium') === 'T',
      isBikeRoad: isYes(row[place.isBikeRoad]),
      isForest: isOf2021 && category === 'S',
      isBarred: isYes(row[place.bar]) && text('barFunction').toLowerCase() !== TOLL_BAR,
      isNoThrough: isYes(row[place.noThrough]),
      line: blob instanceof Uint8Array ? parseLineBlob(blob) : undefined,
    };
  }
}

const toText = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).trim();
/** Reads a number. By edition, numbers are stored as integers, decimals or texts. */
function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = toText(value);
  return text === '' ? Number.NaN : Number(text);
}
const isYes = (value: unknown): boolean => value === 1 || /^(1|ja|true)$/i.test(toText(value));
const classOf = (value: number): number => (Number.isNaN(value) ? -1 : value);

/** Opens the reader of turns that are not allowed. A file without a table of turns has none. */
function openBans(tables: Tables, path: string): () => readonly FileBan[] {
  const turns = tables.find('turnrestrictions') ?? tables.find('turnrestrictions_geom');
  if (turns === undefined) return () => [];
  const needed = ['fromlinkid', 'tolinkid', 'fromtonode'];
  demandColumns(tables, turns, needed, path);
  return () => tables.rows(`select ${needed.join(', ')} from "${turns}" order by rowid`).map(toBan);
}

const toBan = ([fromLink, toLink, via]: readonly unknown[]): FileBan => ({
  fromLink: toNumber(fromLink),
  toLink: toNumber(toLink),
  via: toNumber(via),
});

function demandColumns(
  { columnsOf }: Tables,
  table: string,
  needed: readonly string[],
  path: string,
): void {
  const has = columnsOf(table);
  const lacks = needed.filter((name) => !has.has(name));
  if (lacks.length > 0) throw new Error(`${path} lacks ${lacks.join(', ')} in ${table}.`);
}

/** Turns of 2021 name two rows of links by their numbers, and the end of the first link at which the turn lies. */
function openRowBans(tables: Tables, table: string, path: string): () => readonly FileBan[] {
  const turns = tables.find('erfkps_turns');
  if (turns === undefined) return () => [];
  demandColumns(tables, turns, ['edge1end', 'edge1fid', 'edge2fid'], path);
  demandColumns(tables, table, ['fid', 'fromnodeid', 'tonodeid'], path);
  const sql = `select a.fid, b.fid, case upper(t.Edge1End) when 'Y' then a.ToNodeID else a.FromNodeID end
    from "${turns}" t join "${table}" a on a.fid = t.Edge1FID join "${table}" b on b.fid = t.Edge2FID
    order by t.rowid`;
  return () => tables.rows(sql).map(toBan);
}

/** Reads the tables of bars and of roads without through traffic. The names of their columns are not published. */
function openMarks(tables: Tables) {
  const notes: string[] = [];
  const list = (name: string): (() => readonly FileMark[]) => {
    const table = tables.find(name);
    if (table === undefined) return () => [];
    const has = tables.columnsOf(table);
    const pick = (...names: string[]) => names.find((column) => has.has(column));
    const link = pick('linkid', 'link_id');
    const sequence = pick('routeid', 'veglenkesekvensid', 'veglenkesekvens');
    const from = pick(
      'from_measure',
      'fromm',
      'from_m',
      'measure',
      'relativposisjon',
      'startposisjon',
    );
    const to = pick('to_measure', 'tom', 'to_m', 'measure', 'relativposisjon', 'sluttposisjon');
    if (link === undefined && (sequence === undefined || from === undefined)) {
      notes.push(`${table} names no links, and is not used: ${[...has].sort().join(', ')}`);
      return () => [];
    }
    const role = pick('vegsperring_function', 'function', 'funksjon');
    const columns = [link, sequence, from, to, role].map((column) =>
      column === undefined ? 'null' : `"${column}"`,
    );
    return () =>
      tables
        .rows(`select ${columns.join(', ')} from "${table}" order by rowid`)
        .filter((row) => toText(row[4]).toLowerCase() !== TOLL_BAR)
        .map(([linkId, sequenceId, start, end]) =>
          link === undefined
            ? {
                sequenceId: toNumber(sequenceId),
                from: Math.min(toNumber(start), toNumber(end ?? start)),
                to: Math.max(toNumber(start), toNumber(end ?? start)),
              }
            : { linkId: toNumber(linkId) },
        );
  };
  const [bars, noThrough] = [list('nvdb_vegsperring'), list('nvdb_gjkring_forbudt')];
  return { notes, bars, noThrough };
}
