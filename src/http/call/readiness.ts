import { within } from '../../base/timer.ts';
import type { Services } from '../services.ts';

/** Whether the parts that every answer needs can be used now. */
export type Parts = Readonly<Record<Part, 'usable' | 'unusable'>>;

type Part = keyof Services['checks'];

/** A part counts as unusable when its check has not answered after this time. Milliseconds. */
const LIMIT_MS = 3000;
/** A probe that has waited so long gets the previous result. Milliseconds. */
const PROBE_MS = 1000;
/** Checks are not run more often than this, however many probes come. Milliseconds. */
const FRESH_MS = 1000;

const UNKNOWN: Parts = { database: 'unusable', engine: 'unusable' };

/**
 * Makes the function that looks after the parts. A busy part may answer its check late and still be usable. A part
 * whose check runs out of time (`LIMIT_MS`) is not.
 *
 * @param onChange called with the error when a part can no longer be used, and with `undefined` when it can be used
 * again.
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
