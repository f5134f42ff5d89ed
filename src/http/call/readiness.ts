import { within } from '../../base/timer.ts';
import type { Services } from '../services.ts';

/** Whether what no answer can do without can be used now. */
export type Parts = Readonly<Record<Part, 'usable' | 'unusable'>>;

type Part = keyof Services['checks'];

/** A part that does not answer its check for so long cannot be used. Milliseconds. */
const LIMIT_MS = 3000;
/** A probe hears the result before last rather than wait longer. Milliseconds. */
const PROBE_MS = 1000;
/** Checks are not run more often than this, however many probes come. Milliseconds. */
const FRESH_MS = 1000;

const UNKNOWN: Parts = { database: 'unusable', engine: 'unusable' };

/**
 * Makes the function that looks after the parts. A busy part is late without being broken: one late
 * check is not held against it, a check that runs out of time is.
 *
 * @param onChange hears when a part can no longer be used, and why; with `undefined`: it can again.
 */
export function watchParts(
  { checks, timer }: Pick<Services, 'checks' | 'timer'>,
  onChange: (part: Part, error: unknown) => void,
): () => Promise<Parts> {
  let known: { readonly atMs: number; readonly parts: Parts } | undefined;
  let running: Promise<Parts> | undefined;

  async function check(part: Part): Promise<Parts[Part]> {
    const checked = checks[part]().then(
      () => USABLE,
      (error: unknown) => ({ result: 'unusable', error }) as const,
    );
    const { result, error } = (await within(checked, LIMIT_MS, timer)) ?? LATE;
    if (result !== (known?.parts[part] ?? 'usable')) onChange(part, error);
    return result;
  }

  async function checkAll(): Promise<Parts> {
    const [database, engine] = await Promise.all([check('database'), check('engine')]);
    known = { atMs: timer.nowMs(), parts: { database, engine } };
    running = undefined;
    return known.parts;
  }

  return async () => {
    if (known !== undefined && timer.nowMs() - known.atMs < FRESH_MS) return known.parts;
    running ??= checkAll();
    return (await within(running, PROBE_MS, timer)) ?? known?.parts ?? UNKNOWN;
  };
}

const USABLE = { result: 'usable', error: undefined } as const;
const LATE = { result: 'unusable', error: 'no answer in time' } as const;
