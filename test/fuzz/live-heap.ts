import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** What of the heap is in use, in MB, after everything that nobody holds is collected. */
export function liveHeapMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}
