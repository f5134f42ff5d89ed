import { expect, test } from 'vitest';
import { runsTest } from './runs-test.ts';

const TITLE = "a door is closed: it is nobody's";

test.each([
  ['a test', `test("${TITLE}", () => {});`],
  ['a test over rows', `test.each([\n  [1, 'x'],\n])(\n  "${TITLE}",\n  () => {},\n);`],
  ['a test of some machines', `test.runIf(isRoot)("${TITLE}", () => {});`],
  ['a test of a suite', `describe('doors', () => {\n  test(\`${TITLE}\`, () => {});\n});`],
])('%s runs', (_what, code) => {
  expect(runsTest(code, TITLE)).toBe(true);
});

test.each([
  ['a test that is skipped', `test.skip("${TITLE}", () => {});`],
  ['rows that are skipped', `test.skip.each([1])("${TITLE}", () => {});`],
  ['a test that is still to be written', `test.todo("${TITLE}");`],
  ['a test beside the only one that runs', `test("${TITLE}", f);\ntest.only('x', f);`],
  ['a test that is expected to fail', `test.fails("${TITLE}", f);`],
  ['a test with an option to skip it', `test("${TITLE}", { skip: true }, f);`],
  ['a test of a suite that is skipped', `describe.skip('x', () => {\n  test("${TITLE}", f);\n});`],
  ['a test in a comment', `// test("${TITLE}", f);`],
  ['a comment', `// ${TITLE}`],
  ['part of another name', `test("${TITLE} at night", f);`],
])('%s does not', (_what, code) => {
  expect(runsTest(code, TITLE)).toBe(false);
});
