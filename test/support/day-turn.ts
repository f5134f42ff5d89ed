import { toOsloTime } from '../../src/base/oslo-time.ts';

/**
 * For a test that counts the calls of today at a server, which goes by the clock on the wall: when
 * it fails and a new day has begun in Norway since, it is tried once more.
 */
export const AGAIN_ON_A_NEW_DAY = { retry: { count: 1, condition: hasDayTurned } };

const today = () => toOsloTime(Date.now()).day;

let day = today();

function hasDayTurned(): boolean {
  const before = day;
  day = today();
  return day !== before;
}
