import { Writable } from 'node:stream';

/** A stream that adds whatever is written to it to a list, as a log writes it: a line at a time. */
export const sinkOf = (lines: string[]): Writable =>
  new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
