/** The results of a compilation: files of `data/` as text, and the origin of the rows of the bundled files. */
import { formatDataFile, type Origin } from '../../src/facts/compile/format-data-file.ts';

/** A file of `data/`, ready to be written. */
export interface CompiledText {
  /** Path inside `data/`. */
  readonly path: string;
  readonly text: string;
  readonly records: number;
}

/** A file of facts, ready to be written. */
export const toText = (path: string, content: object): CompiledText => ({
  path,
  text: formatDataFile(content),
  records: Object.values(content).filter(Array.isArray).flat().length,
});

export const STATIONS_ORIGIN: Origin = {
  source:
    'Statens vegvesen, NVDB object type 45; PhD6959/Periple-Nordique-Data sources/peages.geojson, commit 1cc19e211a8d0026fad60e06badb741fae80828e; rush tariffs of large vehicles: Adriconizen/portefolje bomstasjonkart/data/bomstasjoner.json, commit b387e5c9, of 2026-08-14',
  date: '2026-09-10',
};

export const CAMERAS_ORIGIN: Origin = {
  source:
    'Statens vegvesen, NVDB object type 162; HHTAppStudio/speedwise-data public/packs/no.v2.json, commit cdc52cc4c154232af4f3a2f3fa4596204f3b23a0',
  date: '2026-10-05',
  note: 'The road database has some 450 cameras. The public copy joins those up to 30 m apart and has 438; two of them are test points (434487117, 83725420) and left out: 436. A renewal from the road database brings all.',
};

export const PUBLIC_FERRIES = 'PhD6959/Periple-Nordique-Data sources/ferries.geojson';

export const QUAYS_ORIGIN: Origin = {
  source: `Statens vegvesen, NVDB object type 64; ${PUBLIC_FERRIES}, commits ac8e0626e460986016dda5504250f33b87c0eb0e and 8a09f80a763fc87231a9e20f42e7104d01dbe731`,
  date: '2026-09-10',
};
