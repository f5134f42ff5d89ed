import { countPairs, MatrixBody, readMatrix } from '../../wire/matrix.ts';
import { accountOf, callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { JSON_TYPE } from '../headers.ts';
import { postTermsOf } from '../openapi/endpoint.ts';
import { MATRIX } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';
import { sendChunks, streamRecords, takesRecords } from '../stream-records.ts';
import { marksOf, momentOf, servedTo } from '../test-calls.ts';

/** `POST /api/matrix`: from each of some places to each of others. */
export function matrix(app: App, services: Services): void {
  app.post(MATRIX.path, postTermsOf(MATRIX, MatrixBody), async (request, reply) => {
    const { clock, ferryBounds, gazetteer: places } = services;
    const terms = { nowMs: clock.now(), ferryBounds, places };
    const question = await readMatrix(request.body, terms, request.signal);
    const call = callOf(request);
    await call.count?.(countPairs(request.body));
    call.watch.enter('route');
    const open = async (signal: AbortSignal) => {
      const nowMs = momentOf(request, services);
      const asked = [question, nowMs, signal, accountOf(call)] as const;
      const { head, pairs } = await servedTo(request, services).answerMatrix(...asked);
      return { head: JSON.stringify({ ...head, ...marksOf(request) }), pairs };
    };
    reply.header('cache-control', 'no-store');
    if (takesRecords(request))
      return streamRecords(request, reply, services.access, async function* (signal) {
        const { head, pairs } = await open(signal);
        yield head;
        for await (const some of pairs) yield some.map(writePair).join('\n');
      });
    const chunks = await writeWhole(await open(request.signal));
    return sendChunks(request, reply.type(JSON_TYPE), chunks);
  });
}

/** The same as one object: as texts, each of which is short. */
async function writeWhole({
  head,
  pairs,
}: {
  readonly head: string;
  readonly pairs: AsyncIterable<readonly object[]>;
}): Promise<string[]> {
  const chunks = [`${head.slice(0, -1)},"pairs":[`];
  for await (const some of pairs) {
    const between = chunks.length === 1 ? '' : ',';
    chunks.push(between + some.map(writePair).join());
  }
  return [...chunks, ']}'];
}

const writePair = (pair: object): string => JSON.stringify(pair);
