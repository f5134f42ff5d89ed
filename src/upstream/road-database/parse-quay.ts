import { parsePlace, roundAt } from './parse-place.ts';
import { type Choice, readProperties } from './read-property.ts';

/** A ferry quay as the road database describes it, type 64. `null`: it does not say. */
export interface QuayRow {
  readonly nvdbId: number;
  readonly name: string | null;
  readonly lon: number;
  readonly lat: number;
  readonly municipality: number | null;
  /** In the words of the road database; `unknown`: a value that is not known. */
  readonly status: string;
  readonly ramps: number | null;
  readonly waitingRoom: boolean | null;
  readonly owner: string | null;
}

/** Source: NVDB data catalogue 2.38, type 64. */
const ID = { name: 2179, status: 9229, ramps: 9491, waitingRoom: 10729, owner: 7559 } as const;

const STATUSES: readonly Choice<'Trafikkeres' | 'Nedlagt' | 'Beredskapskai'>[] = [
  { means: 'Trafikkeres', enumId: 12865, texts: ['trafikkeres'] },
  { means: 'Nedlagt', enumId: 12866, texts: ['nedlagt'] },
  { means: 'Beredskapskai', enumId: 21612, texts: ['beredskapskai'] },
];

const YES_NO: readonly Choice<'yes' | 'no'>[] = [
  { means: 'yes', texts: ['ja', 'true'] },
  { means: 'no', texts: ['nei', 'false'] },
];

/** @throws NotReadable when a number or the position cannot be read. */
export function parseQuay(nvdbId: number, raw: Readonly<Record<string, unknown>>): QuayRow {
  const properties = readProperties(raw.egenskaper);
  const { at, municipality } = parsePlace(raw, 'object');
  const room = properties.choice(ID.waitingRoom, YES_NO);
  return {
    nvdbId,
    name: properties.text(ID.name) ?? null,
    ...roundAt(at, 5),
    municipality,
    status: properties.choice(ID.status, STATUSES) ?? 'unknown',
    ramps: properties.number(ID.ramps) ?? null,
    waitingRoom: room === 'yes' || room === 'no' ? room === 'yes' : null,
    owner: properties.text(ID.owner) ?? null,
  };
}
