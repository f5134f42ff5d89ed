import { createServer } from 'node:net';

/** A free port outside the range that systems assign, so that a stopped server can restart on it. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

const FIRST = 15_000;
const COUNT = 15_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Starts something on a free port, and tries another port if somebody has taken the first meanwhile. */
export async function onFreePort(start: (port: number) => Promise<void>): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = await findFreePort();
    try {
      await start(port);
      return port;
    } catch (error) {
      if (tries === MOST_TRIES || !/EADDRINUSE|Address already in use/.test(String(error)))
        throw error;
    }
  }
}

const MOST_TRIES = 5;
