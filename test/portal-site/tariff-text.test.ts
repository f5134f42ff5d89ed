import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { sourceText, tariffText } from '../../portal/js/trip/tariff-text.js';
import { table } from '../support/table.ts';

/** The language of the page, which texts are read by as they are loaded. */
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'nb' } } }));

const ROWS = table<'data' | 'told'>(`
  data                                              | told
  own reconstruction of the zone table              | egen rekonstruksjon av sonetabellen
  reconstructed zone table 2026, zone 22 (estimate)/AP1 | rekonstruert sonetabell 2026, sone 22 (anslag)/AP1
  reconstructed zone table 2026 scaled to 2025, zone 3 (estimate) | rekonstruert sonetabell 2026 regnet om til 2025, sone 3 (anslag)
  public code citing a.no and b.info (2026)         | åpen kildekode som viser til a.no og b.info (2026)
`);

test.each(ROWS)('a Norwegian page calls "$data" "$told"', ({ data, told }) => {
  expect([tariffText(data), sourceText(data)]).toEqual([told, told]);
});

test('no source of a ferry fare stays in English on a Norwegian page', () => {
  const { fares }: { fares: { source?: string }[] } = JSON.parse(
    readFileSync('data/ferry-tariffs.json', 'utf8'),
  );
  const told = fares.map(({ source = '' }) => sourceText(source));
  expect(
    told.filter((text) =>
      /\b(?:and|of|the|public|code|citing)\b/.test(text.replace(/https?:\S+/g, '')),
    ),
  ).toEqual([]);
});
