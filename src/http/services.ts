import type { Access, Caller } from '../account/access.ts';
import type { AccountLimits, Plans } from '../account/account.ts';
import type { AccountStore, AuditLog, KeyStore, QuotaStore, UsageStore } from '../account/ports.ts';
import type { Sessions } from '../account/sessions.ts';
import type { Letter, SignIn } from '../account/sign-in.ts';
import type { Visits } from '../account/visits.ts';
import type { Caller as Asker } from '../answer/answer-question.ts';
import type { Answers } from '../answer/answers.ts';
import type { ParameterProblem } from '../base/fault.ts';
import type { Steps } from '../base/steps.ts';
import type { Job, JobStore, ResultPart, WebhookOutcome } from '../jobs/job.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import type { LengthBounds } from '../pricing/ferry/law.ts';
import type { CheckedStatement } from '../statement/reconcile.ts';
import type { Clock, Quay, SteadyTimer } from '../trip/ports.ts';
import type { FindVehicle } from '../vehicle/vehicle.ts';
import type { TariffSources } from '../wire/changes.ts';
import type { DataStanding, Upstream } from '../wire/health.ts';
import type { JobQuery } from '../wire/jobs.ts';
import type { ParsedJourney } from '../wire/read-journey.ts';
import type { Shape } from '../wire/unit.ts';

/**
 * Everything that the endpoints need. `service/compose.ts` builds it, tests fake it. Facts may change while the server
 * runs: endpoints read them anew for each call, and find the same objects until they do.
 */
export interface Services extends ServedAnswers {
  /** Tells day and time. The clock may be set, so durations are not measured by it. */
  readonly clock: Clock;
  readonly timer: SteadyTimer;
  /** Finds the caller, and the calls that the day has left. */
  readonly access: Access;
  /** Whether the data files need no key. */
  readonly publicData: boolean;
  /** Counted calls that an account may make within a second; absent: any number. */
  readonly burstPerSecond?: number | undefined;
  /** Proxies before the server whose `X-Forwarded-For` is believed. */
  readonly proxies: number;
  /** The answers for test keys, whose vehicles are fictitious. */
  readonly fictitious: ServedAnswers;
  /** Places by their names. */
  readonly gazetteer: Gazetteer;
  /** Seconds until a call of this kind and account may be taken again; absent: it is taken now. */
  retryAfterS(workload: Workload, account: string): number | undefined;
  /** Runs steps in the turn of an account, after the accounts that have had less of the work. */
  inTurn<Result>(account: string, steps: Steps<Result>, signal?: AbortSignal): Promise<Result>;
  /** Calls that the embedded engine works on, and calls that wait for their turn. */
  standing(): { readonly running: number; readonly waiting: number };
  /** Markdown. */
  readonly changelog: string;
  readonly facts: PublishedFacts;
  /** Version of all facts together. */
  readonly dataVersion: string;
  /** The state of the data that is renewed from the road database. */
  readonly data: Shape<typeof DataStanding>;
  /** The foreign services behind the answers; `[]`: there is none. */
  readonly upstreams: readonly UpstreamStanding[];
  /** Checks of the parts that every answer needs. A check throws when its part cannot be used. */
  readonly checks: Readonly<Record<'database' | 'engine', () => Promise<unknown>>>;
  /** The OpenAPI document of all endpoints. */
  loadContract(): string;
  /** A document of `docs/`, such as `guide.nb.md`, or a picture, such as `cheapest/oslo-trondheim.webp`. */
  readDocument(file: string): Buffer;
  /** Takes jobs in and hands their results out. */
  readonly jobs: JobService;
  /** Accounts, pages and map of the portal. */
  readonly portal: PortalServices;
  /** While it is `starting`, nothing about facts may be asked for. */
  phase(): Phase;
}

/** The facts in force that questions are read by, and the facts that are published. */
export interface PublishedFacts {
  /** Which vehicle length belongs to which ferry class. */
  readonly ferryBounds: LengthBounds;
  /** The groups of monthly caps, by which `passagesThisMonth` counts. */
  readonly capGroups: readonly string[];
  readonly quays: { readonly list: readonly Quay[]; readonly date: string };
  readonly tollStations: DataFile;
  readonly speedCameras: DataFile;
  /** The dated prices that `/changes.json` tells about. */
  readonly tariffs: TariffSources;
}

/** The functions that answer questions. They throw Faults as `trip/quote-trip.ts` says. */
export interface ServedAnswers extends Omit<Answers, 'answerReconcile'> {
  readonly findVehicle: FindVehicle;
}

/** A call that brings rows: its caller, and what it says about the rows beside its parameters. */
export interface Submitting {
  readonly caller: Caller;
  /** Names the submission; absent: it is a new one. */
  readonly idempotencyKey?: string | undefined;
  /** Where the clock of a test stands, Unix milliseconds. */
  readonly testNowMs?: number | undefined;
  /** Problems that the schema found in its parameters. They are told with all that else is wrong. */
  readonly problems: readonly ParameterProblem[];
}

/** The jobs of all accounts. Throws Faults as `jobs/submit-job.ts` says. */
export interface JobService extends Pick<JobStore, 'find' | 'list' | 'remove' | 'webhookSecret'> {
  submit(
    body: AsyncIterable<Buffer>,
    asked: Shape<typeof JobQuery>,
    call: Submitting,
    inForce: Pick<Services, 'facts' | 'dataVersion' | 'inTurn'>,
  ): Promise<{ readonly job: Job; readonly isNew: boolean }>;
  /**
   * Calls a receiver as the end of a job would.
   *
   * @param count counts the call, before the receiver is called.
   * @throws Fault for an address that is never called, and while another receiver of the account is called.
   */
  testWebhook(accountId: string, url: string, count: () => Promise<void>): Promise<WebhookOutcome>;
  /** Rows a second; `undefined`: it is not known yet. */
  rateOf(job: Job): Promise<number | undefined>;
  /** The text before the rows, and the blocks of rows that are priced, without a gap from the first on. */
  openResult(job: Job): Promise<{ readonly head: Buffer; readonly parts: readonly ResultPart[] }>;
  /** The text of a block. */
  readResult(jobId: string, no: number): Promise<Buffer>;
}

/** The life of a server: `starting` until the facts are open, `draining` from SIGTERM on. */
export type Phase = 'starting' | 'serving' | 'draining';

/** A foreign service, for health and metrics. */
export interface UpstreamStanding {
  readonly name: string;
  state(): UpstreamState;
  /** From now on `onEnd` is called with the outcome of each call. */
  listen(onEnd: (call: { readonly outcome: string; readonly durationMs: number }) => void): void;
}

/** The state of a foreign service. The moment of its last failure is in Unix milliseconds. */
interface UpstreamState extends Omit<Shape<typeof Upstream>, 'name' | 'lastFailure'> {
  readonly lastFailure?: Pick<Failure, 'kind'> & { readonly atMs: number };
}

type Failure = NonNullable<Shape<typeof Upstream>['lastFailure']>;

/** A file of facts as it is published. */
export interface DataFile {
  /** JSON text, sent as it is. */
  readonly json: string;
  /** The day that the facts stand for, `YYYY-MM-DD`. */
  readonly date: string;
}

/** The engine that an endpoint waits for. */
export type Workload = 'route' | 'estimate';

/** The services that the portal needs beside those of the API. */
export interface PortalServices {
  /** Trips can be tried without signing in. */
  readonly publicDemo: boolean;
  /** The origin alone, such as `https://veipris.example.no`; absent: the listening address. */
  readonly publicUrl?: string | undefined;
  /** A map style to use instead of ours. */
  readonly mapStyleUrl?: string | undefined;
  /** Invented vehicles to try with; `[]` where a vehicle register is asked. */
  readonly demoPlates: readonly { readonly plate: string; readonly about: string }[];
  /** Names of streets and addresses are looked up. */
  readonly searchesAddresses: boolean;
  /** Distinguishes the database of this server from others; absent: PostgreSQL, which many servers share. */
  readonly instance?: string | undefined;
  /** The version of the program. */
  readonly version: string;
  /** Credit lines for the sources of the map. */
  readonly attribution: string;
  readonly plans: Plans;
  readonly limits: AccountLimits;
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly visits: Visits;
  readonly accounts: Pick<AccountStore, 'requestPlan' | 'findPlanRequest'>;
  readonly keys: Pick<KeyStore, 'addWithin' | 'findById' | 'list' | 'revoke' | 'rotate'>;
  readonly usage: Pick<UsageStore, 'list' | 'listByKey' | 'listRecent'>;
  readonly quota: Pick<QuotaStore, 'getUsed'>;
  readonly audit: AuditLog;
  /**
   * Compares a statement with the tariffs, and with the drives of the question where it has any.
   *
   * @param columns the names of columns, where these are not the usual names.
   * @throws Fault `invalid_parameter` with a sentence that quotes no row.
   */
  checkStatement(
    file: Uint8Array,
    columns: Readonly<Partial<Record<string, string>>>,
    question: ParsedJourney,
    caller: Asker,
  ): Promise<CheckedStatement>;
  /** Absent: there is no mail server, and sign-in links go to the log. */
  readonly sendLetter?: ((letter: Letter) => Promise<void>) | undefined;
  /** A file of the pages or of the map, or a file that the pages load; `undefined`: there is no such file. */
  findFile(name: string): Promise<PortalFile | undefined>;
}

/** A file as it is sent. It is the same object as long as the file does not change. */
export interface PortalFile {
  readonly content: Buffer;
  /** The ending of its name, such as `js`. */
  readonly ending: string;
  /** How long a browser may keep it without asking whether it changed. */
  readonly maxAgeS: number;
}
