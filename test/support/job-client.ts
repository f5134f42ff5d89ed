/** A customer's client for the jobs of a running server. Rows and results are streams. */
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import type { JobAnswer } from '../../src/wire/jobs.ts';

/** The facts that are kept about a result. */
export interface ReadResult {
  readonly bytes: number;
  readonly rows: number;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  /** The first column runs from 1 to the last row. */
  readonly isInOrder: boolean;
}

/** @param address gives the address of the server to ask now. */
export function openJobClient(address: () => string, key: string) {
  const ask = async (path: string, init: RequestInit & { readonly duplex?: 'half' } = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
    const reply = await fetch(`${address()}${path}`, { ...init, headers });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  const find = async (id: string) => (await (await ask(`/api/jobs/${id}`)).json()) as JobAnswer;
  return {
    find,
    /** @returns the id of the job, and the number of bytes sent. */
    async submit(rows: Iterable<string>): Promise<{ readonly id: string; readonly bytes: number }> {
      let bytes = 0;
      const meter = function* () {
        for (const row of rows) {
          bytes += Buffer.byteLength(row);
          yield Buffer.from(row);
        }
      };
      const body = Readable.toWeb(Readable.from(meter())) as unknown as NonNullable<
        RequestInit['body']
      >;
      const reply = await ask('/api/jobs', { method: 'POST', body, duplex: 'half' });
      return { id: ((await reply.json()) as JobAnswer).id, bytes };
    },
    /** @throws Error for a job that has stopped. */
    async untilDone(id: string): Promise<JobAnswer> {
      for (;;) {
        const job = await find(id);
        if (job.state === 'done') return job;
        if (job.state === 'stopped') throw new Error(`The job has stopped: ${job.reason}.`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async readResult(id: string): Promise<ReadResult> {
      const { body } = await ask(`/api/jobs/${id}/result`);
      const hash = createHash('sha256');
      let [bytes, rows, isInOrder] = [0, -1, true];
      const input = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
      input.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        hash.update(chunk);
      });
      for await (const line of createInterface({ input })) {
        rows += 1;
        if (rows > 0) isInOrder &&= line.startsWith(`${rows},`);
      }
      return { bytes, rows, isInOrder, digest: hash.digest('hex') };
    },
  };
}
