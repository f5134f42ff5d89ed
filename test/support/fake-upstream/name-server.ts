import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { onTestFinished } from 'vitest';

/** The addresses of each name that it knows; `silent`: it never answers for that name. */
export type FakeNames = Readonly<Record<string, readonly string[] | 'silent'>>;

interface FakeNameServer {
  /** With its port. */
  readonly address: string;
  /** The names that it was asked for, each as often as it was. */
  readonly asked: readonly string[];
}

/** An A record, and an AAAA record. */
const TYPES = { 1: 'IPv4', 28: 'IPv6' } as const;

/**
 * A name server on this machine. A name that it does not know is answered with NXDOMAIN.
 *
 * Source: RFC 1035, section 4 (messages), November 1987; RFC 3596, section 2 (AAAA), October 2003.
 */
export async function startNameServer(names: FakeNames): Promise<FakeNameServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4', (message, { port, address }) => {
    const { name, type, end } = readQuestion(message);
    asked.push(name);
    const known = names[name];
    if (known === 'silent') return;
    socket.send(writeAnswer(message.subarray(0, end), type, known), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}

/** The first question of a message, and the place behind it. */
function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** @param question the head of the message, and its question. */
function writeAnswer(question: Buffer, type: number, known: readonly string[] | undefined): Buffer {
  const family = TYPES[type as keyof typeof TYPES];
  const addresses = (known ?? []).filter((one) => (isIPv6(one) ? 'IPv6' : 'IPv4') === family);
  const head = Buffer.from(question);
  // An answer; NXDOMAIN where the name is not known.
  head.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2);
  // One question, so many records, none of the other sections.
  for (const [i, count] of [1, addresses.length, 0, 0].entries())
    head.writeUInt16BE(count, 4 + 2 * i);
  return Buffer.concat([head, ...addresses.map((one) => writeRecord(type, one))]);
}

function writeRecord(type: number, address: string): Buffer {
  const data = isIPv6(address) ? bytesOfIPv6(address) : address.split('.').map(Number);
  // The name of the question, the type, the class of the Internet, a second to live, and the length.
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, 0, data.length, ...data]);
}

/** @param address with all of its eight groups. */
const bytesOfIPv6 = (address: string) =>
  address.split(':').flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
