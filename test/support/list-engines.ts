import { readFile } from 'node:fs/promises';

/** Processes that a server has started for its engine. @throws where there is no `/proc`. */
export async function listEngines(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = children.split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(
    pids.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, i) => commands[i]?.includes('engine-process'));
}
