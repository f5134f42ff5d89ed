import type { Logger } from 'pino';
import type { LatLon } from '../base/point.ts';
import type { SettingReader } from '../base/settings.ts';
import type { NamedSite } from '../passages/site-finder.ts';
import type { TollSites } from '../passages/toll-site.ts';
import type { Clock } from '../trip/ports.ts';
import type { QuoteParts } from '../trip/quote-trip.ts';
import type { UpstreamLimits } from './call/terms.ts';
import type { Upstream } from './call/upstream.ts';

/** The description of a foreign service. The settings, the line of the server when it is ready, and the docs use it. */
export interface ServiceDescriptor<Settings, Opened> {
  /** The name in the log, in metrics and on `/health/ready`. */
  readonly name: string;
  /** Its settings, by their names in the environment. The documents are generated from them. */
  readonly variables: Readonly<Record<string, SettingRow>>;
  /**
   * The settings by the operator; `undefined`: the service is not asked.
   *
   * @throws Error with one line that names the setting and its allowed values.
   */
  readonly settings: (set: SettingReader) => Settings | undefined;
  /** Credit line that answers by the service show in addition to that of our own data; absent: none. */
  readonly attribution?: string;
  /** Licence and credit of its data, if answers do not show them. */
  readonly licence?: string;
  /** Loads the code that asks the service, and opens it. The first question connects. */
  readonly open: (settings: Settings, terms: OpenTerms) => Promise<Opened>;
}

/** A setting for the documents, in Markdown. */
interface SettingRow {
  readonly usual: string;
  readonly meaning: string;
  /** The value in the example of a file of settings; absent: it is empty there. */
  readonly example?: string;
}

export interface OpenTerms {
  /** Gets the messages for an operator. */
  readonly log: Pick<Logger, 'error' | 'warn' | 'debug'>;
  readonly clock: Clock;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  /** Limits that replace those of the service. */
  readonly limits?: Partial<UpstreamLimits>;
}

/** A foreign service that plans trips. */
export interface RoutingService {
  readonly server: Upstream;
  /** Gives the parts that plan trips and find the stations on them, by the facts in force. */
  engineFor(facts: PlaceFacts): Pick<QuoteParts, 'planner' | 'passages'>;
}

/** Where the stations and quays in force stand. */
export interface PlaceFacts {
  readonly sites: TollSites;
  readonly stations: readonly StationPlace[];
  /** Where car ferries call. */
  readonly quays: readonly LatLon[];
}

/** The place and the road of a station. */
type StationPlace = Omit<NamedSite, 'stationId'> & { readonly id: string };
