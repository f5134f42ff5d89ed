import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy that sends calls to the servers that say they are ready. */
export interface ReadyProxy {
  readonly address: string;
  /** Refusals that callers got instead of an answer, with their reasons; `[]` when there was none. */
  readonly failures: readonly string[];
  /** Watches this server from now on. Resolves when the server is ready. */
  add(address: string): Promise<void>;
  /** Forgets a server, which gets no more calls. */
  remove(address: string): void;
  close(): Promise<void>;
}

/** How often each server is asked. */
const PROBE_MS = 100;
/**
 * A server gets calls for so long after a probe that found it ready. A server that stops takes calls for a longer time
 * than that. So nothing depends on the speed of the machine.
 */
const LEASE_MS = 1500;

interface Watched {
  readonly address: string;
  readyUntilMs: number;
  isWatched: boolean;
}

/** Starts the proxy on a free port. It keeps its connections to the servers and uses them again. */
export async function startReadyProxy(): Promise<ReadyProxy> {
  const servers: Watched[] = [];
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  async function watch(server: Watched): Promise<void> {
    while (server.isWatched) {
      const askedMs = performance.now();
      if (await isReady(server.address)) server.readyUntilMs = askedMs + LEASE_MS;
      await sleep(PROBE_MS);
    }
  }

  async function pick(): Promise<Watched> {
    for (;;) {
      const ready = servers.filter(({ readyUntilMs }) => readyUntilMs > performance.now());
      const server = ready[turn++ % Math.max(1, ready.length)];
      if (server !== undefined) return server;
      await sleep(PROBE_MS);
    }
  }

  async function pass(call: IncomingMessage, reply: ServerResponse): Promise<void> {
    const server = await pick();
    const { method, url, headers } = call;
    const onward = request(`${server.address}${url}`, { method, headers, agent }, (answer) => {
      reply.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.on('error', fail).pipe(reply);
    });
    const fail = (error: Error & { code?: string }) => {
      // Nothing was sent, so the call goes to another server, as with every proxy.
      if (error.code === 'ECONNREFUSED') {
        server.readyUntilMs = 0;
        return void pass(call, reply);
      }
      failures.push(`${server.address}: ${error.message}`);
      reply.destroy();
    };
    onward.on('error', fail).end();
  }

  const server = createServer((call, reply) => void pass(call, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const forget = (watched: Watched) => {
    watched.isWatched = false;
    watched.readyUntilMs = 0;
  };
  return {
    address: `http://127.0.0.1:${port}`,
    failures,
    async add(address) {
      const watched = { address, readyUntilMs: 0, isWatched: true };
      servers.push(watched);
      void watch(watched);
      while (watched.isWatched && watched.readyUntilMs === 0) await sleep(PROBE_MS);
    },
    remove(address) {
      for (const watched of servers) if (watched.address === address) forget(watched);
    },
    async close() {
      servers.forEach(forget);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether this server says that it is ready. A server that can not be reached does not. */
export const isReady = (address: string) =>
  fetch(`${address}/health/ready`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  );
