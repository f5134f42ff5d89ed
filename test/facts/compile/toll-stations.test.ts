import { describe, expect, test } from 'vitest';
import type { StationCuration } from '../../../src/facts/compile/station-curation.ts';
import { compileTollStations } from '../../../src/facts/compile/toll-stations.ts';
import type { StationRow } from '../../../src/upstream/road-database/parse-station.ts';
import { NO_DECISIONS, row } from '../../support/invented-stations.ts';

const compile = (rows: StationRow[], decisions: Partial<StationCuration> = {}) =>
  compileTollStations({ stations: rows, roads: [], curation: { ...NO_DECISIONS, ...decisions } })
    .stations;

describe('the records', () => {
  test('keep every row, in the order of the ids', () => {
    const rows = [row(3), row(1, { category: 'Ferjeinnkrevingspunkt' }), row(2)];
    expect(compile(rows).map(({ id, kind }) => [id, kind])).toEqual([
      ['1', 'ferry-collection'],
      ['2', 'autopass'],
      ['3', 'autopass'],
    ]);
  });

  test('refuse an operator whose spelling no decision joins', () => {
    expect(() => compile([row(1, { operator: 'Ny bom AS' })])).toThrow('Ny bom AS');
  });

  test('refuse a category that the source has not had', () => {
    expect(() => compile([row(1, { category: 'Bro' })])).toThrow('Bro');
  });

  test('join spellings of the operator, whatever its blanks', () => {
    expect(compile([row(1, { operator: ' Bro   AS' })])[0]).toMatchObject({
      operator: 'Bro AS',
      project: 'bro',
    });
  });

  test('without operator are tied by decision, else unknown', () => {
    const ties = [{ id: '1', project: 'bro', why: 'place' }];
    const rows = [row(1, { operator: null }), row(2, { operator: null })];
    expect(compile(rows, { ties }).map(({ project }) => project)).toEqual(['bro', 'unknown']);
  });

  test('on a private road belong to no toll project', () => {
    const category = 'Bomstasjon på lokal/privat veg';
    const [station] = compile([row(1, { category, operator: 'Hovdevegen' })]);
    expect(station).toMatchObject({ project: 'private-roads', operator: 'Hovdevegen' });
  });

  test('have a clean name', () => {
    const names = ['E39_Storemyr', 'Moholt,  O-snitt ', 'Haakon , O-snitt'];
    const rows = names.map((name, i) => row(i, { name }));
    expect(compile(rows).map(({ name }) => name)).toEqual([
      'E39 Storemyr',
      'Moholt, O-snitt',
      'Haakon, O-snitt',
    ]);
  });

  test('keep the spelling of the source beside a name that is decided', () => {
    const names = [{ id: '1', name: 'Gamle Vegen', why: 'Written short.' }];
    const rows = [row(1, { name: 'Gml  Vegn' }), row(2, { name: 'Bru' })];
    expect(compile(rows, { names })).toMatchObject([
      { name: 'Gamle Vegen', written: 'Gml Vegn' },
      { name: 'Bru' },
    ]);
    expect(compile(rows, { names })[1]).not.toHaveProperty('written');
  });

  test('say until when they collected, where every period of theirs has an end', () => {
    const rows = [
      row(1, { name: 'Gone', smallNok: 0, largeNok: 0 }),
      row(2, { name: 'Again' }),
      row(3, { name: 'Open' }),
    ];
    const project = (collection: object[]) =>
      [{ id: 'bro', name: 'Bro', operator: 'Bro AS', collection }] as StationCuration['projects'];
    const ended = { openTo: '2023-07-01', stations: ['bro/gone', 'bro/again'], source: 'x' };
    const again = { openFrom: '2026-03-30', stations: ['bro/again'], source: 'x' };
    const compiled = compile(rows, { projects: project([ended, again]) });
    expect(compiled.map(({ collectedUntil }) => collectedUntil)).toEqual([
      '2023-07-01',
      undefined,
      undefined,
    ]);
    expect(compiled[0]?.tariffNote).toContain('no toll is collected any more');
  });

  test('without tariff take that of their station, and say so', () => {
    const rows = [row(1, { name: 'Bru' }), row(2, { name: 'Bru', smallNok: null, largeNok: null })];
    expect(compile(rows)[1]).toMatchObject({
      smallNok: 20,
      largeNok: 40,
      tariffNote: expect.stringContaining('1'),
    });
  });
});

describe('the hour group', () => {
  test.each(['none', null] as const)('is none for a row with the rule "%s"', (hourRule) => {
    expect(compile([row(1, { hourRule })])[0]?.hourGroup).toBeNull();
  });

  test('is the project for a row with a rule, also where its minutes are missing', () => {
    expect(compile([row(1, { hourRuleMin: null })])[0]?.hourGroup).toBe('bro');
  });

  test('is what a decision says, with its reason', () => {
    const hourGroups = [{ id: '1', hourGroup: 'other', why: 'shared' }];
    expect(compile([row(1, { hourRule: null })], { hourGroups })[0]).toMatchObject({
      hourGroup: 'other',
      hourGroupWhy: 'shared',
    });
  });

  test.each([
    { ring: 'indre ring', group: 'oslo-a' },
    { ring: 'osloringen', group: 'oslo-a' },
    { ring: 'bygrensen', group: 'oslo-b' },
  ] as const)('of $ring in Oslo is $group', ({ ring, group }) => {
    const ties = [{ id: '1', project: 'oslo', why: 'place' }];
    const osloRings = [{ id: '1', name: 'One', ring, why: 'place' }];
    expect(compile([row(1)], { ties, osloRings })[0]?.hourGroup).toBe(group);
  });

  test('in Trondheim is the letter of the snitt, and a name without one is refused', () => {
    const ties = [{ id: '1', project: 'trondheim', why: 'place' }];
    const named = (name: string) => compile([row(1, { name })], { ties })[0]?.hourGroup;
    expect(named('Moholt, O-snitt, rampe 1')).toBe('trondheim-o');
    expect(() => named('Nydalsbrua')).toThrow('Nydalsbrua');
  });
});
