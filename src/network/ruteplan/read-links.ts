/** Reads the links of the official network as a stream: what cars drive, at what time, between which nodes. */
import type { RuteplanRules } from '../../facts/schema/road-network.ts';
import { markTellingOf } from '../../geo/simplify-line.ts';
import { lengthOf } from '../../geo/utm-line.ts';
import { fromUtm33 } from '../../geo/utm33.ts';
import { toStep } from '../../geo/vertex.ts';
import { LINK } from '../../routing/graph.ts';
import type { FerryLink, SpeedCheck } from '../compile/compile-links.ts';
import { doubles, openLinkPen, openTexts, type RoadColumns } from '../compile/link-columns.ts';
import { openNodes } from './number-nodes.ts';
import { openTimes } from './official-times.ts';
import type { FileLink, RoadFile } from './road-file.ts';

/** The links of the file that cars drive, and where they lie on the link sequences of the road database. */
export interface ReadLinks extends RoadColumns {
  /** By link: its id in the file, the sequence and the positions at the ends of its line; NaN where not told. */
  readonly linkId: Float64Array;
  readonly sequenceId: Float64Array;
  readonly fromMeasure: Float64Array;
  readonly toMeasure: Float64Array;
  /** The nodes of the file by their ids. */
  readonly nodeOf: ReadonlyMap<number, number>;
  /** Rows left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly check: SpeedCheck;
  readonly ferries: readonly FerryLink[];
}

/** @param onRow is told the number of each row. */
export function readLinks(
  file: RoadFile,
  rules: RuteplanRules,
  ferryKmh: number,
  onRow: (row: number) => void,
): ReadLinks {
  const pen = openLinkPen();
  const nodes = openNodes();
  const [roads, streets] = [openTexts(), openTexts()];
  const [linkId, sequenceId] = [doubles(), doubles()];
  const [fromMeasure, toMeasure] = [doubles(), doubles()];
  const dropped: Record<string, number> = {};
  const ferries: FerryLink[] = [];
  const times = openTimes(rules, file.rows);
  const notDriven = new Set(rules.notDriven);
  const destination = new Set(rules.destinationOnly);
  let row = 0;
  for (const link of file.links()) {
    onRow(row++);
    const lengthM = link.line === undefined ? 0 : measure(link.line);
    const driven = listDriven(link);
    const why = whyNot(link, lengthM, driven, notDriven);
    if (why !== undefined || link.line === undefined) {
      dropped[why ?? ''] = (dropped[why ?? ''] ?? 0) + 1;
      continue;
    }
    const line = driven.forward ? link.line : turnRound(link.line);
    const last = line.length - 2;
    const ends = [
      nodes.numberOf(
        driven.forward ? link.fromNode : link.toNode,
        line[0] as number,
        line[1] as number,
      ),
      nodes.numberOf(
        driven.forward ? link.toNode : link.fromNode,
        line[last] as number,
        line[last + 1] as number,
      ),
    ] as const;
    const ms = link.isFerry
      ? [sailMs(lengthM, ferryKmh), sailMs(lengthM, ferryKmh)]
      : times.drive(link, lengthM, row - 1);
    if (link.isFerry)
      ferries.push({
        linkId: link.linkId,
        km: lengthM / 1000,
        kmh: lengthM / 1000 / (Math.max(...link.minutes) / 60),
      });
    drawLine(line, rules.simplifyM, pen.addPoint);
    const isPrivate = /^[PS]/.test(link.road) || destination.has(link.kind) || link.isNoThrough;
    pen.addLink(
      ...ends,
      {
        flags:
          (driven.forward && driven.backward ? 0 : LINK.oneWay) +
          (link.isFerry ? LINK.ferry : 0) +
          (link.isTunnel ? LINK.tunnel : 0) +
          (link.kind === 'Rampe' ? LINK.ramp : 0),
        isDestination: isPrivate ? 1 : 0,
        road: roads.numberOf(link.road),
        street: streets.numberOf(link.street),
      },
      driven.forward
        ? { withMs: ms[0] as number, againstMs: ms[1] as number, lengthM }
        : { withMs: ms[1] as number, againstMs: ms[0] as number, lengthM },
    );
    linkId.add(link.linkId);
    sequenceId.add(link.sequenceId);
    fromMeasure.add(driven.forward ? link.fromMeasure : link.toMeasure);
    toMeasure.add(driven.forward ? link.toMeasure : link.fromMeasure);
  }
  const numbered = nodes.finish(pen.finish());
  return {
    ...numbered,
    linkId: linkId.finish(),
    sequenceId: sequenceId.finish(),
    fromMeasure: fromMeasure.finish(),
    toMeasure: toMeasure.finish(),
    roads: roads.finish(),
    streets: streets.finish(),
    dropped,
    check: times.check(),
    ferries,
  };
}

interface Driven {
  readonly forward: boolean;
  readonly backward: boolean;
}

/** Directions of the line that cars drive. Minutes of a direction that is not allowed may be there all the same. */
function listDriven({ oneWay, minutes: [withMin, againstMin], isFerry }: FileLink): Driven {
  return {
    forward: oneWay === 'FT' || (oneWay === 'B' && (isFerry || withMin >= 0)),
    backward: oneWay === 'TF' || (oneWay === 'B' && (isFerry || againstMin >= 0)),
  };
}

function whyNot(
  { line, kind, isBikeRoad, isBarred, isFerry, oneWay, minutes, fromNode, toNode }: FileLink,
  lengthM: number,
  { forward, backward }: Driven,
  notDriven: ReadonlySet<string>,
): string | undefined {
  if (isBikeRoad || notDriven.has(kind)) return 'on foot or by bicycle';
  if (oneWay === 'N') return 'driven in no direction';
  if (isBarred) return 'barred';
  if (!isFerry && !(minutes[0] >= 0 || minutes[1] >= 0)) return 'without minutes';
  if (!forward && !backward) return 'driven in no direction';
  if (line === undefined) return 'without a line';
  if (lengthM === 0 && (fromNode === toNode || Number.isNaN(fromNode + toNode)))
    return 'a loop without length';
  return undefined;
}

const sailMs = (lengthM: number, kmh: number): number => (lengthM / kmh) * 3600;

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

/** The telling points of a line in millionths of a degree. */
function drawLine(
  line: Float64Array,
  toleranceM: number,
  addPoint: (lat: number, lon: number) => void,
): void {
  const kept = markTellingOf(line, toleranceM);
  for (let point = 0; point < kept.length; point++) {
    if (kept[point] === 0) continue;
    const { lat, lon } = fromUtm33([line[2 * point] as number, line[2 * point + 1] as number]);
    addPoint(toStep(lat), toStep(lon));
  }
}
