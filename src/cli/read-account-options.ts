import {
  type ApiKey,
  isShownName,
  PLAN_IDS,
  type PlanId,
  parseEmail,
  SUBSCRIPTIONS,
  type Subscription,
} from '../account/account.ts';
import {
  endOfKey,
  type KeyManager,
  type KeyName,
  type KeyState,
  stateOfKey,
} from '../account/manage-keys.ts';
import { formatChoices } from '../base/format-choices.ts';
import type { Outcome } from './command.ts';
import { formatInstant } from './format-table.ts';
import { type OptionValues, readOptions } from './read-options.ts';

/** What the commands about accounts and keys are asked; what was not given is absent. */
interface AccountOptions {
  readonly email?: string;
  readonly plan?: PlanId;
  readonly subscription?: Subscription;
  readonly 'daily-limit'?: number;
  readonly days?: number;
  readonly overlap?: number;
  readonly name?: string;
  readonly key?: string;
  readonly id?: string;
  readonly json?: true;
  readonly test?: true;
}

type OptionName = keyof AccountOptions;

/** Reads the options that a command knows, and refuses a value that is none. */
export function readAccountOptions(
  args: readonly string[],
  names: readonly OptionName[],
): { readonly options: AccountOptions } | { readonly problem: Outcome } {
  const kinds = names.map(
    (name) => [name, name === 'json' || name === 'test' ? 'flag' : 'once'] as const,
  );
  const read = readOptions(args, Object.fromEntries(kinds));
  if ('problem' in read) return read;
  const options: Record<string, string | number | true> = {};
  for (const name of names.filter((one) => read.values.has(one))) {
    const { parse, wanted } = READERS[name];
    const value = parse(textOf(read.values, name));
    if (value === undefined) return { problem: wrongUsage(`--${name} must be ${wanted}`) };
    options[name] = value;
  }
  return { options };
}

/** The refusal of a call that lacks an option. */
export const missing = (option: string): Outcome => wrongUsage(`${option} is missing`);

/** The refusal of a call, and why. */
export const wrongUsage = (line: string): Outcome => ({ kind: 'wrong-usage', line });

interface Reader<Value> {
  /** `undefined` when the text is no such value. */
  parse(text: string): Value | undefined;
  /** What it must be; the refused text is not repeated, as it may be a key. */
  readonly wanted: string;
}

type Readers = { readonly [Name in OptionName]-?: Reader<NonNullable<AccountOptions[Name]>> };

const MOST_CALLS_PER_DAY = 1_000_000_000;
/** As long as usage may be asked for, ten years. */
const MOST_DAYS = 3660;
const MOST_LETTERS = 100;

const READERS: Readers = {
  email: { parse: parseEmail, wanted: 'an e-mail address' },
  plan: choiceOf(PLAN_IDS),
  subscription: choiceOf(SUBSCRIPTIONS),
  'daily-limit': wholeOf(MOST_CALLS_PER_DAY),
  days: wholeOf(MOST_DAYS),
  overlap: {
    parse: (text) => (/^\d{1,4}h?$/.test(text) ? Number.parseInt(text, 10) : undefined),
    wanted: 'a whole number of hours, such as 24h',
  },
  name: {
    parse: (text) => (isShownName(text, MOST_LETTERS) ? text : undefined),
    wanted: `one line of at most ${MOST_LETTERS} visible characters`,
  },
  key: { parse: (text) => text || undefined, wanted: 'a key or the beginning of one' },
  id: { parse: (text) => text || undefined, wanted: 'the id of a key' },
  json: { parse: () => true, wanted: '' },
  test: { parse: () => true, wanted: '' },
};

function choiceOf<Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return {
    parse: (text) => choices.find((choice) => choice === text),
    wanted: formatChoices(choices),
  };
}

function wholeOf(most: number): Reader<number> {
  return {
    parse(text) {
      const value = Number(text);
      return /^\d{1,10}$/.test(text) && value >= 1 && value <= most ? value : undefined;
    },
    wanted: `a whole number from 1 to ${most}`,
  };
}

const textOf = (values: OptionValues, name: OptionName) => values.get(name)?.[0] ?? '';

/** The key that `--key` or `--id` names; exactly one of the two must be given. */
export function readKeyName({ key, id }: AccountOptions): KeyName | Outcome {
  if ((key === undefined) === (id === undefined))
    return wrongUsage('name one key with --key or --id');
  return key === undefined ? { id: id ?? '' } : { text: key };
}

/** The one key with that name; what was typed is not repeated, as it may be a whole key. */
export async function findNamedKey(
  keys: Pick<KeyManager, 'find'>,
  name: KeyName,
): Promise<ApiKey | Outcome> {
  const found = await keys.find(name);
  if (found.kind === 'found') return found.key;
  if (found.kind === 'unknown') return failed('there is no such key');
  const shown = found.keys.slice(0, MOST_SHOWN).map(({ id }) => id);
  const more = found.keys.length - shown.length;
  const ids = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return failed(`${found.keys.length} keys begin so; name one with --id: ${ids}`);
}

/** The failure of changing a key that is not in use. */
export function refuseUnused(key: ApiKey, nowMs: number): Outcome {
  const state = stateOfKey(key, nowMs);
  const atMs = state === 'replaced' ? key.replacedAtMs : endOfKey(key);
  const what =
    atMs === undefined ? 'is not in use any more' : `was ${WORDS[state]} ${formatInstant(atMs)}`;
  return failed(`the key ${key.prefix}... (${key.id}) ${what}`);
}

const WORDS: Record<KeyState, string> = {
  live: 'in use until',
  replaced: 'rotated',
  rotated: 'rotated',
  expired: 'at its end',
  revoked: 'revoked',
};

const MOST_SHOWN = 10;

const failed = (line: string): Outcome => ({ kind: 'failed', line });
