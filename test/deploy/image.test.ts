import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listSettings } from '../support/list-settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** One instruction of a Dockerfile. */
interface Instruction {
  readonly word: string;
  /** What stands behind the word, on one line. */
  readonly rest: string;
}

/** Reads a Dockerfile: comments are left out, lines that go on are one. */
function readDockerfile(text: string): readonly Instruction[] {
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      if (word === '') throw new Error(`Expected an instruction, got: ${line}`);
      return { word, rest };
    });
}

const instructions = readDockerfile(read('deploy/Dockerfile'));
const lastFrom = instructions.findLastIndex(({ word }) => word === 'FROM');
const image = instructions.slice(lastFrom);
const restsOf = (word: string, of = instructions) =>
  of.filter((instruction) => instruction.word === word).map(({ rest }) => rest);
const [environment = ''] = restsOf('ENV', image);
const variables = new Map(
  [...environment.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
);

/** What is taken from the repository, with what it becomes. */
const copied = restsOf('COPY')
  .filter((rest) => !rest.startsWith('--from'))
  .flatMap((rest) => rest.split(' ').slice(0, -1));

describe('the image', () => {
  test('is made in stages of one pinned base, so that nothing that builds is in it', () => {
    const bases = restsOf('FROM').map((rest) => rest.split(' ')[0]);
    expect(bases.length).toBe(2);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toBe('${NODE_IMAGE}');
    expect(restsOf('ARG')).toContain('NODE_IMAGE=node:24.21-bookworm-slim');
    // The kernels are tested under this Node.
    expect(read('.ci/run')).toContain('"$binary@24.21.0"');
    expect(restsOf('RUN').join(' ')).toContain('npm ci');
    expect(restsOf('RUN').join(' ')).toContain('npm prune --omit=dev');
  });

  test('runs as a user without rights, with a signal that lets it finish', () => {
    const words = image.map(({ word }) => word);
    expect(restsOf('USER', image)).toEqual(['node']);
    expect(words.lastIndexOf('RUN')).toBeLessThan(words.indexOf('USER'));
    expect(restsOf('STOPSIGNAL', image)).toEqual(['SIGTERM']);
    expect(words).not.toContain('ENTRYPOINT');
  });

  test('starts what npm start starts, without a shell between it and its signals', () => {
    const [command = ''] = restsOf('CMD', image);
    const { start } = JSON.parse(read('package.json')).scripts;
    expect(start).toBe(`exec ${JSON.parse(command).join(' ')}`);
  });

  test('has a health check on an endpoint that answers as long as the process does', () => {
    const [check = ''] = restsOf('HEALTHCHECK', image);
    expect(check).toContain('/health/live');
    expect(check).toMatch(/ CMD \["node"/);
    expect(JSON.parse(check.slice(check.indexOf('[')))).toHaveLength(3);
  });

  test('sets nothing but settings, and no secret', () => {
    const names = [...variables.keys()].filter((name) => name !== 'NODE_ENV');
    expect(names.length).toBeGreaterThan(0);
    expect(listSettings()).toEqual(expect.arrayContaining(names));
    expect(names.join()).not.toMatch(/KEY|PASSWORD|URL/);
    expect(restsOf('EXPOSE', image)).toEqual([variables.get('PORT')]);
    expect(restsOf('VOLUME', image)).toEqual([variables.get('VEIPRIS_HOME')]);
  });

  test('takes only what there is, and what its .dockerignore lets through', () => {
    expect(copied.length).toBeGreaterThan(8);
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const lines = read('deploy/Dockerfile.dockerignore').split('\n');
    expect(lines).toContain('*');
    const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const bare = copied.map((path) => path.replace(/\/$/, ''));
    expect(allowed.sort()).toEqual([...new Set(bare)].sort());
  });

  test('has everything that the package consists of', () => {
    const { files = [] } = JSON.parse(read('package.json')) as { files?: string[] };
    const built = ['dist', 'sbom.json'];
    expect(restsOf('RUN').join(' ')).toContain('npm run --silent sbom > sbom.json');
    expect(restsOf('COPY', image)).toContain('--from=build /app/sbom.json ./');
    // Examples and the client are for callers, not for the server.
    const forCallers = ['examples', 'packages/client/dist'];
    const needed = files.filter((path) => ![...built, ...forCallers].includes(path));
    const isCopied = (path: string) =>
      copied.some((from) => from === path || path.startsWith(from) || from === `${path}/`);
    expect(needed.filter((path) => !isCopied(path))).toEqual([]);
  });
});
