import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { isReady } from '../../test/support/ready-proxy.ts';
import { readAnswer } from '../read-answer.ts';

/** A call that is made again and again. */
export interface Ask {
  /** The path, or a function of the number of the call if no two calls may be the same. */
  readonly path: string | ((turn: number) => string);
  /** Body of a POST; absent: the call is a GET. */
  readonly body?: string;
  /** The usual statuses of its answer. */
  readonly normal: readonly number[];
  /** The quota counts it. */
  readonly isCounted: boolean;
}

/** One call and its result. Milliseconds of one clock. */
export interface Made {
  readonly ask: Ask;
  readonly startedMs: number;
  readonly tookMs: number;
  /** Absent: the connection broke before there was an answer. */
  readonly status?: number;
  /** No server took the connection: nothing was sent. */
  readonly isRefused?: true;
  /** `Retry-After` has a whole number of seconds. */
  readonly saysWhen: boolean;
  /** Hash of a body that must be the same each time; absent: it need not be. */
  readonly hash?: string;
}

interface Traffic {
  readonly made: readonly Made[];
  /** Ends when every call has ended. */
  stop(): Promise<void>;
}

/**
 * Makes calls at a steady pace, to each server in turn. Like a proxy, it asks servers that say that they are ready. If
 * a connection is refused it asks another server, because nothing has been sent.
 *
 * @param addresses is called for each call.
 */
export function startTraffic(
  addresses: () => readonly string[],
  {
    key,
    asks,
    perS,
  }: { readonly key: string; readonly asks: readonly Ask[]; readonly perS: number },
): Traffic {
  const dispatcher = new Agent({ connections: 256 });
  const headers = { authorization: `Bearer ${key}` };
  const made: Made[] = [];
  const open = new Set<Promise<void>>();
  const ready = watchReady(addresses);
  let isOver = false;

  async function send(ask: Ask, turn: number): Promise<Outcome> {
    const servers = ready.among(addresses());
    const path = typeof ask.path === 'string' ? ask.path : ask.path(turn);
    for (let i = 0; i < servers.length; i++) {
      const url = `${servers[(turn + i) % servers.length]}${path}`;
      try {
        const reply = await request(url, { dispatcher, ...termsOf(ask, headers) });
        return await readOutcome(reply, ask, path);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ECONNREFUSED') return { saysWhen: false };
      }
    }
    return { saysWhen: false, isRefused: true };
  }

  async function makeOne(ask: Ask, turn: number): Promise<void> {
    const startedMs = performance.now();
    const outcome = await send(ask, turn);
    made.push({ ask, startedMs, tookMs: performance.now() - startedMs, ...outcome });
  }

  const going = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const ask = asks[turn % asks.length] as Ask;
      const one = makeOne(ask, turn).finally(() => open.delete(one));
      open.add(one);
      await sleep(1000 / perS);
    }
  })();
  return {
    made,
    async stop() {
      isOver = true;
      ready.stop();
      await going;
      await Promise.all(open);
      await dispatcher.close();
    },
  };
}

const termsOf = ({ body }: Ask, headers: Readonly<Record<string, string>>) => ({
  headersTimeout: 25_000,
  ...(body === undefined
    ? { headers }
    : {
        method: 'POST' as const,
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      }),
});

type Outcome = Omit<Made, 'ask' | 'startedMs' | 'tookMs'>;

/** What differs from call to call, or with the version of the data. */
const VARYING = /"(?:requestId|computedAt|dataVersion)":"[^"]*"/g;

async function readOutcome(
  reply: Dispatcher.ResponseData,
  { body: sent = '' }: Ask,
  path: string,
): Promise<Outcome> {
  const { status, hash, retryAfterS } = await readAnswer(reply, VARYING);
  const isFixed = status === 200 && /startTime|earliest/.test(path + sent);
  return { status, saysWhen: retryAfterS !== undefined, ...(isFixed && { hash }) };
}

export const isNormal = ({ ask, status }: Made): boolean =>
  status !== undefined && ask.normal.includes(status);

/** The servers that say that they are ready, as a proxy in front of them knows them. */
interface Ready {
  /** The servers that are ready; all servers if none is. */
  among(addresses: readonly string[]): readonly string[];
  stop(): void;
}

const EVERY_MS = 200;

/** Asks every server again and again. @param addresses is called each time. */
function watchReady(addresses: () => readonly string[]): Ready {
  const away = new Set<string>();
  const look = async (address: string) => {
    if (await isReady(address)) away.delete(address);
    else away.add(address);
  };
  const timer = setInterval(() => addresses().forEach((address) => void look(address)), EVERY_MS);
  return {
    among(all) {
      const ready = all.filter((address) => !away.has(address));
      return ready.length > 0 ? ready : all;
    },
    stop: () => clearInterval(timer),
  };
}
