import { median } from '../numbers.ts';
import type { ServerProcess } from '../server-process.ts';

/** How memory and open files went. */
export interface Resources {
  readonly memoryMb: readonly number[];
  readonly files: readonly number[];
}

const EVERY_MS = 2000;

/** Measures a server again and again until it is told to stop. */
export function watchResources({ measure }: Pick<ServerProcess, 'measure'>): () => Resources {
  const memoryMb: number[] = [];
  const files: number[] = [];
  const timer = setInterval(() => {
    void measure().then((now) => {
      memoryMb.push(now.memoryMb);
      files.push(now.files);
    });
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return { memoryMb, files };
  };
}

/** Growth from the second third to the last one, by their medians; 0 when there is too little. */
export function growthOf(values: readonly number[]): number {
  const third = Math.floor(values.length / 3);
  if (third < 2) return 0;
  return median(values.slice(-third)) - median(values.slice(third, 2 * third));
}
