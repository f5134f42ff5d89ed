/** The values that are allowed, for a sentence: `1, 0 or empty`. An empty text is called so. */
export function formatChoices(choices: readonly string[]): string {
  const names = choices.map((choice) => (choice === '' ? 'empty' : choice));
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}
