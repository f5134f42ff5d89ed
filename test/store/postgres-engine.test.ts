import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { ENGINES, type Engine } from '../support/engines.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await ENGINES.postgres();
});
afterAll(() => engine.stop());

test('processes that make the queues of an empty database at once all get them', async () => {
  const terms = { keepMs: 1, leaseS: 120, onTrouble: () => undefined };
  const stores = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => openStore(engine.address)));
  const opened = await Promise.all(stores.map((store) => store.openJobs(terms)));
  for (const { engine: queues } of opened)
    expect(await queues.take('rows'), 'nothing waits in it').toBeUndefined();
  await Promise.all(opened.map(({ engine: queues }) => queues.close()));
  await Promise.all(stores.map((store) => store.close()));
});
