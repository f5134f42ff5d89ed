/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly word: string;
  /** What stands behind the word, on one line. */
  readonly rest: string;
}

/** Reads a Dockerfile: comments are left out, lines that go on are one. */
export function readDockerfile(text: string): readonly Instruction[] {
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
