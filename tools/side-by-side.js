/**
 * Runs commands of packages side by side: `node tools/side-by-side.js "biome ci ." knip`. Each is told whole once it
 * has ended; all of them end, and one that fails fails them all.
 */
import { spawn } from 'node:child_process';

const commands = process.argv.slice(2);
const codes = await Promise.all(commands.map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

/** @returns its exit code; `null`: a signal has ended it. */
function run(command) {
  return new Promise((resolve) => {
    // npm puts the commands of packages into the path of its scripts.
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const told = [];
    const tell = (chunk) => told.push(chunk);
    child.stdout.on('data', tell);
    child.stderr.on('data', tell);
    child.once('close', (code) => {
      const ending = code === 0 ? '' : `${command} failed.\n`;
      process.stdout.write(`\n== ${command}\n${Buffer.concat(told)}${ending}`);
      resolve(code);
    });
  });
}
