/** `npm run audit:deps`: known vulnerabilities of the shipped packages. Says so if the registry gives no answer. */
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const tell = (line: string) => process.stdout.write(`${line}\n`);

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
}

function readReport(): Report {
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return {};
  }
}

const { vulnerabilities } = readReport();
if (vulnerabilities === undefined) {
  tell('The registry did not answer the audit: nothing was checked, and nothing is said by this.');
  process.exit(2);
}
const found = Object.entries(vulnerabilities);
for (const [name, { severity }] of found) tell(`${name}: ${severity}`);
tell(`${found.length} packages that ship have known weaknesses.`);
process.exit(found.length === 0 ? 0 : 1);
