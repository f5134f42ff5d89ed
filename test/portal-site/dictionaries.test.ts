import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { en } from '../../portal/js/i18n/en.js';
import { nb } from '../../portal/js/i18n/nb.js';
import { WARNINGS } from '../../src/base/warning.ts';
import { StatementQuestion } from '../../src/http/endpoint/questions.ts';
import { PlanRequestBody } from '../../src/http/portal/account.ts';
import { KeyBody, RotateBody } from '../../src/http/portal/keys.ts';
import { SessionBody, SignInBody } from '../../src/http/portal/sign-in.ts';
import { FAULT_REPLIES, REFUSALS } from '../../src/http/reply/replies.ts';
import { FINDINGS } from '../../src/statement/statement.ts';
import { DeparturesQuery } from '../../src/wire/departures.ts';
import {
  JOB_REASONS,
  JOB_STATES,
  JobQuery,
  RECEIVER_PROBLEMS,
  WebhookTest,
} from '../../src/wire/jobs.ts';
import { JourneyQuestion } from '../../src/wire/journey.ts';
import { PARAMETERS, RouteQuery } from '../../src/wire/parameters.ts';

const PAGES = [
  ...readdirSync('portal').filter((name) => name.endsWith('.html')),
  'parts/header.html',
];
const SCRIPTS = readdirSync('portal/js', { recursive: true, encoding: 'utf8' })
  .filter(
    (name) => name.endsWith('.js') && !name.startsWith('i18n/n') && !name.startsWith('i18n/e'),
  )
  .map((name) => readFileSync(join('portal/js', name), 'utf8'));

describe('the two dictionaries', () => {
  test('have the same keys, in the same order', () => {
    expect(Object.keys(nb).length).toBeGreaterThan(150);
    expect(Object.keys(en)).toEqual(Object.keys(nb));
  });

  test.each(Object.keys(nb))('"%s" takes the same values in both', (key) => {
    expect(values(en[key])).toEqual(values(nb[key]));
    expect(en[key]).not.toBe('');
    expect(nb[key]).not.toBe('');
  });
});

describe.each(PAGES)('%s', (page) => {
  const html = readFileSync(join('portal', page), 'utf8');
  const texts = [...html.matchAll(/data-i18n="([^"]+)"[^>]*>([^<]*)</g)];

  test('shows the Norwegian text of each key before the script runs', () => {
    expect(texts.length).toBeGreaterThan(2);
    for (const [, key = '', text = ''] of texts)
      expect(text.replaceAll('\u00a0', ' '), key).toBe(nb[key]?.replaceAll('\u00a0', ' '));
  });

  test('has neither scripts nor styles nor handlers inside', () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:/);
  });

  test('names each id once', () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('every text that a script asks for by its whole name is there', () => {
  const asked = SCRIPTS.flatMap((text) =>
    [...text.matchAll(/\bt\('([^']+)'/g)].map(([, key]) => key),
  );
  expect(asked.length).toBeGreaterThan(80);
  expect(asked.filter((key) => nb[key ?? ''] === undefined)).toEqual([]);
});

test('a field that holds a measure takes what the interface takes, and has a sentence for a wrong one', () => {
  const fields = readFileSync('portal/js/trip/vehicle-fields.js', 'utf8');
  const [, rows = ''] = /const MEASURES = .*?\[\n(.*?)\]\);/s.exec(fields) ?? [];
  const measures = [...rows.matchAll(/\['[\w-]+', '(\w+)', ([\d_]+)\]/g)];
  expect(measures.length).toBeGreaterThan(2);
  for (const [, name = '', written = ''] of measures) {
    const most = Number(written.replaceAll('_', ''));
    const { read } = PARAMETERS[name as 'weight' | 'vehicleLength' | 'trailerLength'];
    const refuse = () => {
      throw new Error('refused');
    };
    expect(read(String(most), refuse)).toBe(most);
    expect(() => read(String(most + 1), refuse), name).toThrow('refused');
    for (const words of [nb, en])
      expect(words[`refused.${name}`]?.replace(/\D/g, ''), name).toBe(`0${most}`);
  }
});

test('no text is left over that nothing asks for', () => {
  const pages = PAGES.map((page) => readFileSync(join('portal', page), 'utf8'));
  const all = [...SCRIPTS, ...pages].join('\n');
  const whole = new Set([...all.matchAll(/['"]([\w-]+\.[\w.-]+)['"]/g)].map(([, key = '']) => key));
  const begun = [...all.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].map(([, start = '']) => start);
  // Choices of a field: the field or its id, kind of text, values.
  const choices = all.matchAll(/(?:\['[\w-]+'|fill\(\w+), '(\w+)', /g);
  begun.push(...[...choices].map(([, kind]) => `${kind}.`));
  expect(begun.length).toBeGreaterThan(10);
  const left = Object.keys(nb).filter(
    (key) => !whole.has(key) && !begun.some((start) => key.startsWith(start)),
  );
  expect(left).toEqual([]);
});

test('no script writes markup from text, or asks another host', () => {
  for (const text of SCRIPTS) {
    expect(text).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|\beval\b/,
    );
    expect(text.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/'https?:/);
  }
});

/** The names in braces, sorted. */
function values(text = ''): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
}

test('every warning that an answer may have has a sentence of its own in both languages', () => {
  const codes = Object.keys(WARNINGS).map((code) => `warning.${code}`);
  expect(codes.filter((code) => !(code in nb) || !(code in en))).toEqual([]);
});

test.each(FINDINGS)('the finding "%s" of a statement has a name and a sentence', (kind) => {
  expect([nb[`finding.${kind}`], nb[`finding.${kind}-why`]]).not.toContain(undefined);
});

test('every code that an answer may refuse with has a sentence in both languages', () => {
  const refusals = Object.values(REFUSALS).map(({ code }) => code);
  const codes = [...Object.keys(FAULT_REPLIES), ...refusals].map((code) => `error.${code}`);
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => !(code in nb) || !(code in en))).toEqual([]);
});

test('every value that can be refused has a name in both languages', () => {
  const ofForms = [KeyBody, RotateBody, PlanRequestBody, SignInBody, SessionBody];
  const names = [
    ...Object.keys(RouteQuery.properties),
    ...Object.keys(DeparturesQuery.properties),
    ...Object.keys(JobQuery.properties),
    ...Object.keys(WebhookTest.properties),
    ...Object.keys(JourneyQuestion.properties),
    ...Object.keys(JourneyQuestion.properties.drives.items.properties),
    ...Object.keys(StatementQuestion.properties),
    ...Object.keys(StatementQuestion.properties.columns.properties),
    ...ofForms.flatMap(({ properties }) => Object.keys(properties)),
  ].map((name) => `parameter.${name}`);
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !(name in nb) || !(name in en))).toEqual([]);
});

test.each([
  ['jobs.state-', JOB_STATES],
  ['jobs.reason-', JOB_REASONS],
  ['webhook.', RECEIVER_PROBLEMS],
])('every %s has words in both languages', (start, all) => {
  const keys = all.map((one) => `${start}${one}`);
  expect(keys.filter((key) => !(key in nb) || !(key in en))).toEqual([]);
});
