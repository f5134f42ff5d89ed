import { createServer, connect as dial, type Socket } from 'node:net';

/** Stands between a client and a server, and can go silent as a broken network does. */
export interface FreezingProxy {
  readonly port: number;
  /** From here on nothing passes and nothing is closed; new connections are taken and starve. */
  freeze(): void;
  /** New connections pass again; those that were frozen stay dead. */
  thaw(): void;
  close(): Promise<void>;
}

/** A proxy on a free port of this machine, before a port of this machine. */
export async function startFreezingProxy(toPort: number): Promise<FreezingProxy> {
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
    client.pipe(onward).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a port.');
  return {
    port: address.port,
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
