/** The fares of a trip as the kernel asks for them: by numbers of its own. */
import { lineOf, readDrive } from '../../routing/drive.ts';
import type { FareState, OpenFares } from '../../routing/money-fares.ts';
import type { RoadNetwork } from '../../routing/network.ts';
import type { OpenTripFares, SailedLine } from '../../trip/ports.ts';

export function openFaresOf(network: RoadNetwork) {
  const { stationIds } = network.gates;
  const idOf = (station: number) => stationIds[station] as string;
  const numberOf = new Map(stationIds.map((id, station) => [id, station]));
  const runs = new Map<string, SailedLine>();
  const runOf = (edges: readonly number[]): SailedLine => {
    const key = edges.join();
    const known = runs.get(key);
    if (known !== undefined) return known;
    const drive = readDrive(
      network,
      edges.map((edge) => ({ edge, from: 0, to: 1 })),
    );
    const line = lineOf(network.graph.links, drive);
    const { lengthM, durationMs } = drive;
    const run = { line, lengthM, durationS: durationMs / 1000 };
    runs.set(key, run);
    return run;
  };
  return (open: OpenTripFares): OpenFares<FareState> =>
    (near, withinMs) => {
      const fares = open(
        near.map(({ station, soonestMs, toEndMs }) => ({
          stationId: idOf(station),
          soonestMs,
          toEndMs,
        })),
        withinMs,
      );
      return {
        start: fares.start,
        pass: (bill, station, atMs) => fares.pass(bill, idOf(station), atMs),
        sail: (bill, run, hasStopped, atMs) => fares.sail(bill, runOf(run), hasStopped, atMs),
        leastFareOre: (run) => fares.leastFareOre(runOf(run)),
        fallOre: fares.fallOre,
        slackOre: fares.slackOre,
        groups: fares.groups.map((ids) => ids.flatMap((id) => numberOf.get(id) ?? [])),
        leastOre: (station) => fares.leastOre(idOf(station)),
        mostOre: (station) => fares.mostOre(idOf(station)),
      };
    };
}
