/** Whether the code of a test file has a test of that name which runs, and is not put aside. */
export function runsTest(code: string, title: string): boolean {
  // A suite that is put aside takes its tests with it, so nowhere in the file.
  if (PUT_ASIDE.test(code)) return false;
  return code
    .split(NAME_BEGINS)
    .some((rest) =>
      [`'${title}'`, `"${title}"`, `\`${title}\``].some((name) => rest.startsWith(name)),
    );
}

const PUT_ASIDE = /\.(?:skip|todo|only|fails)\b|\b(?:skip|todo|fails): true/;

/** Before the name of a test; what stands in a comment begins none. */
const NAME_BEGINS = /(?<=^(?!\s*(?:\/\/|\*|\/\*)).*\()\s*(?=['"`])/m;
