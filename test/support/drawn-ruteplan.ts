/**
 * Small files of the official road network in the publisher's form, and the network that is compiled from such a file.
 */
import { join } from 'node:path';
import Database from 'libsql';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { readPlacing } from '../../src/network/compile/placing-road.ts';
import type { FactsToPlace } from '../../src/network/placement/place.ts';
import { compileRuteplan } from '../../src/network/ruteplan/compile.ts';
import { openRoadFile } from '../../src/network/ruteplan/road-file.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { tempHome } from './temp-home.ts';

/** East and north, metres. */
export type Place = readonly [number, number];

/** A row of `ruttger_link_geom`. A value that is left out is that of a quiet two-way street. */
export interface DrawnRow {
  readonly linkid: number;
  readonly fromnode: number | string | null;
  readonly tonode: number | string | null;
  readonly line: readonly Place[];
  readonly [column: string]: unknown;
}

export interface DrawnFile {
  readonly links: readonly DrawnRow[];
  /** Further tables, by name: rows with the same columns. */
  readonly tables?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** Columns that the file does not have. */
  readonly without?: readonly string[];
  readonly srid?: number;
}

const STREET = {
  routeid: null,
  from_measure: 0,
  to_measure: 1,
  oneway: 'B',
  speedfw: 50,
  speedbw: 50,
  roadclass: 6,
  roadid: '{K1}',
  roadtype: 'Enkel bilveg',
  streetname: null,
  isferry: 0,
  istunnel: 0,
};
/** The factor of class 6. */
const FACTOR = 1.46;

/** A line with heights in SpatiaLite's binary form. */
export function spatialiteBlob(line: readonly Place[], compressed = false): Buffer {
  const buffer = Buffer.alloc(47 + 24 * line.length + 1);
  buffer.writeUInt8(1, 1);
  buffer.writeUInt8(0x7c, 38);
  buffer.writeUInt32LE(compressed ? 1_001_002 : 1002, 39);
  buffer.writeUInt32LE(line.length, 43);
  let at = 47;
  let before: Place = [0, 0];
  line.forEach(([x, y], i) => {
    const isDifference = compressed && i > 0 && i < line.length - 1;
    if (isDifference) {
      buffer.writeFloatLE(x - before[0], at);
      buffer.writeFloatLE(y - before[1], at + 4);
      before = [before[0] + buffer.readFloatLE(at), before[1] + buffer.readFloatLE(at + 4)];
      at += 12;
      return;
    }
    buffer.writeDoubleLE(x, at);
    buffer.writeDoubleLE(y, at + 8);
    before = [x, y];
    at += 24;
  });
  buffer.writeUInt8(0xfe, at);
  return buffer.subarray(0, at + 1);
}

/** Writes the file into a folder that is gone after the test, and gives its path. */
export async function drawFile({
  links,
  tables = {},
  without = [],
  srid = 25833,
}: DrawnFile): Promise<string> {
  const path = join(tempHome(), 'network.sqlite');
  const database = new Database(path);
  database.exec('begin');
  database.exec(
    'create table geometry_columns (f_table_name text, f_geometry_column text, srid integer)',
  );
  database
    .prepare('insert into geometry_columns values (?, ?, ?)')
    .run('ruttger_link_geom', 'geom', srid);
  const rows = links.map(({ line, ...row }) => {
    const minutes = (lengthOf(line) / 1000 / Number(row.speedfw ?? 50)) * 60 * FACTOR;
    const whole = { ...STREET, drivetime_fw: minutes, drivetime_bw: minutes, ...row };
    return { ...whole, geom: spatialiteBlob(line) } as Readonly<Record<string, unknown>>;
  });
  write(database, 'ruttger_link_geom', rows, without);
  for (const [table, some] of Object.entries(tables)) write(database, table, some, []);
  database.exec('commit');
  database.close();
  return path;
}

function write(
  database: Database.Database,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  without: readonly string[],
): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => !without.includes(name),
  );
  database.exec(`create table "${table}" (${columns.map((name) => `"${name}"`).join(', ')})`);
  const insert = database.prepare(
    `insert into "${table}" values (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of rows) insert.run(...columns.map((name) => row[name] ?? null));
}

const lengthOf = (line: readonly Place[]): number =>
  line.reduce((sum, [x, y], i) => {
    const [fromX, fromY] = line[i - 1] ?? [x, y];
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);

/** The network of a file with some facts on it. */
export async function compileFile(path: string, facts: FactsToPlace = { stations: [] }) {
  const rules = readBundled(DATA_DIR, 'road-network/ruteplan.json');
  const speeds = readBundled(DATA_DIR, 'road-network/speeds.json');
  const placing = readPlacing(DATA_DIR);
  const file = openRoadFile(path, rules);
  try {
    return compileRuteplan(file, { rules, speeds, placing, facts }, () => {});
  } finally {
    file.close();
  }
}
