import { PbfReader, PbfWriter } from 'pbf';

/** What becomes of a field of bytes; undefined drops it. */
type Change = (bytes: Uint8Array) => Uint8Array | undefined;

const LENGTH_DELIMITED = 2;

/**
 * A message with some of its fields changed; all others are copied as they stand, those that are not
 * known included.
 *
 * @param changes by the number of the field.
 * @param add writes further fields behind them.
 */
export function rewriteMessage(
  message: Uint8Array,
  changes: Readonly<Record<number, Change>>,
  add: (writer: PbfWriter) => void = () => {},
): Uint8Array {
  const parts: Uint8Array[] = [];
  const reader = new PbfReader(message);
  for (;;) {
    const start = reader.pos;
    const field = reader.nextField();
    if (field === 0) break;
    const change = changes[field];
    if (change === undefined || reader.type !== LENGTH_DELIMITED) {
      reader.skip(reader.type);
      parts.push(message.subarray(start, reader.pos));
      continue;
    }
    const changed = change(reader.readBytes());
    if (changed !== undefined)
      parts.push(write((writer) => writer.writeBytesField(field, changed)));
  }
  return Buffer.concat([...parts, write(add)]);
}

/** The bytes that are written; not those of a field that holds them. */
export function write(fill: (writer: PbfWriter) => void): Uint8Array {
  const writer = new PbfWriter();
  fill(writer);
  return writer.finish();
}

/** Numbers one after the other, as packed fields hold them. */
export const packVarints = (numbers: readonly number[]): Uint8Array =>
  write((writer) => {
    for (const number of numbers) writer.writeVarint(number);
  });

/** Numbers as their distances from the one before, packed. */
export const packDeltas = (numbers: readonly number[]): Uint8Array =>
  write((writer) => {
    let before = 0;
    for (const number of numbers) {
      writer.writeSVarint(number - before);
      before = number;
    }
  });

/** The numbers of a packed field. */
export function unpackVarints(bytes: Uint8Array): number[] {
  const reader = new PbfReader(bytes);
  const numbers: number[] = [];
  while (reader.pos < bytes.length) numbers.push(reader.readVarint());
  return numbers;
}

/** The numbers that were written as distances. */
export function unpackDeltas(bytes: Uint8Array): number[] {
  const reader = new PbfReader(bytes);
  const numbers: number[] = [];
  let number = 0;
  while (reader.pos < bytes.length) {
    number += reader.readSVarint();
    numbers.push(number);
  }
  return numbers;
}
