import { countPairs, departBy, readMatrix } from '../../wire/matrix.ts';
import type { App } from '../framework.ts';
import { JSON_TYPE } from '../headers.ts';
import { addEndpoint } from '../openapi/endpoint.ts';
import { MATRIX } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';
import { sendChunks, streamRecords, takesRecords } from '../stream-records.ts';
import { marksOf, momentOf, servedTo } from '../test-calls.ts';
import { askTerms, beginWork } from './questions.ts';

/** `POST /api/matrix`: from each of some places to each of others. */
export function matrix(app: App, services: Services): void {
  addEndpoint(app, MATRIX, async (request, reply) => {
    const { body, signal: left } = request;
    const question = await readMatrix(body, askTerms(request, services), left);
    const caller = await beginWork(request, countPairs(body));
    const open = async (signal: AbortSignal) => {
      const answers = servedTo(request, services);
      const dated = departBy(question, momentOf(request, services));
      const { head, pairs } = await answers.answerMatrix(dated, { ...caller, signal });
      return { head: JSON.stringify({ ...head, ...marksOf(request) }), pairs };
    };
    if (takesRecords(request))
      return streamRecords(request, reply, services.access, async function* (signal) {
        const { head, pairs } = await open(signal);
        yield head;
        for await (const some of pairs) yield some.map(writePair).join('\n');
      });
    return sendChunks(request, reply.type(JSON_TYPE), await writeWhole(await open(left)));
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
