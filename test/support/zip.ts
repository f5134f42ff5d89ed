import { crc32, deflateRawSync } from 'node:zlib';

/** A zip of one file behind a note. */
export function zip(name: string, content: Buffer, method: 0 | 8): Buffer {
  const entries = [
    { name: 'lesmeg.txt', content: Buffer.from('hei'), method: 0 },
    { name, content, method },
  ].map((entry) => ({
    ...entry,
    packed: entry.method === 8 ? deflateRawSync(entry.content) : entry.content,
  }));
  const locals: Buffer[] = [];
  const rows: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const facts = Buffer.alloc(20);
    facts.writeUInt16LE(entry.method, 0);
    facts.writeUInt32LE(crc32(entry.content), 6);
    facts.writeUInt32LE(entry.packed.length, 10);
    facts.writeUInt32LE(entry.content.length, 14);
    facts.writeUInt16LE(entry.name.length, 18);
    const local = Buffer.concat([Buffer.from('504b030414000000', 'hex'), facts, Buffer.alloc(2)]);
    const row = Buffer.concat([
      Buffer.from('504b01021400140000000000', 'hex').subarray(0, 10),
      facts,
      Buffer.alloc(16),
    ]);
    row.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(entry.name), entry.packed);
    rows.push(row, Buffer.from(entry.name));
    at += local.length + entry.name.length + entry.packed.length;
  }
  const directory = Buffer.concat(rows);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
