import type { AccountLimits, Plans } from '../../account/account.ts';
import type { KeyManager } from '../../account/manage-keys.ts';
import type {
  AccountStore,
  AuditLog,
  KeyStore,
  QuotaStore,
  UsageStore,
} from '../../account/ports.ts';
import type { Sessions } from '../../account/sessions.ts';
import type { Letter, SignIn } from '../../account/sign-in.ts';
import type { Visits } from '../../account/visits.ts';
import type { Caller } from '../../answer/answer-question.ts';
import type { CheckedStatement } from '../../trip/reconcile.ts';
import type { ParsedJourney } from '../../wire/read-journey.ts';

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
  readonly keys: Pick<KeyStore, 'list'> & KeyManager;
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
    caller: Caller,
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
