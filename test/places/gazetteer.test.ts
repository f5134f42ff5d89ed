import { expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { openGazetteer, openLookups } from '../../src/places/gazetteer.ts';
import type { Place } from '../../src/places/place.ts';

const MOSS: Place = { name: 'Moss', kind: 'town', lat: 59.44, lon: 10.66, rank: 2 };
const QUAY = { name: 'Moss ferjekai', at: { lat: 59.4287, lon: 10.6514 }, status: 'in-use' };

test('quays are found beside the places: those in force when somebody asks', async () => {
  let facts = { places: [MOSS], quays: [QUAY] };
  const { find, prepare } = openGazetteer(() => facts);
  expect((await find('moss')).map(({ name }) => name)).toEqual(['Moss', 'Moss ferjekai']);
  facts = { places: [MOSS], quays: [{ ...QUAY, name: 'Ny kai' }] };
  expect(await find('moss ferjekai')).toEqual([]);
  const resolve = await prepare(['ny kai']);
  expect(resolve('ny kai')).toEqual({
    place: { name: 'Ny kai', kind: 'quay', lat: 59.4287, lon: 10.6514 },
  });
});

test('facts with the same places and the same names of quays share the index, and others have their own', async () => {
  const places = [MOSS];
  const namesIn = async (name: string) =>
    (await openGazetteer(() => ({ places, quays: [{ ...QUAY, name }] })).find('moss')).map(
      (place) => place.name,
    );
  expect(await namesIn('Moss ferjekai')).toEqual(['Moss', 'Moss ferjekai']);
  places.push({ ...MOSS, name: 'Mosseveien' });
  // Places never change: that the new one is not found tells that the index is the same.
  expect(await namesIn('Moss ferjekai')).toEqual(['Moss', 'Moss ferjekai']);
  expect(await namesIn('Moss havn')).toEqual(['Moss', 'Mosseveien', 'Moss havn']);
});

test('a closed quay is no place to drive to', async () => {
  const { find } = openGazetteer(() => ({ places: [], quays: [{ ...QUAY, status: 'closed' }] }));
  expect(await find('moss')).toEqual([]);
});

const facts = () => ({ places: [MOSS], quays: [QUAY] });
const STREET = { name: 'Storgata 1, 1530 Moss', kind: 'address', lat: 59.43, lon: 10.66 };

test('a name that is not known says how streets and addresses can be had', async () => {
  const resolve = await openGazetteer(facts).prepare(['Storgata 1']);
  expect(resolve('Storgata 1')).toMatchObject({
    problem: expect.stringContaining('ADDRESS_SEARCH=kartverket'),
  });
});

test('addresses are asked for what has no bundled name alone', async () => {
  const asked: string[] = [];
  const find = async (text: string) => {
    asked.push(text);
    return [STREET];
  };
  const resolve = await openGazetteer(facts, { find }).prepare(['Moss', 'Storgata 1']);
  expect(asked).toEqual(['Storgata 1']);
  expect(resolve('Storgata 1')).toEqual({ place: STREET });
  expect(resolve('Moss')).toMatchObject({ place: { kind: 'town' } });
});

test('a search gives addresses behind the places, and the places alone where they cannot be had', async () => {
  const named = async (find: () => Promise<readonly (typeof STREET)[]>) =>
    (await openGazetteer(facts, { find }).find('moss')).map(({ name }) => name);
  expect(await named(async () => [STREET])).toEqual(['Moss', 'Moss ferjekai', STREET.name]);
  expect(await named(() => Promise.reject(new Error('away')))).toEqual(['Moss', 'Moss ferjekai']);
});

test('who types waits a short time for addresses, and a question as long as every call', async () => {
  const waits: (number | undefined)[] = [];
  const find = async (_: string, __?: AbortSignal, withinMs?: number) => {
    waits.push(withinMs);
    return [];
  };
  const gazetteer = openGazetteer(facts, { find });
  await gazetteer.find('moss');
  await gazetteer.prepare(['Storgata 1']);
  expect(waits).toEqual([1500, undefined]);
});

test('a place that no road leads near is told of where it is asked for, and not offered', async () => {
  const far: Place = { ...MOSS, name: 'Finse', kind: 'station', isFar: true };
  const gazetteer = openGazetteer(() => ({ places: [MOSS, far], quays: [] }));
  expect(await gazetteer.find('finse')).toEqual([]);
  expect((await gazetteer.prepare(['Finse']))('Finse')).toMatchObject({
    problem: expect.stringContaining('no road of the network leads near it'),
  });
});

/** Moss, and how often its name was read. */
function countedPlace() {
  let reads = 0;
  const read = (): string => {
    reads++;
    return 'Moss';
  };
  const place: Place = {
    ...MOSS,
    get name() {
      return read();
    },
  };
  return { place, countReads: () => reads };
}

test('a server that starts makes its index and asks for no address, whatever places it has', async () => {
  const { place, countReads } = countedPlace();
  const asked: string[] = [];
  const find = async (text: string) => {
    asked.push(text);
    throw new Error('away');
  };
  const { build } = openGazetteer(() => ({ places: [place], quays: [] }), { find });
  atOnce(build());
  expect(asked).toEqual([]);
  expect(countReads()).toBeGreaterThan(0);
});

test('who looks for a name while the index is being made has it made at once, and it is made once', async () => {
  const { place, countReads } = countedPlace();
  const facts = { places: [place], quays: [] };
  const { build, find } = openGazetteer(() => facts);
  const steps = build();
  steps.next();
  expect((await find('moss')).map(({ name }) => name)).toEqual(['Moss']);
  const before = countReads();
  atOnce(steps);
  expect(countReads()).toBe(before);
});

/** A search that finds nothing, and what it was asked. */
function countedSearch() {
  const asked: string[] = [];
  const find = async (text: string) => {
    asked.push(text);
    return [];
  };
  return { asked, addresses: { find } };
}

test('a call looks each name up once, whichever of its questions have it', async () => {
  const { asked, addresses } = countedSearch();
  const { prepare } = openGazetteer(facts, addresses);
  const lookups = openLookups();
  await prepare(['Storgata 1', 'Storgata 1', 'Moss'], undefined, lookups);
  await prepare(['Moss', 'Storgata 1', 'Storgata 2'], undefined, lookups);
  expect(asked).toEqual(['Storgata 1', 'Storgata 2']);
});

test('a call looks for 200 addresses at most, and says of the others how they can be given', async () => {
  const { asked, addresses } = countedSearch();
  const names = Array.from({ length: 300 }, (_, i) => `Storgata ${i}`);
  const resolve = await openGazetteer(facts, addresses).prepare(names);
  expect(asked).toEqual(names.slice(0, 200));
  expect(resolve('Storgata 299')).toMatchObject({
    problem: expect.stringContaining('more than 200 addresses'),
  });
});

test('who looks up many names gives way between some of them', async () => {
  let pauses = 0;
  const pause = async () => void pauses++;
  const names = Array.from({ length: 100 }, (_, i) => `Storgata ${i}`);
  await openGazetteer(facts).prepare(names, undefined, openLookups(pause));
  expect(pauses).toBe(20);
});
