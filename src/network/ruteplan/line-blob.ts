/**
 * Reads lines out of the binary geometry of SQLite files, east and north in turn. Heights and measures are left out.
 *
 * Sources: SpatiaLite, "BLOB-Geometry", with the compressed lines of its version 3; OGC GeoPackage 1.3, clause 2.1.3,
 * with the well-known binary of ISO 13249-3.
 */

const LINE = 2;
const LINES = 5;
const COMPRESSED = 1_000_000;
/** Before the geometry of SpatiaLite: two marks, the reference system, the bounding box and another mark. Bytes. */
const SPATIALITE_HEAD = 39;
/** Bytes of the bounding box of a GeoPackage by its kind. */
const ENVELOPES = [0, 32, 48, 48, 64];
/** Parts of a line meet if their ends are nearer than this. Metres. */
const JOIN_M = 0.001;

/** The points of a line, x and y in turn; undefined: the bytes are no line, or its parts do not meet. */
export function parseLineBlob(blob: Uint8Array): Float64Array | undefined {
  try {
    const bytes = openBytes(blob);
    return joinParts(bytes.isGeoPackage() ? readGeoPackage(bytes) : readSpatialite(bytes));
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** Bytes that are read one number after the other; reading past their end is a RangeError. */
function openBytes({ buffer, byteOffset, length }: Uint8Array) {
  const view = new DataView(buffer, byteOffset, length);
  let at = 0;
  let little = true;
  const take = (bytes: number): number => {
    at += bytes;
    return at - bytes;
  };
  return {
    isGeoPackage: () => length > 8 && view.getUint16(0) === 0x4750,
    byteAt: (place: number) => view.getUint8(place),
    skip: take,
    setOrder: (isLittle: boolean) => {
      little = isLittle;
    },
    byte: () => view.getUint8(take(1)),
    whole: () => view.getUint32(take(4), little),
    double: () => view.getFloat64(take(8), little),
    float: () => view.getFloat32(take(4), little),
  };
}

type Bytes = ReturnType<typeof openBytes>;

function readSpatialite(bytes: Bytes): Float64Array[] {
  bytes.setOrder(bytes.byteAt(1) === 1);
  bytes.skip(SPATIALITE_HEAD);
  const kind = bytes.whole();
  if (kind % 1000 === LINE) return [readLine(bytes, kind)];
  if (kind % 1000 !== LINES) return [];
  return Array.from({ length: bytes.whole() }, () => {
    bytes.skip(1);
    return readLine(bytes, bytes.whole());
  });
}

function readGeoPackage(bytes: Bytes): Float64Array[] {
  bytes.skip(8 + (ENVELOPES[(bytes.byteAt(3) >> 1) & 7] ?? 0));
  const readKind = () => {
    bytes.setOrder(bytes.byte() === 1);
    return bytes.whole();
  };
  const kind = readKind();
  if (kind % 1000 === LINE) return [readLine(bytes, kind)];
  if (kind % 1000 !== LINES) return [];
  return Array.from({ length: bytes.whole() }, () => readLine(bytes, readKind()));
}

/** @param kind thousands: points have heights (1) or measures (2), or both (3); millions: points are differences. */
function readLine(bytes: Bytes, kind: number): Float64Array {
  const isCompressed = kind >= COMPRESSED;
  const dimensions = Math.floor((kind % COMPRESSED) / 1000);
  const [heights, measures] = [dimensions & 1, Number(dimensions >= 2)];
  const count = bytes.whole();
  const line = new Float64Array(2 * count);
  for (let i = 0; i < line.length; i += 2) {
    const isDifference = isCompressed && i > 0 && i < line.length - 2;
    for (let at = i; at <= i + 1; at++)
      line[at] = isDifference ? (line[at - 2] as number) + bytes.float() : bytes.double();
    bytes.skip(heights * (isDifference ? 4 : 8) + measures * 8);
  }
  return line;
}

function joinParts(parts: readonly Float64Array[]): Float64Array | undefined {
  const [first, ...others] = parts;
  if (first === undefined || parts.some((part) => part.length < 4)) return undefined;
  let line = first;
  for (const part of others) {
    const offM = Math.hypot(
      (line.at(-2) as number) - (part[0] as number),
      (line.at(-1) as number) - (part[1] as number),
    );
    if (offM > JOIN_M) return undefined;
    const joined = new Float64Array(line.length + part.length - 2);
    joined.set(line);
    joined.set(part.subarray(2), line.length);
    line = joined;
  }
  return line;
}
