/** `npm run fuzz -- --requests N --seed N`: the long run; ends with 1 when a request broke a promise. */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { liveHeapMb } from './live-heap.ts';
import { openService } from './open-service.ts';

/** Growth of the heap in use that is no leak: code gets compiled, caches fill. MB. */
const GROWTH_MB = 40;
/**
 * Growth of the whole process that is no leak, in MB above its lowest since it was warm: room that the collector has not
 * given back, which swings by 140 MB, and working space of searches, which lies outside the heap. 100 000 requests plan
 * some thousands of trips, so that 60 kB a trip which are never let go show.
 */
const PROCESS_GROWTH_MB = 300;
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
const rssMb = () => process.memoryUsage().rss / 1e6;
let warmMb: number | undefined;
let lowestMb = Number.POSITIVE_INFINITY;
const { statuses, problems, slowestMs } = await fuzz(service, run, (sent) => {
  if (sent % TELL_EVERY !== 0) return;
  const [heapMb, processMb] = [liveHeapMb(), rssMb()];
  if (sent >= WARM) {
    warmMb ??= heapMb;
    lowestMb = Math.min(lowestMb, processMb);
  }
  tell(`${sent} requests, heap ${heapMb.toFixed(1)} MB, process ${Math.round(processMb)} MB`);
});
const heapGrownMb = liveHeapMb() - (warmMb ?? liveHeapMb());
// A run that ends before it is warm has nothing to grow from.
const processGrownMb = warmMb === undefined ? 0 : rssMb() - lowestMb;
await service.close();

const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
tell(`seed ${run.seed}, ${run.requests} requests: ${byStatus.join(', ')}`);
tell(`slowest answer ${Math.round(slowestMs)} ms`);
tell(`grown: heap ${heapGrownMb.toFixed(1)} MB, process ${Math.round(processGrownMb)} MB`);
for (const problem of problems.slice(0, 20)) tell(problem);
tell(`${problems.length} problems`);
const isGrown = heapGrownMb > GROWTH_MB || processGrownMb > PROCESS_GROWTH_MB;
process.exit(problems.length > 0 || isGrown ? 1 : 0);
