import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const README = join(import.meta.dirname, 'README.md');

/** Writes each table between the marks of its part in README.md, with machine, versions and date. */
export async function writeTables(tables: ReadonlyMap<string, string>): Promise<void> {
  let text = await readFile(README, 'utf8');
  const machine = await describeMachine();
  for (const [part, table] of tables) {
    const [begin, end] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from === -1 || to < from) throw new Error(`README.md has no marks for the part ${part}.`);
    text = `${text.slice(0, from + begin.length)}\n${table}\n\n${machine}\n${text.slice(to)}`;
  }
  await writeFile(README, text);
}

async function describeMachine(): Promise<string> {
  const versions = await Promise.all(
    ['fastify', 'libsql'].map(async (name) => {
      const path = join(import.meta.dirname, '../../node_modules', name, 'package.json');
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return `${name} ${version}`;
    }),
  );
  const day = new Date().toISOString().slice(0, 10);
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `*${day}: ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${memory}; Node ${process.versions.node}, ${versions.join(', ')}.*`;
}
