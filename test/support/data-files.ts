/** The published files with invented records. */

const meta = (counts: Readonly<Record<string, number>>) => ({
  source: 'nobody',
  date: '2026-09-10',
  licence: 'own work',
  attribution: 'nobody',
  counts,
});

/** `toll-stations.json` with one station of this name. */
export function stationsFile(name = 'Sandviken'): string {
  const station = {
    id: '82443541',
    name,
    kind: 'autopass',
    project: 'bergen',
    operator: null,
    road: 'E39',
    municipality: 4601,
    lat: 60.41801,
    lon: 5.31297,
    passageKey: 'bergen/sandviken',
    smallNok: 38,
    largeNok: 88,
    smallRushNok: 70,
    rush: ['06:30-09:00', '14:30-16:30'],
    hourGroup: 'bergen',
    charged: 'one-way',
    chargedBearingDeg: 138,
    chargedBy: 'inbound',
    chargedWhy: 'Invented.',
  };
  return JSON.stringify({ meta: meta({ stations: 1 }), stations: [station] });
}

/** `speed-cameras.json` without cameras, from this source. */
export const camerasFile = (source = 'nobody') =>
  JSON.stringify({ meta: { ...meta({ cameras: 0 }), source }, cameras: [] });
