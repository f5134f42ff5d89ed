/** Rows of numbers in one file. They are used at start as they lie in the file. */
import { crc32 } from 'node:zlib';

/** The type of numbers of each row of a file, by name. Rows may stand in groups. */
export interface RowTypes {
  readonly [name: string]: RowType | RowTypes;
}

type RowType = typeof Int32Array | typeof Float32Array | typeof Float64Array | typeof Uint8Array;
type Row = RowType['prototype'];

export type NumberRows<Types extends RowTypes> = {
  readonly [Name in keyof Types]: Types[Name] extends RowType
    ? Types[Name]['prototype']
    : Types[Name] extends RowTypes
      ? NumberRows<Types[Name]>
      : never;
};

/** The head of the file as JSON. It stands before the rows. */
interface Head<Rest> {
  /** Version of the network that the rows belong to. */
  readonly network: string;
  /** How many numbers each row has, in their order, by its name and type. */
  readonly lengths: Readonly<Record<string, number>>;
  /** The content of the file that is not a row of numbers. */
  readonly rest: Rest;
}

/** The checksum of everything after it, and the length of the head, stand before the head. Bytes. */
const BEFORE_HEAD = 8;
/** Rows begin at a multiple of the size of the largest numbers. */
const alignUp = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/**
 * The head as JSON and the rows in their order. Each number is written as this machine holds it. A machine with another
 * byte order reads another checksum, and refuses the file.
 */
export function formatRows<Types extends RowTypes>(
  network: string,
  types: Types,
  { rows: groups, rest }: { readonly rows: NumberRows<Types>; readonly rest: unknown },
): Uint8Array {
  const named = listRows(types, groups);
  const lengths = Object.fromEntries(named.map(({ name, row }) => [name, row.length]));
  const head = new TextEncoder().encode(JSON.stringify({ network, lengths, rest }));
  let at = alignUp(BEFORE_HEAD + head.length);
  const bytes = new Uint8Array(named.reduce((sum, { row }) => sum + alignUp(row.byteLength), at));
  bytes.set(head, BEFORE_HEAD);
  for (const { buffer, byteOffset, byteLength } of named.map(({ row }) => row)) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += alignUp(byteLength);
  }
  const before = new Uint32Array(bytes.buffer, 0, 2);
  before[1] = head.length;
  before[0] = sumUp(bytes);
  return bytes;
}

/**
 * The rows of a file, which are views of its bytes, and the rest as it was written.
 *
 * @param file.sum the checksum by `sumUp`; absent: it is calculated here.
 * @param name of the file in the sentence of an error.
 * @throws Error with one sentence when the file is damaged or belongs to another network.
 */
export function parseRows<Types extends RowTypes, Rest>(
  file: { readonly bytes: Uint8Array; readonly sum?: number },
  network: string,
  types: Types,
  name: string,
): { readonly rows: NumberRows<Types>; readonly rest: Rest } {
  const bytes = file.bytes.byteOffset % 8 === 0 ? file.bytes : new Uint8Array(file.bytes);
  if (bytes.length < BEFORE_HEAD) throw new Error(`${name} is damaged.`);
  const [expected, headLength = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
  if (expected !== (file.sum ?? sumUp(bytes))) throw new Error(`${name} is damaged.`);
  const text = new TextDecoder().decode(bytes.subarray(BEFORE_HEAD, BEFORE_HEAD + headLength));
  const head = JSON.parse(text) as Head<Rest>;
  if (head.network !== network)
    throw new Error(`${name} is that of network ${head.network}, not of ${network}.`);

  let at = bytes.byteOffset + alignUp(BEFORE_HEAD + headLength);
  const rows = openRows(types, (rowName, Numbers) => {
    const length = head.lengths[rowName];
    if (length === undefined) throw new Error(`${name} has no row ${rowName}.`);
    const row = new Numbers(bytes.buffer as ArrayBuffer, at, length);
    at += alignUp(row.byteLength);
    return row;
  });
  return { rows, rest: head.rest };
}

/**
 * CRC-32 of everything after the checksum itself. Any change that lies within four consecutive bytes changes it.
 *
 * @param begin index of the first byte that is added to the sum.
 * @param before checksum of the bytes before `begin`.
 */
export const sumUp = (bytes: Uint8Array, begin = 0, before = 0): number =>
  crc32(bytes.subarray(Math.max(4, begin)), before);

const isRowType = (type: RowType | RowTypes): type is RowType => typeof type === 'function';

const nameRow = (path: readonly string[], type: RowType) => `${path.join('.')} ${type.name}`;

function listRows<Types extends RowTypes>(
  types: Types,
  groups: NumberRows<Types>,
  above: readonly string[] = [],
): { readonly name: string; readonly row: Row }[] {
  return Object.entries(types).flatMap(([name, type]) => {
    const path = [...above, name];
    const rows: unknown = groups[name];
    return isRowType(type)
      ? { name: nameRow(path, type), row: rows as Row }
      : listRows(type, rows as NumberRows<RowTypes>, path);
  });
}

/** @param open opens one row after the other, in the order of `listRows`. */
function openRows<Types extends RowTypes>(
  types: Types,
  open: (name: string, type: RowType) => Row,
  above: readonly string[] = [],
): NumberRows<Types> {
  const named = Object.entries(types).map(([name, type]) => {
    const path = [...above, name];
    return [name, isRowType(type) ? open(nameRow(path, type), type) : openRows(type, open, path)];
  });
  return Object.fromEntries(named) as NumberRows<Types>;
}
