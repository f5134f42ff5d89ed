import { createWriteStream, existsSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeTexts } from '../../src/batch/write-rows.ts';

/** Writes five texts to a stream that takes so many and then fails, as `code`. */
async function writeInto(code: string, after: number) {
  const taken: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
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
  let isEnded = false;
  async function* texts() {
    try {
      yield* ['b', 'c', 'd', 'e'];
    } finally {
      isEnded = true;
    }
  }
  const failure = await writeTexts(stream, texts(), 'a').catch((error: Error) => error.message);
  return { taken, thrown, failure, isEnded };
}

test.each([
  [
    'a reader that has seen enough, such as head, is no failure, and hears nothing more',
    'EPIPE',
    2,
  ],
  [
    'a full disk is a failure, and the listener of the command does not end the process',
    'ENOSPC',
    1,
  ],
] as const)('%s', async (_, code, after) => {
  const { taken, thrown, failure, isEnded } = await writeInto(code, after);
  expect(taken).toEqual(['a', 'b'].slice(0, after));
  expect(failure).toBe(code === 'EPIPE' ? undefined : 'write ENOSPC');
  expect({ thrown, isEnded }).toEqual({ thrown: [], isEnded: true });
});

test('texts reach the stream in their order, behind the header', async () => {
  const { taken, failure } = await writeInto('EPIPE', 9);
  expect([taken.join(''), failure]).toEqual(['abcde', undefined]);
});

const FULL = '/dev/full';

test.runIf(existsSync(FULL))('the file whose disk is full is named', async () => {
  const written = writeTexts(createWriteStream(FULL), Readable.from(['a']), 'b');
  await expect(written).rejects.toMatchObject({ code: 'ENOSPC', path: FULL });
});
