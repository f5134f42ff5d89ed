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
import type { FindVehicle } from '../vehicle/find-vehicle.ts';
import type { TariffSources } from '../wire/changes.ts';
import type { DataStanding, Upstream } from '../wire/health.ts';
import type { JobQuery } from '../wire/jobs.ts';
import type { ParsedJourney } from '../wire/read-journey.ts';
import type { Shape } from '../wire/unit.ts';

/**
 * What the endpoints need; `service/compose.ts` builds it, tests fake it. Facts may change while the server
 * runs: endpoints read them anew for each call, and find the same objects until they do.
 */
export interface Services extends ServedAnswers {
  /** What day and time it is: it may be set, so nothing is measured by it. */
  readonly clock: Clock;
  readonly timer: SteadyTimer;
  /** Finds the caller, and how much of the day is left. */
  readonly access: Access;
  /** The data files need no key. */
  readonly publicData: boolean;
  /** Counted calls that an account may make within a second; absent: any number. */
  readonly burstPerSecond?: number | undefined;
  /** Proxies before the server whose `X-Forwarded-For` is believed. */
  readonly proxies: number;
  /** The same for test keys, whose vehicles are fictitious. */
  readonly fictitious: ServedAnswers;
  /** Places by their names. */
  readonly gazetteer: Gazetteer;
  /** Seconds until a call of this kind and account may be taken again; absent: it is taken now. */
  retryAfterS(workload: Workload, account: string): number | undefined;
  /** Takes steps in the turn of an account, behind those of others that have had less of the work. */
  inTurn<Result>(account: string, steps: Steps<Result>, signal?: AbortSignal): Promise<Result>;
  /** Calls that the embedded engine works on, and calls that wait for their turn. */
  standing(): { readonly running: number; readonly waiting: number };
  /** Markdown. */
  readonly changelog: string;
  readonly facts: PublishedFacts;
  /** Version of all facts together. */
  readonly dataVersion: string;
  /** How the data stands that is renewed from the road database. */
  readonly data: Shape<typeof DataStanding>;
  /** The foreign services behind the answers; `[]`: there is none. */
  readonly upstreams: readonly UpstreamStanding[];
  /** Of what no answer can do without; each throws when its part cannot be used. */
  readonly checks: Readonly<Record<'database' | 'engine', () => Promise<unknown>>>;
  /** The OpenAPI document of all endpoints. */
  loadContract(): string;
  /** A document of `docs/`, such as `guide.nb.md`, or a picture, such as `cheapest/oslo-trondheim.webp`. */
  readDocument(file: string): Buffer;
  /** Jobs: taken in and handed out. */
  readonly jobs: JobDesk;
  /** Accounts, pages and map of the portal. */
  readonly portal: PortalServices;
  /** While it is `starting`, nothing about facts may be asked for. */
  phase(): Phase;
}

/** What of the facts in force questions are read by, and what is published. */
export interface PublishedFacts {
  /** Which vehicle length belongs to which ferry class. */
  readonly ferryBounds: LengthBounds;
  /** Of monthly caps, which `passagesThisMonth` counts by. */
  readonly capGroups: readonly string[];
  readonly quays: { readonly list: readonly Quay[]; readonly date: string };
  readonly tollStations: DataFile;
  readonly speedCameras: DataFile;
  /** Dated prices, of which `/changes.json` tells. */
  readonly tariffs: TariffSources;
}

/** What questions are answered by. Throws Faults as `trip/quote-trip.ts` says. */
export interface ServedAnswers extends Omit<Answers, 'answerReconcile'> {
  readonly findVehicle: FindVehicle;
}

/** Whose rows come, and what the call says of them beside its parameters. */
export interface Submitting {
  readonly caller: Caller;
  /** Names the submission; absent: it is a new one. */
  readonly idempotencyKey?: string | undefined;
  /** Where the clock of a test stands, Unix milliseconds. */
  readonly testNowMs?: number | undefined;
  /** What the schema held against its parameters: told with all that else is wrong. */
  readonly problems: readonly ParameterProblem[];
}

/** The jobs of all accounts. Throws Faults as `jobs/submit-job.ts` says. */
export interface JobDesk extends Pick<JobStore, 'find' | 'list' | 'remove' | 'webhookSecret'> {
  submit(
    body: AsyncIterable<Buffer>,
    asked: Shape<typeof JobQuery>,
    call: Submitting,
    inForce: Pick<Services, 'facts' | 'dataVersion' | 'inTurn'>,
  ): Promise<{ readonly job: Job; readonly isNew: boolean }>;
  /** Calls a receiver as the end of a job would. @throws Fault for an address that is never called. */
  testWebhook(accountId: string, url: string): Promise<WebhookOutcome>;
  /** Rows a second; `undefined`: it is not known yet. */
  rateOf(job: Job): Promise<number | undefined>;
  /** What stands before the rows, and the blocks of rows from the first on that are priced. */
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
  /** From now on `onEnd` hears what became of each call. */
  listen(onEnd: (call: { readonly outcome: string; readonly durationMs: number }) => void): void;
}

/** How it stands; its last failure is at a moment in Unix milliseconds. */
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

/** What the portal needs beside what the API has. */
export interface PortalServices {
  /** Trips can be tried without signing in. */
  readonly publicDemo: boolean;
  /** Origin and nothing more, such as `https://veipris.example.no`; absent: the listening address. */
  readonly publicUrl?: string | undefined;
  /** A map style to use instead of ours. */
  readonly mapStyleUrl?: string | undefined;
  /** Invented vehicles to try with; `[]` where a vehicle register is asked. */
  readonly demoPlates: readonly { readonly plate: string; readonly about: string }[];
  /** Tells the database of this server from others; absent: PostgreSQL, which many servers share. */
  readonly instance?: string | undefined;
  /** Of the program. */
  readonly version: string;
  /** Credit lines of what the map shows. */
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
   * Holds a statement against the tariffs, and against the drives of the question where it has any.
   *
   * @param columns what columns are called, where their names are not the usual ones.
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
  /** A file of the pages, of what they load, or of the map; `undefined`: there is none. */
  findFile(name: string): Promise<PortalFile | undefined>;
}

/** A file as it is sent. The same object as long as the file does not change. */
export interface PortalFile {
  readonly content: Buffer;
  /** The ending of its name, such as `js`. */
  readonly ending: string;
  /** How long a browser may keep it without asking whether it changed. */
  readonly maxAgeS: number;
}
