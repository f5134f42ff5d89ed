/** Works on a store in a process of its own. `store-process.ts` starts it. */
import { once } from 'node:events';
import { openStore } from '../../src/store/open-store.ts';

const [address = '', task = '', accountId = '', day = '', limit = '0', calls = '0'] =
  process.argv.slice(2);

process.stdout.write('ready\n');
await once(process.stdin, 'data'); // all processes go on from here together
process.stdin.destroy();
// What is asked here is whether it counts right, not how long it may take on a busy machine.
const store = await openStore(address, { patienceMs: 60_000 });

const take = () => store.quota.take({ accountId, day }, Number(limit));
const print = (text: string) => new Promise((resolve) => process.stdout.write(text, resolve));
const tasks: Record<string, () => Promise<void>> = {
  /** Only opens the store. */
  open: async () => undefined,
  /** Asks for so many calls at once and prints how many were granted. */
  take: async () => {
    const used = await Promise.all(Array.from({ length: Number(calls) }, take));
    process.stdout.write(`${used.filter((one) => one !== undefined).length}\n`);
  },
  /** Takes calls, so many at a time, until it is killed. Prints each count that it was given. */
  draw: async () => {
    const drawOn = async () => {
      // Each line waits until the one before it is read. Unread lines would fill all memory.
      for (;;) await print(`${await take()}\n`);
    };
    await Promise.all(Array.from({ length: Number(calls) }, drawOn));
  },
  /** Takes a call and gives it back, so many times. */
  credit: async () => {
    for (let call = 0; call < Number(calls); call++) {
      await take();
      await store.quota.giveBack({ callId: `${process.pid} ${call}`, accountId, day });
    }
  },
};
await tasks[task]?.();
await store.close();
