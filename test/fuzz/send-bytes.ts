import { connect, type Socket } from 'node:net';

/** One answer as it came over the wire. */
export interface WireReply {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, without the marks of its parts. */
  readonly body: string;
  /** What follows the answer; `''` as it should be. */
  readonly rest: string;
}

/** Sends bytes over a connection of their own, and gives all that comes back until it is closed. */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let all = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      all += part;
    });
    // A server that refuses a request need not read the rest of it.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) reject(error);
    });
    socket.on('close', () => resolve(all));
    socket.write(bytes, 'latin1');
  });
}

/** Sends requests one after the other over a connection that is kept as long as the server keeps it. */
export class KeptConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #all = '';
  #isWhole: () => boolean = () => false;
  #answer: (all: string) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Gives what comes back, up to the end of the answer: what follows it spoils the next one. */
  send(bytes: string, method: string): Promise<string> {
    return new Promise((resolve, reject) => {
      [this.#answer, this.#fail] = [resolve, reject];
      this.#isWhole = () => isWhole(this.#all, method);
      this.#socket ??= this.#open();
      this.#socket.write(bytes, 'latin1');
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay();
    const end = () => {
      const all = this.#all;
      this.#all = '';
      this.#answer(all);
    };
    socket.setEncoding('latin1').on('data', (part: string) => {
      this.#all += part;
      if (this.#isWhole()) end();
    });
    // A server that refuses a request need not read the rest of it.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!['EPIPE', 'ECONNRESET'].includes(error.code ?? '')) this.#fail(error);
    });
    socket.on('close', () => {
      this.#socket = undefined;
      end();
    });
    return socket;
  }
}

/** Is it an answer after which the connection is kept, up to its end? One after which it is closed ends with it. */
function isWhole(all: string, method: string): boolean {
  const end = all.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = all.slice(0, end).toLowerCase();
  if (head.includes('\r\nconnection: close')) return false;
  if (method === 'HEAD' || /^http\/1\.1 (?:204|304) /.test(head)) return true;
  if (head.includes('\r\ntransfer-encoding: chunked')) return all.endsWith('\r\n0\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  return length !== undefined && all.length >= end + 4 + Number(length);
}

/** @throws Error for what is no answer. */
export function readReply(all: string, method = 'GET'): WireReply {
  const end = all.indexOf('\r\n\r\n');
  const [first = '', ...lines] = all.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  if (end < 0 || Number.isNaN(status)) throw new Error(`This is no answer: ${all.slice(0, 200)}`);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
    }),
  );
  const isChunked = headers['transfer-encoding'] === 'chunked' && method !== 'HEAD';
  const after = isChunked ? joinChunks(all.slice(end + 4)) : all.slice(end + 4);
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  const length = hasBody ? lengthOf(headers, after) : 0;
  const body = Buffer.from(after.slice(0, length), 'latin1').toString();
  return { status, headers, body, rest: after.slice(length) };
}

/**
 * A body that came in chunks, and what follows its end.
 *
 * @throws Error for what has no end.
 */
function joinChunks(chunked: string): string {
  let body = '';
  for (let at = 0; ; ) {
    const lineEnd = chunked.indexOf('\r\n', at);
    const size = /^[\da-f]+$/i.test(chunked.slice(at, lineEnd))
      ? Number.parseInt(chunked.slice(at, lineEnd), 16)
      : Number.NaN;
    const end = lineEnd + 2 + size;
    if (lineEnd < 0 || chunked.slice(end, end + 2) !== '\r\n')
      throw new Error(`Expected a chunk: ${chunked.slice(at, at + 200)}`);
    body += chunked.slice(lineEnd + 2, end);
    at = end + 2;
    if (size === 0) return body + chunked.slice(at);
  }
}

/** In bytes; an answer without a length lasts until the end. */
const lengthOf = (headers: Readonly<Record<string, string>>, after: string) =>
  headers['content-length'] === undefined ? after.length : Number(headers['content-length']);
