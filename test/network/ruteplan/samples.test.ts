/**
 * The real pieces of the official network. They are not part of the project: `VEIPRIS_SAMPLES` names the folder that
 * has them as `roads/`, and without it these tests are skipped.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fromUtm33 } from '../../../src/geo/utm33.ts';
import { LINK } from '../../../src/routing/graph.ts';
import { openRouter } from '../../../src/routing/router.ts';
import { compileFile, type DrawnRow, drawFile, type Place } from '../../support/drawn-ruteplan.ts';
import { findSample } from '../../support/find-sample.ts';

const samples = findSample('roads') ?? '';
const isThere = samples !== '';
const TRONDHEIM = join(samples, 'ruteplan-trondheim-spatialite.sqlite');

describe.skipIf(!isThere)('central Trondheim, 1 682 links (VEIPRIS_SAMPLES)', () => {
  test('all its minutes are limit times official factor', async () => {
    const { report } = await compileFile(TRONDHEIM);
    expect(report.dropped).toEqual({});
    expect(report.speeds).toEqual({ checked: 1620, agreeing: 1620, withoutFactor: 0 });
    expect([report.links, report.nodes]).toEqual([1682, 1504]);
  });

  test('every link is reached from every other one, or is named as lying apart', async () => {
    const { prepared, report } = await compileFile(TRONDHEIM);
    const { graph } = prepared.network;
    const { fastest, edges } = openAll(prepared);
    const edgesOf = (link: number) => edges.filter((edge) => graph.linkOf[edge] === link);
    const isApart = (link: number) => ((graph.links.flags[link] as number) & LINK.isolated) !== 0;
    const links = [...graph.links.from.keys()].filter((link) => !isApart(link));
    const start = edgesOf(links[0] as number)[0] as number;
    // Of a two-way link at the rim of the piece one direction may lead out of it.
    const isReached = (link: number) =>
      edgesOf(link).some((edge) => fastest(start, edge) && fastest(edge, start));
    expect(links.filter((link) => !isReached(link))).toEqual([]);
    expect(links.length).toBeGreaterThan(690);
    expect(report.apart).toHaveLength(56);
  });
});

/** All edges, and whether a way leads from one to another, by their middles. */
function openAll({ network, index }: Awaited<ReturnType<typeof compileFile>>['prepared']) {
  const router = openRouter(network, index);
  const wish = { avoidTolls: false, others: 0, closed: [] };
  const stop = (edge: number) => ({ places: [{ edge, share: 0.5 }] });
  return {
    edges: Array.from({ length: network.graph.edgeCount }, (_, edge) => edge),
    fastest: (from: number, to: number) =>
      from === to || router.drive([stop(from), stop(to)] as never, wish).length > 0,
  };
}

test.skipIf(!isThere)(
  'inner Oslo of 2021: bicycles, bars, forest roads (VEIPRIS_SAMPLES)',
  async () => {
    const { report } = await compileFile(join(samples, 'ruteplan-oslo-2021.gpkg'));
    expect(report.dropped).toEqual({ 'on foot or by bicycle': 113, barred: 16 });
    expect(report.speeds?.agreeing).toBe(report.speeds?.checked);
    expect(report.speeds?.checked).toBeGreaterThan(1400);
    expect(report.notes).toEqual([]);
  },
);

test.skipIf(!isThere)(
  'three islands of the west are three networks (VEIPRIS_SAMPLES)',
  async () => {
    const rows = readFileSync(join(samples, 'ruteplan-three-islands.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const links = rows.map(({ coordinates, group: _, ...row }) => ({
      ...row,
      roadid: null,
      line: (coordinates as number[][]).map(([x, y]) => [x, y] as unknown as Place),
    })) as unknown as readonly DrawnRow[];
    const { prepared, report } = await compileFile(await drawFile({ links }));
    expect(report.links).toBe(332);
    expect(report.speeds?.agreeing).toBe(report.speeds?.checked);
    expect(report.components).toBe(3);
    // Far west of the zone's meridian; each of its roads is near a place on it.
    const router = openRouter(prepared.network, prepared.index);
    const [x, y] = (links[0] as DrawnRow).line[0] as Place;
    expect(x).toBeLessThan(0);
    expect(router.snap(fromUtm33([x, y]))?.places.length).toBeGreaterThan(0);
  },
);
