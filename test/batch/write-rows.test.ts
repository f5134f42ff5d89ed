import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openWriter } from '../../src/batch/write-rows.ts';

/** A stream that takes so many texts and then fails, as `code`. */
function failing(code: string, after: number) {
  const taken: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _, settle) {
      if (taken.length < after) {
        taken.push(text);
        setImmediate(settle);
      } else settle(Object.assign(new Error(`write ${code}`), { code }));
    },
  });
  /** What the listener of the command would have thrown. */
  const thrown: unknown[] = [];
  stream.on('error', (error) => void thrown.push(error));
  return { taken, thrown, stream };
}

test('a reader that has seen enough, such as head, is no failure, and hears nothing more', async () => {
  const { taken, stream } = failing('EPIPE', 2);
  const write = openWriter(stream);
  const goesOn = [await write('a'), await write('b'), await write('c'), await write('d')];
  expect(goesOn).toEqual([true, true, false, false]);
  expect(taken).toEqual(['a', 'b']);
});

test('a full disk is a failure, and the listener of the command does not end the process', async () => {
  const { thrown, stream } = failing('ENOSPC', 1);
  const write = openWriter(stream);
  expect(await write('a')).toBe(true);
  await expect(write('b')).rejects.toThrow('write ENOSPC');
  await expect(write('c')).rejects.toThrow('write ENOSPC');
  expect(thrown).toEqual([]);
});
