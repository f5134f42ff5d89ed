/** Pictures of recorded drives over the roads of a network, as SVG. */
import type { Fix, LatLon } from '../../src/base/point.ts';
import { flatLengthM, M_PER_DEG, partOfLine } from '../../src/geo/on-line.ts';
import { isFerry, pointAt, type RoadNetwork } from '../../src/routing/network.ts';
import type { TracedDrive } from '../../src/trip/ports.ts';

/** Pixels of the longer side, and of the margin. */
const [SIDE, EDGE] = [640, 48];
/** A picture shows at least this length. Metres. */
const LEAST_M = 900;
const BARS_M = [100, 200, 500, 1000];

const STYLE = `rect{fill:#f6f4ee}path,line{fill:none;stroke-linejoin:round;stroke-linecap:round}
.net{stroke:#b9b3a3;stroke-width:3}.road{stroke:#1b6ca8;stroke-width:6;stroke-opacity:.75}
.gap,.off-network{stroke:#8a3ffc;stroke-width:3;stroke-dasharray:8 7}
.fixes{stroke:#d4351c;stroke-width:3.6}.bar{stroke:#222;stroke-width:2}
text{font:13px sans-serif;fill:#222}`;

/** Draws the roads of the network in grey, matched roads in blue, parts off the roads in dashes, and fixes in red. */
export function drawTrace(
  { graph: { links } }: Pick<RoadNetwork, 'graph'>,
  fixes: readonly Fix[],
  { route, match }: TracedDrive,
): string {
  const view = openView([...fixes, ...route.line]);
  const toPath = (line: readonly LatLon[]) => `M${line.map(view.place).join('L')}`;
  const roads = [...links.from.keys()].flatMap((link) => {
    if (isFerry(links, link)) return [];
    const [first, end] = [links.firstPoint[link] as number, links.firstPoint[link + 1] as number];
    return Array.from({ length: end - first - 1 }, (_, i) => [
      pointAt(links, first + i),
      pointAt(links, first + i + 1),
    ]).filter(view.shows);
  });
  const drawnM = flatLengthM(route.line) / route.lengthM;
  const stretches = match.stretches.map(
    ({ kind, fromM, toM }) =>
      `<path class="${kind}" d="${toPath(partOfLine(route.line, fromM * drawnM, toM * drawnM))}"/>`,
  );
  const dots = fixes.map((fix) => `M${view.place(fix)}h0`).join('');
  const { width, height, bar } = view;
  const barAt = `x1="14" x2="${14 + bar.px}" y1="${height - 14}" y2="${height - 14}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${STYLE}</style><rect width="100%" height="100%"/>
<path class="net" d="${roads.map(toPath).join('')}"/>
${stretches.join('\n')}
<path class="fixes" d="${dots}"/>
<line class="bar" ${barAt}/><text x="14" y="${height - 22}">${bar.m} m</text>
</svg>
`;
}

/** A plane with north above that shows all the points. */
function openView(points: readonly LatLon[]) {
  const middle = points[0] as LatLon;
  const perLon = M_PER_DEG * Math.cos((middle.lat * Math.PI) / 180);
  const toPlane = ({ lat, lon }: LatLon): readonly [number, number] => [
    (lon - middle.lon) * perLon,
    (middle.lat - lat) * M_PER_DEG,
  ];
  const planes = points.map(toPlane);
  const spanOf = (axis: 0 | 1) => {
    const values = planes.map((plane) => plane[axis]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const sideM = Math.max(most - least, LEAST_M / (axis + 1));
    return { fromM: (least + most - sideM) / 2, sideM };
  };
  const [x, y] = [spanOf(0), spanOf(1)];
  const perM = (SIDE - 2 * EDGE) / Math.max(x.sideM, y.sideM);
  const toPixels = (point: LatLon): readonly [number, number] => {
    const [east, south] = toPlane(point);
    return [EDGE + (east - x.fromM) * perM, EDGE + (south - y.fromM) * perM];
  };
  const [width, height] = [x, y].map(({ sideM }) => Math.round(sideM * perM + 2 * EDGE));
  const barM = BARS_M.findLast((m) => m * perM <= SIDE / 3) ?? (BARS_M[0] as number);
  return {
    width: width ?? SIDE,
    height: height ?? SIDE,
    bar: { m: barM, px: Math.round(barM * perM) },
    place: (point: LatLon) =>
      toPixels(point)
        .map((px) => px.toFixed(1))
        .join(' '),
    /** May a piece of a line be seen? */
    shows: (line: readonly LatLon[]) => {
      const pixels = line.map(toPixels);
      const isOn = (axis: 0 | 1, side: number) =>
        pixels.some((at) => at[axis] > 0) && pixels.some((at) => at[axis] < side);
      return isOn(0, width ?? SIDE) && isOn(1, height ?? SIDE);
    },
  };
}
