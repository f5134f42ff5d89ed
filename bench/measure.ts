import { performance } from 'node:perf_hooks';

/** Numbers from 0 up to 1, the same in every run. Source: Park and Miller, CACM 31 (10), 1988. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Milliseconds of each call, one after another, as a single caller would ask. */
export async function measure(count: number, work: (call: number) => unknown): Promise<number[]> {
  const ms: number[] = [];
  for (let call = 0; call < count; call++) {
    const startMs = performance.now();
    await work(call);
    ms.push(performance.now() - startMs);
  }
  return ms;
}

/** The same calls done in two ways in turn, so that both see the same machine. */
export async function compare(
  count: number,
  one: (call: number) => unknown,
  other: (call: number) => unknown,
): Promise<{ readonly one: number[]; readonly other: number[] }> {
  const [ones, others]: [number[], number[]] = [[], []];
  for (let call = 0; call < count; call++) {
    const isFirst = call % 2 === 0;
    if (isFirst) ones.push(...(await measure(1, () => one(call))));
    others.push(...(await measure(1, () => other(call))));
    if (!isFirst) ones.push(...(await measure(1, () => one(call))));
  }
  return { one: ones, other: others };
}

/** The value that so large a share of all lies below. */
export function quantile(ms: readonly number[], share: number): number {
  return ms.toSorted((a, b) => a - b)[Math.floor(share * (ms.length - 1))] ?? Number.NaN;
}

/** A table in Markdown with the median and the slow end of each row. */
export function formatTable(rows: Readonly<Record<string, readonly number[]>>): string {
  const cells = Object.entries(rows).map(
    ([name, ms]) =>
      `| ${name} | ${quantile(ms, 0.5).toFixed(3)} | ${quantile(ms, 0.95).toFixed(3)} |`,
  );
  return ['| What | median, ms | 95 %, ms |', '|---|---|---|', ...cells].join('\n');
}
