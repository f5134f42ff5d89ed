/** `npm run fuzz -- --requests N --seed N`: the long run; ends with 1 when a request broke a promise. */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { liveHeapMb } from './live-heap.ts';
import { openService } from './open-service.ts';

/** Growth of the heap in use that is no leak: code gets compiled, caches fill. MB. */
const GROWTH_MB = 40;
/** After so many requests everything has been used once. */
const WARM = 5000;
const TELL_EVERY = 5000;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '20261121' },
  },
});
const run = { requests: Number(values.requests), seed: Number(values.seed) };
const tell = (line: string) => process.stdout.write(`${line}\n`);

const service = await openService();
let warmMb: number | undefined;
const { statuses, problems, slowestMs } = await fuzz(service, run, (sent) => {
  if (sent % TELL_EVERY !== 0) return;
  const heapMb = liveHeapMb();
  if (sent >= WARM) warmMb ??= heapMb;
  const rssMb = Math.round(process.memoryUsage().rss / 1e6);
  tell(`${sent} requests, heap ${heapMb.toFixed(1)} MB, process ${rssMb} MB`);
});
const grownMb = liveHeapMb() - (warmMb ?? liveHeapMb());
await service.close();

const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
tell(`seed ${run.seed}, ${run.requests} requests: ${byStatus.join(', ')}`);
tell(`slowest answer ${Math.round(slowestMs)} ms, heap grown by ${grownMb.toFixed(1)} MB`);
for (const problem of problems.slice(0, 20)) tell(problem);
tell(`${problems.length} problems`);
process.exit(problems.length > 0 || grownMb > GROWTH_MB ? 1 : 0);
