/**
 * Writes a generated network in the form of the official network: a SpatiaLite file with the names of 2022. Lines have
 * a point every 12 m. Some 27 points a kilometre are needed to draw the line, as on the real pieces.
 */
import Database from 'libsql';
import type { LatLon } from '../../src/base/point.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { fromUtm33 } from '../../src/geo/utm33.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { seeded } from '../numbers.ts';
import type { GeneratedNetwork } from './network-pen.ts';

/** A gate of the network with the facts of a station record. */
export interface WrittenGate {
  readonly at: LatLon;
  readonly road: string;
  readonly positions: readonly [
    { readonly linkId: number; readonly at: number; readonly charged: 'with' | 'against' | 'both' },
  ];
  /** Places on its link, before and behind it in the order of the link. */
  readonly past: readonly [LatLon, LatLon];
  readonly isOneWay: boolean;
}

/** The side to which a link is bent; 0: it is straight. */
type Side = 1 | -1 | 0;

const POINT_EVERY_M = 12;
/** The number of consecutive links with one name, and of links in one link sequence. */
export const STREET_LINKS = 14;
const ROAD_LINKS = 600;
const SEQUENCE_LINKS = 2;
const FIRST_SEQUENCE = 1_000_000;
/** Share of roads of the classes 7 and more that are private. */
const PRIVATE = 0.4;
/** Official factors by functional class. */
const FACTORS = new Map(
  readBundled(DATA_DIR, 'road-network/ruteplan.json').factors.map((row) => [row.class, row.factor]),
);
const COLUMNS = [
  ...['linkid', 'fromnode', 'tonode', 'routeid', 'from_measure', 'to_measure', 'oneway'],
  ...['drivetime_fw', 'drivetime_bw', 'speedfw', 'speedbw', 'funcroadclass', 'roadid', 'roadtype'],
  ...['isferry', 'istunnel', 'streetname', 'geom'],
];

export function writeRuteplanFile(path: string, network: GeneratedNetwork): WrittenGate[] {
  const database = new Database(path);
  database.exec(`
    pragma journal_mode = off; pragma synchronous = off;
    create table geometry_columns (f_table_name text, f_geometry_column text, srid integer);
    insert into geometry_columns values ('ruttger_link_geom', 'geom', 25833);
    create table ruttger_link_geom (${COLUMNS.join()});
    create table turnrestrictions (fromLinkID, toLinkID, fromFromNode, fromToNode, toToNode);
    begin`);
  const insert = database.prepare(
    `insert into ruttger_link_geom values (${COLUMNS.map(() => '?').join()})`,
  );
  const random = seeded(2);
  const sides = Array.from({ length: network.links }, (): Side => (random() < 0.5 ? 1 : -1));
  for (const [link, side] of sides.entries()) insert.run(...cellsOf(network, link, side));
  writeBans(database, network);
  database.exec('commit');
  database.close();
  return listGates(network, (link) => sides[link] ?? 0);
}

/** The cells of a link, as `COLUMNS` names them. */
function cellsOf(network: GeneratedNetwork, link: number, side: Side) {
  const isFerry = network.isFerry[link] === 1;
  const isOneWay = network.isOneWay[link] === 1;
  const line = drawLine(network, link, side);
  const [kmh, roadClass] = [network.kmh[link] as number, network.roadClass[link] as number];
  const factor = isFerry ? 1 : (FACTORS.get(roadClass) as number);
  const minutes = (lengthOf(line) / kmh) * 0.06 * factor;
  return [
    link,
    String(network.from[link]),
    String(network.to[link]),
    String(sequenceOf(link)),
    fromMeasure(link),
    fromMeasure(link) + 1 / SEQUENCE_LINKS,
    isOneWay ? 'FT' : 'B',
    minutes,
    isOneWay ? -1 : minutes,
    kmh,
    kmh,
    roadClass,
    `{${nameRoad(link, roadClass)}}`,
    isFerry ? 'Bilferje' : 'Enkel bilveg',
    isFerry ? 1 : 0,
    0,
    roadClass >= 5 ? `Gate ${Math.floor(link / STREET_LINKS)}` : null,
    toBlob(line),
  ];
}

const sequenceOf = (link: number): number => FIRST_SEQUENCE + Math.floor(link / SEQUENCE_LINKS);
const fromMeasure = (link: number): number => (link % SEQUENCE_LINKS) / SEQUENCE_LINKS;

export function nameRoad(link: number, roadClass: number): string {
  const number = 1 + (Math.floor(link / ROAD_LINKS) % 9000);
  if (roadClass <= 0) return `E${1 + (number % 140)}`;
  if (roadClass <= 3) return `R${number}`;
  if (roadClass <= 5) return `F${number}`;
  const isPrivate = roadClass >= 7 && ((link / STREET_LINKS) >> 0) % 10 < 10 * PRIVATE;
  return `${isPrivate ? 'P' : 'K'}${number}`;
}

/** A single bend to one side. It adds a tenth of the length beyond the beeline: all of it would need hairpins. */
export function drawLine({ x, y, from, to, metres }: GeneratedNetwork, link: number, side: Side) {
  const [a, b] = [from[link] as number, to[link] as number];
  const [dx, dy] = [(x[b] as number) - (x[a] as number), (y[b] as number) - (y[a] as number)];
  const beelineM = Math.hypot(dx, dy) || 1;
  const excess = Math.max(0, (metres[link] as number) / beelineM - 1);
  const heightM = ((side * 2) / Math.PI) * beelineM * Math.sqrt(0.1 * excess);
  const count = Math.max(2, Math.round(beelineM / POINT_EVERY_M) + 1);
  const line = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const share = i / (count - 1);
    const aside = i === 0 || i === count - 1 ? 0 : heightM * Math.sin(Math.PI * share);
    line[2 * i] = round((x[a] as number) + share * dx - (aside * dy) / beelineM);
    line[2 * i + 1] = round((y[a] as number) + share * dy + (aside * dx) / beelineM);
  }
  return line;
}

const round = (metres: number): number => Math.round(metres * 100) / 100;

function lengthOf(line: Float64Array): number {
  let lengthM = 0;
  for (let i = 2; i < line.length; i += 2)
    lengthM += Math.hypot(
      (line[i] as number) - (line[i - 2] as number),
      (line[i + 1] as number) - (line[i - 1] as number),
    );
  return lengthM;
}

function toBlob(line: Float64Array): Buffer {
  const blob = Buffer.alloc(48 + 12 * line.length);
  blob.writeUInt8(1, 1);
  blob.writeInt32LE(25833, 2);
  blob.writeUInt8(0x7c, 38);
  blob.writeUInt32LE(1002, 39);
  blob.writeUInt32LE(line.length / 2, 43);
  for (let i = 0; i < line.length; i += 2) {
    blob.writeDoubleLE(line[i] as number, 47 + 12 * i);
    blob.writeDoubleLE(line[i + 1] as number, 55 + 12 * i);
  }
  blob.writeUInt8(0xfe, blob.length - 1);
  return blob;
}

function writeBans(database: Database.Database, { bans, from, to }: GeneratedNetwork): void {
  const insert = database.prepare('insert into turnrestrictions values (?, ?, ?, ?, ?)');
  const otherEnd = (link: number, node: number) => (from[link] === node ? to[link] : from[link]);
  bans.viaNode.forEach((via, i) => {
    const [fromLink, toLink] = [bans.fromLink[i] as number, bans.toLink[i] as number];
    insert.run(fromLink, toLink, otherEnd(fromLink, via), via, otherEnd(toLink, via));
  });
}

/** Each gate stands in the middle of its link. @param sideOf the side of a link; absent: links are straight. */
export function listGates(
  network: GeneratedNetwork,
  sideOf: (link: number) => Side = () => 0,
): WrittenGate[] {
  return Array.from(network.gates.link, (link, gate) => {
    const line = drawLine(network, link, sideOf(link));
    const placeAt = (share: number): LatLon => {
      const i = 2 * Math.round(share * (line.length / 2 - 1));
      return fromUtm33([line[i] as number, line[i + 1] as number]);
    };
    const charged = (['with', 'against', 'both'] as const)[
      (network.gates.charged[gate] as number) - 1
    ];
    return {
      at: placeAt(0.5),
      road: nameRoad(link, network.roadClass[link] as number),
      positions: [
        {
          linkId: sequenceOf(link),
          at: fromMeasure(link) + 0.5 / SEQUENCE_LINKS,
          charged: charged ?? 'both',
        },
      ],
      past: [placeAt(0.2), placeAt(0.8)],
      isOneWay: network.isOneWay[link] === 1,
    };
  });
}
