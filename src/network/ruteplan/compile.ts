/** Compiles the file of the official network to a network for routing, and reports what became of its rows. */
import { openProgress } from '../../base/duration.ts';
import { readBundled } from '../../facts/schema/read-bundled.ts';
import type { RuteplanRules } from '../../facts/schema/road-network.ts';
import type { TurnBan } from '../../routing/graph.ts';
import { type CompiledFile, type CompileFacts, compileLinks } from '../compile/compile-links.ts';
import type { LinkCut, PlaceOnLink } from '../compile/merge-links.ts';
import { insideOf } from '../compile/place-on-links.ts';
import { type OsmPlacing, readPlacing } from '../compile/placing-road.ts';
import { withPart } from '../network-folders.ts';
import { UnusableMap } from '../own-map.ts';
import type { FactsToPlace } from '../placement/place.ts';
import { KMH_PER_KNOT } from '../speeds.ts';
import { openSequences, placeExactly } from './place-exactly.ts';
import { type ReadLinks, readLinks } from './read-links.ts';
import { type FileMark, openRoadFile, type RoadFile } from './road-file.ts';
import { isZip, unpackDatabase } from './unpack-zip.ts';

export interface CompileTerms extends CompileFacts {
  readonly rules: RuteplanRules;
  readonly placing: OsmPlacing;
}

/**
 * Compiles the network of a file, or of the zip in which the file is published. A zip is unpacked beside the network.
 *
 * @param place the project's `data/`, the folder of the network and the file.
 * @throws Error with one sentence when the file can not be used.
 */
export async function compileRuteplanFile(
  { data, folder, path }: Readonly<Record<'data' | 'folder' | 'path', string>>,
  facts: FactsToPlace,
  onProgress: (step: string) => void,
): Promise<CompiledFile> {
  const rules = readBundled(data, 'road-network/ruteplan.json');
  const speeds = readBundled(data, 'road-network/speeds.json');
  const terms = { rules, speeds, facts, placing: readPlacing(data) };
  const open = async (): Promise<RoadFile> => {
    if (!(await isZip(path))) return openRoadFile(path, rules);
    onProgress(`unpacking ${path}`);
    // The system keeps a removed file until it is closed. So a process that is killed leaves no file behind.
    return withPart(folder, async (part) => {
      await unpackDatabase(path, part);
      return openRoadFile(part, rules, path);
    });
  };
  const file = await open();
  try {
    return compileRuteplan(file, terms, onProgress);
  } finally {
    file.close();
  }
}

/** @param onProgress is told in a few words what happens, and how much of it is done. */
export function compileRuteplan(
  file: RoadFile,
  { rules, speeds, placing, facts }: CompileTerms,
  onProgress: (step: string) => void,
): CompiledFile {
  onProgress(`reading ${file.rows} links`);
  const tell = openProgress('reading links', onProgress, () => performance.now());
  const read = readLinks(file, rules, speeds.ferry.knots * KMH_PER_KNOT, (row) =>
    tell(row / file.rows),
  );
  if (read.links.count === 0)
    throw new UnusableMap(`${file.name} holds no road that cars may drive on.`);
  const { stations, carriageways = [] } = facts;
  const stationed = placeExactly(read, { stations, carriageways, rules, placing });
  const { placed } = stationed.placement;
  onProgress(`placed ${placed.length} of ${stations.length} toll stations on the road network`);
  const marks = readMarks(file, read);
  const { bans, notMet } = nameBans(file, read);
  return compileLinks(
    { ...read, links: marks.links },
    { stations: stationed, bars: marks.bars, bans },
    { facts, speeds },
    {
      nameLink: (link) => read.linkId[link] as number,
      rows: file.rows,
      dropped: read.dropped,
      bars: marks.bars.length + (read.dropped.barred ?? 0),
      noThrough: marks.noThrough,
      bansNotMet: notMet,
      speeds: read.check,
      ferries: read.ferries,
      ferriesTooFast: read.ferries.filter(({ kmh }) => !(kmh <= rules.mostFerryKmh)).length,
      notes: file.notes,
    },
    onProgress,
  );
}

/** Reads the bars, which close a place on a link, and the roads without through traffic, which become destinations. */
function readMarks(file: RoadFile, read: ReadLinks) {
  const [bars, noThrough] = [file.bars(), file.noThrough()];
  if (bars.length + noThrough.length === 0) return { links: read.links, bars: [], noThrough: 0 };
  const all = [...bars, ...noThrough];
  const sequences = openSequences(
    read,
    all.flatMap(({ sequenceId }) => sequenceId ?? []),
    all.flatMap(({ linkId }) => linkId ?? []),
  );
  const isDestination = read.links.isDestination.slice();
  const quiet = new Set(noThrough.flatMap((mark) => sequences.listOn(mark)));
  for (const link of quiet) isDestination[link] = 1;
  const placesOf = ({ linkId, sequenceId, from = 0, to = 0 }: FileMark): readonly PlaceOnLink[] =>
    linkId === undefined
      ? sequences.find(sequenceId ?? Number.NaN, (from + to) / 2)
      : sequences.listOn({ linkId }).map((link) => ({ link, share: 0.5 }));
  return {
    links: { ...read.links, isDestination },
    bars: bars.flatMap(placesOf).map(
      (place): LinkCut => ({
        link: place.link,
        share: insideOf(read.links, place),
        isBar: true,
      }),
    ),
    noThrough: quiet.size,
  };
}

function nameBans(file: RoadFile, { linkId, nodeOf, links }: ReadLinks) {
  const listed = file.bans();
  const linkOf = new Map(
    listed.flatMap(({ fromLink, toLink }) => [
      [fromLink, -1],
      [toLink, -1],
    ]),
  );
  if (listed.length > 0)
    for (let link = 0; link < linkId.length; link++)
      if (linkOf.has(linkId[link] as number)) linkOf.set(linkId[link] as number, link);
  const meets = (link: number, node: number) =>
    link !== -1 && (links.from[link] === node || links.to[link] === node);
  const bans = listed.flatMap(({ fromLink, toLink, via: viaId }): TurnBan[] => {
    const [from, to] = [linkOf.get(fromLink) ?? -1, linkOf.get(toLink) ?? -1];
    const via = nodeOf.get(viaId) ?? -1;
    return meets(from, via) && meets(to, via) ? [{ from, to, via }] : [];
  });
  return { bans, notMet: listed.length - bans.length };
}
