import { toOsloTime } from '../../src/base/oslo-time.ts';

/**
 * For a test that counts the calls of today at a server, which uses the clock of the system. If the test fails and a
 * new day has begun in Norway meanwhile, it is tried once more.
 */
export async function onOneDay(work: () => Promise<void>): Promise<void> {
  const before = today();
  try {
    await work();
  } catch (error) {
    if (today() === before) throw error;
    await work();
  }
}

const today = () => toOsloTime(Date.now()).day;
