import { expect, onTestFinished, test } from 'vitest';
import { type AddressSearch, resolveAddress, searchInTurn } from '../../../src/places/gazetteer.ts';
import { openAddresses, openNames } from '../../../src/upstream/address-search/address-search.ts';
import { addressHandler } from '../../support/fake-upstream/address-search.ts';
import type { FaultName } from '../../support/fake-upstream/faults.ts';
import { startFakeUpstream } from '../../support/fake-upstream.ts';
import { openTerms } from '../../support/open-terms.ts';
import { table } from '../../support/table.ts';

async function openFake(nowMs: () => number = () => 1000) {
  const fake = await startFakeUpstream(addressHandler);
  const terms = openTerms({ nowMs, limits: { retries: 0, attemptMs: 500, deadlineMs: 1000 } });
  const services = [
    openAddresses('address search', fake, terms),
    openNames('place name search', fake, terms),
  ];
  onTestFinished(async () => {
    await Promise.all(services.map(({ server }) => server.close()));
    await fake.stop();
  });
  return { fake, search: searchInTurn(services.map(({ search }) => search)) as AddressSearch };
}

const MEANT = table<'text' | 'name' | 'lat'>(`
  text                     | name                       | lat
  Storgata 1 Oslo          | Storgata 1, 0155 Oslo      | 59.9127
  storgata 1, 8656 mosjøen | Storgata 1, 8656 Mosjøen   | 65.8362
  Kirkegata 7              | Kirkegata 7, 8622 Mo i Rana | 66.3131
  Majorstuen               | Majorstuen                 | 59.929
`);

test.each(MEANT)('$text is $name', async ({ text, name, lat }) => {
  const { search } = await openFake();
  expect(resolveAddress(text, await search.find(text))).toMatchObject({
    place: { name, lat: Number(lat) },
  });
});

const REFUSED = table<'text' | 'problem'>(`
  text           | problem
  Storgata 1     | there are several: Storgata 1, 0155 Oslo (Oslo); Storgata 1, 8656 Mosjøen (Mosjøen)
  Storgata 99    | no address of this name was found
`);

test.each(REFUSED)('$text is refused: $problem', async ({ text, problem }) => {
  const { search } = await openFake();
  const found = resolveAddress(text, await search.find(text));
  expect('problem' in found && found.problem).toContain(problem);
});

test('what was found is not asked for again for a day', async () => {
  let now = 1000;
  const { fake, search } = await openFake(() => now);
  await search.find('Kirkegata 7');
  now = 23 * 3_600_000;
  await search.find(' Kirkegata 7 ');
  expect(fake.requests).toHaveLength(1);
  now = 25 * 3_600_000;
  await search.find('Kirkegata 7');
  expect(fake.requests.map(({ path }) => path)).toEqual([
    '/sok?sok=Kirkegata+7&treffPerSide=10&utkoordsys=4258',
    '/sok?sok=Kirkegata+7&treffPerSide=10&utkoordsys=4258',
  ]);
});

test.each(['hang before headers', 'hang mid-body'])(
  'who waits a short time is not kept longer: %s',
  async (fault) => {
    const { fake, search } = await openFake();
    fake.fail(fault as FaultName);
    const begun = performance.now();
    await expect(search.find('Storgata 1', undefined, 50)).rejects.toMatchObject({
      code: 'upstream_down',
    });
    // Without it the limits of the service are waited for: half a second at least.
    expect(performance.now() - begun).toBeLessThan(400);
  },
);

const FAULTS = table<'fault' | 'code'>(`
  fault                   | code
  reset on connect        | upstream_down
  hang before headers     | upstream_down
  hang mid-body           | upstream_down
  reset mid-body          | upstream_down
  status 429              | upstream_down
  status 500              | upstream_down
  HTML instead of JSON    | upstream_broken
  truncated JSON          | upstream_broken
`);

test.each(FAULTS)('$fault is $code, and the next answer is taken', async ({ fault, code }) => {
  const { fake, search } = await openFake();
  fake.fail(fault as FaultName);
  await expect(search.find('Kirkegata 7')).rejects.toMatchObject({ code });
  fake.heal();
  expect(await search.find('Kirkegata 7')).toHaveLength(1);
});

test('a text that cannot be searched for has no hits', async () => {
  const { search } = await openFake();
  expect(await search.find('  ,  ')).toEqual([]);
});
