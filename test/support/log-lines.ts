import { Writable } from 'node:stream';

/** A stream that adds each text written to it to a list. A log writes a line at a time. */
export const sinkOf = (lines: string[]): Writable =>
  new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
