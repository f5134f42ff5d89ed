import { createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy between a client and a server that can be slow or go silent, as a broken network does. */
export interface TcpProxy {
  readonly port: number;
  /** From now on everything that the server sends is delayed by `ms` milliseconds, in order. */
  delay(ms: number): void;
  /** From now on nothing passes and nothing is closed. New connections are accepted, but get no bytes. */
  freeze(): void;
  /** From now on new connections pass again. Frozen connections stay dead. */
  thaw(): void;
  close(): Promise<void>;
}

/** A proxy on a free port of this machine, before a port of this machine. */
export async function startTcpProxy(toPort: number): Promise<TcpProxy> {
  let delayMs = 0;
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    keep(client);
    if (isFrozen) return;
    const onward = keep(dial(toPort, '127.0.0.1'));
    let passed = Promise.resolve();
    const later = (pass: () => void) => {
      const atMs = performance.now() + delayMs;
      passed = passed.then(async () => {
        const leftMs = atMs - performance.now();
        if (leftMs > 0) await sleep(leftMs);
        if (!onward.isPaused()) pass();
      });
    };
    client.pipe(onward);
    onward.on('data', (bytes) => later(() => client.write(bytes)));
    onward.on('end', () => later(() => client.end()));
    client.on('close', () => {
      if (!onward.isPaused()) onward.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a port.');
  return {
    port: address.port,
    delay(ms) {
      delayMs = ms;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    thaw() {
      isFrozen = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
