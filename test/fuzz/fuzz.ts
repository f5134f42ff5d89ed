import fc from 'fast-check';
import { askAll, type Verdict } from './ask-all.ts';
import type { FuzzedService } from './open-service.ts';
import { requestTo } from './requests.ts';

/** Requests that are drawn, sent and looked at together; a session lasts so long. */
const ROUND = 250;

/**
 * Sends so many drawn requests, the same ones for the same seed.
 *
 * @param onRound hears how many have been sent.
 */
export async function fuzz(
  service: FuzzedService,
  { seed, requests }: { readonly seed: number; readonly requests: number },
  onRound: (sent: number) => void = () => undefined,
): Promise<Verdict> {
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  const arbitrary = requestTo(service.endpoints);
  let [slowestMs, units] = [0, 0];
  const before = await service.used();
  for (let sent = 0; sent < requests; sent += ROUND) {
    const numRuns = Math.min(ROUND, requests - sent);
    const round = await askAll(service, fc.sample(arbitrary, { seed: seed + sent, numRuns }));
    for (const [status, count] of round.statuses)
      statuses.set(status, (statuses.get(status) ?? 0) + count);
    problems.push(...round.problems);
    slowestMs = Math.max(slowestMs, round.slowestMs);
    units += round.units;
    onRound(sent + numRuns);
  }
  const counted = (await service.used()) - before;
  if (counted !== units) problems.push(`${counted} calls were counted, and ${units} answered for.`);
  return { statuses, problems, slowestMs, units };
}
