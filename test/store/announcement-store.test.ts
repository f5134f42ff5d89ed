import { describe, expect, test } from 'vitest';
import { ENGINE_NAMES } from '../support/engines.ts';
import { hashOf, useStore } from '../support/store-scene.ts';

/** The contract of `AnnouncementStore`, kept by both engines. */
describe.each(ENGINE_NAMES)('announcements in %s', (name) => {
  const scene = useStore(name);
  const LETTER = hashOf('a letter');

  test('the accounts are those of which a key was used since then, each once, in pages', async () => {
    const hour = (text: string) => Date.parse(`2026-06-${text}:00:00Z`);
    const owners: string[] = [];
    for (const uses of [['01T10'], ['02T10', '03T10'], ['02T10'], []]) {
      const { id } = await scene.newAccount();
      owners.push(id);
      for (const use of uses)
        await scene.store.keys.noteUse((await scene.newKey(id)).id, hour(use));
    }
    const { announcements } = scene.store;
    const [first] = await announcements.listKeyUsers(hour('02T10'), { most: 1 });
    expect(first).toMatchObject({ id: owners[2], lastUsedAtMs: hour('02T10') });
    const rest = await announcements.listKeyUsers(hour('02T10'), {
      most: 9,
      before: first?.id ?? '',
    });
    expect(rest).toMatchObject([{ id: owners[1], lastUsedAtMs: hour('03T10') }]);
  });

  test('of many that take one letter in hand at once one has it, and once sent nobody', async () => {
    const { id } = await scene.newAccount();
    const { announcements } = scene.store;
    const claimed = await Promise.all(
      Array.from({ length: 8 }, () => announcements.claim(id, LETTER, 'New')),
    );
    expect(claimed.toSorted()).toEqual(['claimed', ...Array(7).fill('under-way')]);
    await announcements.noteEnd(id, LETTER, 'sent');
    expect(await announcements.claim(id, LETTER, 'New')).toBe('sent');
    expect(await announcements.claim(id, hashOf('another letter'), 'New')).toBe('claimed');
  });

  test('a letter that failed is known by its last failure, and by its own text alone', async () => {
    const { announcements } = scene.store;
    const letter = hashOf('a letter that fails');
    const [{ id }, { id: other }] = [await scene.newAccount(), await scene.newAccount()];
    for (const one of [id, id, other]) await announcements.noteEnd(one, letter, 'failed');
    await announcements.noteEnd(id, LETTER, 'failed');
    const failures = await announcements.listFailures(letter);
    expect([...failures.keys()].toSorted()).toEqual([id, other].toSorted());
    expect(await announcements.listFailures(hashOf('no letter'))).toEqual(new Map());
  });
});
