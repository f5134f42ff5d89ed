import { createServer, connect as dial, type Socket } from 'node:net';

/** Stands before a port of this machine and can hold back what comes from there. */
export interface SlowProxy {
  readonly port: number;
  /** From now on everything that the server sends comes so much later. Milliseconds. */
  delay(ms: number): void;
  close(): Promise<void>;
}

/** A proxy on a free port; what it holds back stays in order. */
export async function startSlowProxy(toPort: number): Promise<SlowProxy> {
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    keep(client);
    const onward = keep(dial(toPort, '127.0.0.1'));
    let freeAtMs = 0;
    onward.on('data', (bytes) => {
      const atMs = Math.max(freeAtMs, performance.now() + delayMs);
      freeAtMs = atMs;
      setTimeout(() => client.write(bytes), atMs - performance.now());
    });
    onward.on('end', () => client.end());
    client.pipe(onward);
    client.on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a port.');
  return {
    port: address.port,
    delay(ms) {
      delayMs = ms;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
