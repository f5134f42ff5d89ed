import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { isReady } from '../../test/support/ready-proxy.ts';
import { readAnswer } from '../read-answer.ts';

/** A call that goes on being made. */
export interface Ask {
  /** With the number of the call where no two may be the same. */
  readonly path: string | ((turn: number) => string);
  /** Body of a POST; absent: the call is a GET. */
  readonly body?: string;
  /** What it is answered on other days. */
  readonly normal: readonly number[];
  /** The quota counts it. */
  readonly isCounted: boolean;
}

/** One call and what became of it. Milliseconds of one clock. */
export interface Made {
  readonly ask: Ask;
  readonly startedMs: number;
  readonly tookMs: number;
  /** Absent: the connection broke before there was an answer. */
  readonly status?: number;
  /** No server took the connection: nothing was sent. */
  readonly isRefused?: true;
  /** A whole number of seconds stands in `Retry-After`. */
  readonly saysWhen: boolean;
  /** Of a body that must be the same each time; absent: it need not be. */
  readonly hash?: string;
}

interface Traffic {
  readonly made: readonly Made[];
  /** Ends when every call has ended. */
  stop(): Promise<void>;
}

/**
 * Makes calls at a steady pace, each server in turn. As a proxy does, it asks those that say they
 * are ready, and another one when the connection was refused, for nothing was sent then.
 *
 * @param addresses asked for anew with each call.
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

/** Which servers say that they are ready, as a proxy before them would know. */
interface Ready {
  /** Those that are ready; all of them when none is. */
  among(addresses: readonly string[]): readonly string[];
  stop(): void;
}

const EVERY_MS = 200;

/** Asks every server again and again. @param addresses asked for anew each time. */
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
