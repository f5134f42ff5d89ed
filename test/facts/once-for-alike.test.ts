import { expect, test, vi } from 'vitest';
import type { ProjectRecord } from '../../src/facts/schema/toll-projects.ts';
import { onceForAlike } from '../../src/facts/station-tariffs.ts';

const rows = (...stations: readonly string[]) => [{ stations }, {}];

test.each(['tariffs', 'zeroEmission', 'rush'])(
  'stations that the same %s hold at are one, and another is worked out by itself',
  (kind) => {
    const work = vi.fn((passageKey: string) => passageKey);
    const ask = onceForAlike(work);
    const project = { [kind]: rows('a', 'b') } as unknown as ProjectRecord;
    expect(['a', 'b', 'c', 'd', 'a'].map((key) => ask(key, project))).toEqual([...'aacca']);
    expect(work).toHaveBeenCalledTimes(2);
    ask('a', { ...project });
    expect(work, 'another project').toHaveBeenCalledTimes(3);
  },
);
