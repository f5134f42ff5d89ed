/** A line in which nothing of a key stands but its beginning, also of a mistyped one. */
export function hideKeys(line: string): string {
  return line.replace(/(veipris_live_\w{6})\w+/g, '$1...');
}
