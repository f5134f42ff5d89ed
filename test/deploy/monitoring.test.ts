import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildApp } from '../../src/http/app.ts';
import { openProcessMetrics } from '../../src/http/metrics/standing-metrics.ts';
import type { UpstreamStanding } from '../../src/http/services.ts';
import { FAKES, keyed } from '../support/app.ts';
import { readMetrics } from '../support/read-metrics.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What Prometheus adds to every metric. */
const SCRAPE_LABELS = ['job', 'instance'];

/** The labels of each metric that a server with everything has. */
const labelsOf = new Map<string, Set<string>>();

beforeAll(async () => {
  let end: Parameters<UpstreamStanding['listen']>[0] = () => undefined;
  const upstream: UpstreamStanding = {
    name: 'route planner',
    state: () => ({ breaker: 'closed', inFlight: 0, allowance: { perDay: 2500, left: 2500 } }),
    listen(onEnd) {
      end = onEnd;
    },
  };
  const lastRenewal = { at: '2026-11-20T04:00:00+01:00', ok: true };
  const services = { ...FAKES, upstreams: [upstream], data: { ...FAKES.data, lastRenewal } };
  const app = buildApp(services, {
    log: pino({ level: 'silent' }),
    registry: openProcessMetrics(),
  });
  end({ outcome: 'reply', durationMs: 1 });
  await app.inject(keyed('/api/route?from=59.91,10.75&to=60.39,5.32'));
  for (const { name, labels } of readMetrics((await app.inject('/metrics')).body)) {
    const known = labelsOf.get(name) ?? new Set(SCRAPE_LABELS);
    for (const label of Object.keys(labels)) known.add(label);
    labelsOf.set(name, known);
  }
});

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

const rules: readonly Rule[] = parse(read('deploy/alerts.yaml')).groups.flatMap(
  ({ rules: ofGroup }: { readonly rules: readonly Rule[] }) => ofGroup,
);
const dashboard = JSON.parse(read('deploy/grafana-dashboard.json'));
const panels: readonly Panel[] = dashboard.panels;

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly { readonly expr: string; readonly datasource: unknown }[];
}

const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
);

/** What is wrong with the metrics and labels of a query; `[]`: nothing. */
function faultsIn(query: string): string[] {
  const used = query.matchAll(/\b((?:veipris|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
  return [...used].flatMap(([, name = '', matchers = '']) => {
    const labels = labelsOf.get(name);
    if (labels === undefined) return [`there is no ${name}`];
    const asked = [...matchers.matchAll(/(\w+)(?:=|!=)/g)].map(([, label = '']) => label);
    return asked.flatMap((label) => (labels.has(label) ? [] : [`${name} has no ${label}`]));
  });
}

describe('alerts.yaml', () => {
  test('has rules, each with a name of its own', () => {
    const names = rules.map(({ alert, record }) => alert ?? record);
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(rules.map(({ alert, record, expr }) => [alert ?? record ?? '', expr]))(
    '%s asks for metrics and labels that there are',
    (_name, expr) => {
      expect(expr).toMatch(/veipris|nodejs_|process_|up\{/);
      expect(faultsIn(expr)).toEqual([]);
    },
  );

  test('every recorded ratio is used, and every used one recorded', () => {
    const recorded = rules.flatMap(({ record }) => record ?? []);
    const used = rules.flatMap(({ expr }) => expr.match(/veipris:\w+:\w+/g) ?? []);
    expect(new Set(used)).toEqual(new Set(recorded));
  });

  test('every alert says what is the matter, and operations.md what to do', () => {
    const manual = read('docs/operations.md');
    for (const { alert, annotations } of rules) {
      if (alert === undefined) continue;
      expect(Object.keys(annotations ?? {})).toEqual(['summary', 'description']);
      expect(manual).toContain(`\`${alert}\``);
    }
  });
});

describe('grafana-dashboard.json', () => {
  test.each(queries)('"%s" asks for metrics and labels that there are: %s', (_title, expr) => {
    expect(expr).toMatch(/veipris_|nodejs_|process_/);
    expect(faultsIn(expr)).toEqual([]);
  });

  test('asks the data source and the instances that its reader chooses', () => {
    const variables = dashboard.templating.list.map(({ name }: { name: string }) => name);
    expect(variables).toEqual(['datasource', 'job', 'instance']);
    for (const { targets = [] } of panels)
      for (const { datasource } of targets)
        expect(datasource).toEqual({ type: 'prometheus', uid: `\${datasource}` });
  });

  test('has panels with ids of their own that do not lie on each other', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const a of panels)
      for (const b of panels)
        if (a.id < b.id) expect(overlap(a, b), `${a.title}, ${b.title}`).toBe(false);
  });
});

test('operations.md has every metric of ours, and no other', () => {
  const named = read('docs/operations.md').match(/^\| `veipris_\w+`/gm) ?? [];
  const families = [...labelsOf.keys()]
    .filter((name) => name.startsWith('veipris_'))
    .map((name) => `| \`${name.replace(/_(bucket|count|sum)$/, '')}\``);
  expect([...named].sort()).toEqual([...new Set(families)].sort());
});

const overlap = ({ gridPos: a }: Panel, { gridPos: b }: Panel) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
