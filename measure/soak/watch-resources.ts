import { readFile } from 'node:fs/promises';
import { median } from '../numbers.ts';
import type { ServerProcess } from '../server-process.ts';

/** The course of memory and open files. */
export interface Resources {
  readonly memoryMb: readonly number[];
  /** Without the connections that callers hold: these come and go with the load. */
  readonly files: readonly number[];
}

const EVERY_MS = 2000;

/** Measures a server again and again until it is told to stop. */
export function watchResources({
  measure,
  address,
}: Pick<ServerProcess, 'measure' | 'address'>): () => Resources {
  const port = Number(new URL(address).port);
  const memoryMb: number[] = [];
  const files: number[] = [];
  const timer = setInterval(() => {
    void Promise.all([measure(), countConnections(port)]).then(([now, connections]) => {
      memoryMb.push(now.memoryMb);
      files.push(now.files - connections);
    });
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return { memoryMb, files };
  };
}

/** Linux, `/proc/net/tcp`: both ends hold the connection. If its caller has closed it, it counts as a file. */
const ESTABLISHED = '01';

/** Connections to a port of this machine that both ends hold. */
async function countConnections(port: number): Promise<number> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'utf8').catch(() => '')),
  );
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)));
  return rows.filter(([, local, , state]) => local?.endsWith(ending) && state === ESTABLISHED)
    .length;
}

/** Growth from the second third of the values to the last third, by medians; 0: there are too few values. */
export function growthOf(values: readonly number[]): number {
  const third = Math.floor(values.length / 3);
  if (third < 2) return 0;
  return median(values.slice(-third)) - median(values.slice(third, 2 * third));
}
