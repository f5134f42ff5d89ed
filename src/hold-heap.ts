import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by half before it is collected, instead of to four times its size: nearly all of
 * an answer is garbage as soon as it is sent, and a server takes 360 MB under load instead of 450, at
 * the same processor time (bench/README.md). For a process that answers for long, before it has done
 * anything.
 *
 * Source: `node --v8-options`.
 */
export const holdHeap = (setFlag: (flag: string) => void = setFlagsFromString): void =>
  setFlag('--heap-growing-percent=50');
