import type { Logger } from 'pino';
import type { LatLon } from '../base/point.ts';
import type { SettingReader } from '../base/settings.ts';
import type { NamedSite } from '../passages/site-finder.ts';
import type { TollSites } from '../passages/toll-site.ts';
import type { Clock } from '../trip/ports.ts';
import type { QuoteParts } from '../trip/quote-trip.ts';
import type { UpstreamLimits } from './call/terms.ts';
import type { Upstream } from './call/upstream.ts';

/** A foreign service, said once: for the settings, the line that says that the server is ready, and the docs. */
export interface ServiceDescriptor<Settings, Opened> {
  /** In the log, in metrics and on `/health/ready`. */
  readonly name: string;
  /** Its settings, by their names in the environment; the documents are written from them. */
  readonly variables: Readonly<Record<string, SettingRow>>;
  /**
   * What the operator has set; `undefined`: the service is not asked.
   *
   * @throws Error with one line that names the setting and what it must be.
   */
  readonly settings: (set: SettingReader) => Settings | undefined;
  /** Credit that answers by it show beside that of our own data; absent: none. */
  readonly attribution?: string;
  /** Licence and credit of its data, where answers do not show them. */
  readonly licence?: string;
  /** Loads what speaks to it, and opens the way; the first question connects. */
  readonly open: (settings: Settings, terms: OpenTerms) => Promise<Opened>;
}

/** A setting as the documents tell it, in Markdown. */
interface SettingRow {
  readonly usual: string;
  readonly meaning: string;
  /** In the example of a file of settings; absent: left empty. */
  readonly example?: string;
}

export interface OpenTerms {
  /** Hears what an operator must know. */
  readonly log: Pick<Logger, 'error' | 'warn' | 'debug'>;
  readonly clock: Clock;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  /** Other limits than those of the service. */
  readonly limits?: Partial<UpstreamLimits>;
}

/** A foreign service that plans trips. */
export interface RoutingService {
  readonly server: Upstream;
  /** What plans trips and finds the stations on them, by the facts in force. */
  engineFor(facts: PlaceFacts): Pick<QuoteParts, 'planner' | 'passages'>;
}

/** Where the stations and quays in force stand. */
export interface PlaceFacts {
  readonly sites: TollSites;
  readonly stations: readonly StationPlace[];
  /** Where car ferries call. */
  readonly quays: readonly LatLon[];
}

/** Where a station stands, and on what road. */
type StationPlace = Omit<NamedSite, 'stationId'> & { readonly id: string };
