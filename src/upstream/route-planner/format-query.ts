import { formatOsloInstant } from '../../base/oslo-time.ts';
import type { LatLon } from '../../base/point.ts';
import type { TripRequest } from '../../trip/ports.ts';

/** What one call asks for besides the trip. */
export interface QueryTerms {
  /** `best` is the recommended route, `tourist` gives others. */
  readonly kind: 'best' | 'tourist';
  /** Ask for the road links that are driven. */
  readonly links: boolean;
  readonly avoidTolls: boolean;
}

/**
 * Path and query of one call, to be appended to the address of the planner. Stops have x first,
 * with at most six decimals. The start is the Norwegian wall clock of the instant, without an
 * offset: of the hour that comes twice in October the planner cannot know which one is meant.
 *
 * Source: route planner V3, query parameters, November 2026. `Bomstasjon` as a feature to avoid is
 * inferred from the ids of features in its answers.
 */
export function formatQuery(trip: TripRequest, { kind, links, avoidTolls }: QueryTerms): string {
  const stops = [trip.from, ...trip.via, trip.to].map(formatStop).join(';');
  const query = [
    `Stops=${stops}`,
    'InputSRS=EPSG_4326',
    'OutputSRS=EPSG_25833',
    'ReturnFields=Geometry',
    ...(links ? ['ReturnFields=NvdbReferences'] : []),
    `StartTime=${formatStart(trip.startMs)}`,
    ...(avoidTolls ? ['AvoidRoadFeatureTypes=Bomstasjon'] : []),
  ];
  return `/${kind}?${query.join('&')}`;
}

const formatStop = ({ lat, lon }: LatLon) => `${formatDegrees(lon)},${formatDegrees(lat)}`;

/** Through a number again, which drops zeros at the end and the sign of a zero. */
const formatDegrees = (degrees: number) => String(Number(degrees.toFixed(6)) + 0);

const formatStart = (startMs: number) =>
  formatOsloInstant(startMs).slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace(/\D/g, '');
