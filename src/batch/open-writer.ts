import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';

/** Takes texts one after the other. */
export interface Writer {
  /**
   * Settles when the text has been taken.
   *
   * @returns false: who reads has seen enough, and nothing more need come.
   */
  write(text: string): Promise<boolean>;
  /** Nothing more comes; a file is whole when this has settled. */
  end(): Promise<void>;
}

/** Goes on at the end of a file, and makes it where there is none. */
export function openFileWriter(path: string): Writer {
  const stream = createWriteStream(path, { flags: 'a' });
  const writer = writeTo(stream);
  return {
    ...writer,
    async end() {
      await writer.end();
      stream.end();
      await once(stream, 'finish');
    },
  };
}

/** Writes to standard output, which stays open. */
export function openPipeWriter(stream: Writable): Writer {
  // The command's own listener throws what it does not expect: here it becomes the batch's failure.
  stream.removeAllListeners('error');
  return writeTo(stream);
}

function writeTo(stream: Writable): Writer {
  let failure: NodeJS.ErrnoException | undefined;
  stream.on('error', (error) => {
    failure = error;
  });
  /** A reader that has gone, such as `head`, is no failure. */
  const goesOn = () => {
    if (failure === undefined) return true;
    if (failure.code === 'EPIPE') return false;
    throw failure;
  };
  /** A write has failed, or not, when its callback comes. */
  const taken = (text: string) =>
    new Promise<void>((resolve) => {
      stream.write(text, (error) => {
        failure ??= error ?? undefined;
        resolve();
      });
    });
  return {
    async write(text) {
      if (!goesOn()) return false;
      await taken(text);
      return goesOn();
    },
    async end() {
      goesOn();
    },
  };
}
