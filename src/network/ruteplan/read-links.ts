/** Reads the links of the official network that cars use as a stream, with their driving times and their nodes. */
import type { RuteplanRules } from '../../facts/schema/road-network.ts';
import { fromUtm33, lengthOf } from '../../geo/utm33.ts';
import { LINK } from '../../routing/graph.ts';
import type { FerryLink, SpeedCheck } from '../compile/compile-links.ts';
import {
  type Columns,
  drawSimplified,
  type LinkColumns,
  openColumns,
  openLinkWriter,
  openRow,
  openTexts,
  type RoadColumns,
} from '../compile/link-columns.ts';
import type { FileLink, RoadFile } from './road-file.ts';

/** The links of the file that cars use, and where they lie on the link sequences of the road database. */
export interface ReadLinks extends RoadColumns, Columns<typeof POSITIONS> {
  /** The nodes of the file by their ids. */
  readonly nodeOf: ReadonlyMap<number, number>;
  /** Rows left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly check: SpeedCheck;
  readonly ferries: readonly FerryLink[];
}

/** @param onRow gets the number of each row. */
export function readLinks(
  file: RoadFile,
  rules: RuteplanRules,
  ferryKmh: number,
  onRow: (row: number) => void,
): ReadLinks {
  const writer = openLinkWriter();
  const nodes = openNodes();
  const [roads, streets] = [openTexts(), openTexts()];
  const positions = openColumns(POSITIONS);
  const dropped: Record<string, number> = {};
  const ferries: FerryLink[] = [];
  const times = openTimes(rules, file.rows);
  const notDriven = new Set(rules.notDriven);
  const destination = new Set(rules.destinationOnly);
  const drive = (link: DrivenLink, lengthM: number, row: number): LinkTimes => {
    if (!link.isFerry) return times.drive(link, lengthM, row);
    const km = lengthM / 1000;
    const minutes = Math.max(...link.minutes);
    const kmh = minutes > 0 ? km / (minutes / 60) : Number.POSITIVE_INFINITY;
    ferries.push({ linkId: link.linkId, km, kmh });
    const ms = (lengthM / ferryKmh) * 3600;
    return [ms, ms];
  };
  const addLink = (link: DrivenLink, lengthM: number, row: number) => {
    const { line, road, street } = link;
    const from = nodes.numberOf(link.fromNode, ...endOf(line, 0));
    const to = nodes.numberOf(link.toNode, ...endOf(line, line.length - 2));
    const [withMs, againstMs] = drive(link, lengthM, row);
    drawSimplified(writer, line, rules.simplifyM, (point) => fromUtm33(endOf(line, 2 * point)));
    writer.addLink({
      ...{ from, to, withMs, againstMs, lengthM },
      flags: flagsOf(link, rules),
      isDestination: isPrivate(link, destination) ? 1 : 0,
      road: roads.numberOf(road),
      street: streets.numberOf(street),
    });
    positions.add(link);
  };
  let row = 0;
  for (const link of file.links()) {
    onRow(row++);
    const lengthM = link.line === undefined ? 0 : measure(link.line);
    const why = whyNot(link, lengthM, notDriven);
    if (why === undefined) addLink(asDriven(link as DrivenLink), lengthM, row - 1);
    else dropped[why] = (dropped[why] ?? 0) + 1;
  }
  return {
    ...nodes.finish(writer.finish()),
    ...positions.finish(),
    roads: roads.finish(),
    streets: streets.finish(),
    dropped,
    check: times.check(),
    ferries,
  };
}

const isPrivate = ({ road, kind, isNoThrough }: FileLink, destination: ReadonlySet<string>) =>
  /^[PS]/.test(road) || destination.has(kind) || isNoThrough;

/** By link: its id in the file, its sequence, and the positions at the ends of its line; NaN: not told. */
const POSITIONS = {
  linkId: Float64Array,
  sequenceId: Float64Array,
  fromMeasure: Float64Array,
  toMeasure: Float64Array,
} as const;

/** A link with a line. */
type DrivenLink = FileLink & { readonly line: Float64Array };
type LinkTimes = readonly [withMs: number, againstMs: number];

/** Is the link driven with its line, and against it? The file may have minutes for directions that are not allowed. */
function listDriven({ oneWay, minutes, isFerry }: FileLink): readonly [boolean, boolean] {
  const [withLine, against] = minutes.map((min) => oneWay === 'B' && (isFerry || min >= 0));
  return [oneWay === 'FT' || withLine === true, oneWay === 'TF' || against === true];
}

/** Turns a link round that is driven only against its line. Afterwards every link is driven with its line. */
function asDriven(link: DrivenLink): DrivenLink {
  const [withLine] = listDriven(link);
  if (withLine) return link;
  const turn = ([a, b]: FileLink['minutes']) => [b, a] as const;
  return {
    ...link,
    fromNode: link.toNode,
    toNode: link.fromNode,
    fromMeasure: link.toMeasure,
    toMeasure: link.fromMeasure,
    oneWay: link.oneWay === 'TF' ? 'FT' : link.oneWay,
    minutes: turn(link.minutes),
    kmh: turn(link.kmh),
    line: turnRound(link.line),
  };
}

function flagsOf(link: DrivenLink, { motorwayClass }: RuteplanRules): number {
  const isOneWay = listDriven(link).includes(false);
  return (
    (isOneWay ? LINK.oneWay : 0) +
    (link.isFerry ? LINK.ferry : 0) +
    (link.isTunnel ? LINK.tunnel : 0) +
    (link.kind === 'Rampe' ? LINK.ramp : 0) +
    (isOneWay && link.roadClass === motorwayClass ? LINK.motorway : 0)
  );
}

const endOf = (line: Float64Array, at: number) =>
  [line[at] as number, line[at + 1] as number] as const;

function whyNot(
  link: FileLink,
  lengthM: number,
  notDriven: ReadonlySet<string>,
): string | undefined {
  const { line, kind, isFerry, oneWay, minutes, fromNode, toNode } = link;
  if (link.isBikeRoad || notDriven.has(kind)) return 'on foot or by bicycle';
  if (oneWay === 'N') return 'driven in no direction';
  if (link.isBarred) return 'barred';
  if (!isFerry && !minutes.some((min) => min >= 0)) return 'without minutes';
  if (!listDriven(link).includes(true)) return 'driven in no direction';
  if (line === undefined) return 'without a line';
  const isLoop = fromNode === toNode || Number.isNaN(fromNode + toNode);
  return lengthM === 0 && isLoop ? 'a loop without length' : undefined;
}

function measure(line: Float64Array): number {
  let lengthM = 0;
  for (let i = 2; i < line.length; i += 2)
    lengthM += lengthOf(
      (line[i] as number) - (line[i - 2] as number),
      (line[i + 1] as number) - (line[i - 1] as number),
    );
  return lengthM;
}

function turnRound(line: Float64Array): Float64Array {
  const turned = new Float64Array(line.length);
  for (let i = 0; i < line.length; i += 2) {
    turned[i] = line[line.length - 2 - i] as number;
    turned[i + 1] = line[line.length - 1 - i] as number;
  }
  return turned;
}

/**
 * Numbers the nodes of the official network by their ids, and ends without an id by their place. An end without an id
 * belongs to the node with an id at the same millimetre. Nodes with different ids stay apart, even at the same place.
 */
function openNodes() {
  const nodeOf = new Map<number, number>();
  const blanks = new Map<string, number>();
  /** By node: the end of the first link that has it. */
  const [x, y] = [openRow(Float64Array), openRow(Float64Array)];
  const add = (east: number, north: number): number => {
    x.add(east);
    y.add(north);
    return x.length() - 1;
  };
  return {
    /** @param id NaN: the end has no id. */
    numberOf(id: number, east: number, north: number): number {
      if (Number.isNaN(id)) {
        const place = nameMillimetre(east, north);
        const node = blanks.get(place) ?? add(east, north);
        blanks.set(place, node);
        return node;
      }
      const known = nodeOf.get(id);
      if (known !== undefined) return known;
      const node = add(east, north);
      nodeOf.set(id, node);
      return node;
    },
    /** The links with the final numbers of their nodes. */
    finish(links: LinkColumns) {
      const numbered = { links, nodeCount: x.length(), nodeOf };
      if (blanks.size === 0) return numbered;
      const ownerOf = new Map<number, number>();
      for (const node of nodeOf.values()) {
        const blank = blanks.get(nameMillimetre(x.at(node), y.at(node)));
        if (blank !== undefined && !ownerOf.has(blank)) ownerOf.set(blank, node);
      }
      const own = (node: number) => ownerOf.get(node) ?? node;
      return { ...numbered, links: { ...links, from: links.from.map(own), to: links.to.map(own) } };
    },
  };
}

const nameMillimetre = (east: number, north: number): string =>
  `${Math.round(east * 1000)} ${Math.round(north * 1000)}`;

const CHECKED_LINKS = 1000;
/** The tolerance: the file has minutes with six decimals, and the measures of forest roads have single precision. */
const AGREEING_MS = 0.1;
const AGREEING_SHARE = 3e-6;
const MS_PER_MIN = 60_000;
const ONE_WAYS = ['FT', 'TF'];

/**
 * Gives the driving time of a link by the official model: the time for its length at the limit, multiplied by the factor
 * of its functional class. A random sample of links shows whether the minutes of the file still agree with the model.
 *
 * @param rows the number of rows of the file. A thousand of them are checked, the same rows in every reading.
 */
function openTimes({ factors, forestFactor }: RuteplanRules, rows: number) {
  const factorOf = new Map(factors.map(({ class: roadClass, factor }) => [roadClass, factor]));
  const sample = drawRows(rows);
  const check = { checked: 0, agreeing: 0, withoutFactor: 0 };
  const compare = (ms: number, saidMs: number) => {
    check.checked++;
    if (Math.abs(ms - saidMs) <= AGREEING_MS + AGREEING_SHARE * ms) check.agreeing++;
  };
  return {
    check: (): SpeedCheck => ({ ...check }),
    /** Milliseconds with the line and against it. The value of a direction that is not driven has no meaning. */
    drive({ kmh, minutes, oneWay, roadClass, isForest }: FileLink, lengthM: number, row: number) {
      const factor = isForest ? forestFactor : factorOf.get(roadClass);
      if (factor === undefined) check.withoutFactor++;
      const driveOne = (i: 0 | 1) => {
        const limit = kmh[i];
        const saidMs = minutes[i] * MS_PER_MIN;
        if (factor === undefined || !(limit > 0)) return Math.max(0, saidMs);
        const ms = (lengthM / limit) * 3600 * factor;
        const isDriven = oneWay === 'B' || oneWay === ONE_WAYS[i];
        if (isDriven && saidMs >= 0 && sample.has(row)) compare(ms, saidMs);
        return ms;
      };
      return [driveOne(0), driveOne(1)] as const;
    },
  };
}

/** Pseudo-random numbers of rows. Source: D. Lehmer's generator with the factor 48 271. */
function drawRows(rows: number): ReadonlySet<number> {
  if (rows <= CHECKED_LINKS) return new Set(Array.from({ length: rows }, (_, row) => row));
  const drawn = new Set<number>();
  for (let state = 1; drawn.size < CHECKED_LINKS; ) {
    state = (state * 48_271) % 2_147_483_647;
    drawn.add(state % rows);
  }
  return drawn;
}
