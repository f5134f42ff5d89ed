// @ts-check

/**
 * The line that asks the API the same question from a shell. The key stays out of it: the shell
 * puts it in from a variable.
 *
 * @param {string} origin such as `http://127.0.0.1:8080`.
 * @param {URLSearchParams} query the parameters of `/api/route`, or of `/api/trace`.
 * @param {string} [file] the name of a recording.
 */
export function formatCurlLine(origin, query, file) {
  const address = `${origin}/api/${file === undefined ? 'route' : 'trace'}?${readable(query)}`;
  const body = file === undefined ? '' : ` --data-binary ${quote(`@${file}`)}`;
  return `curl -H "Authorization: Bearer $VEIPRIS_KEY"${body} ${quote(address)}`;
}

/**
 * A text as one word of a POSIX shell, whatever stands in it.
 *
 * @param {string} text
 */
export function quote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Commas and colons need no escape in a query, and coordinates read better without.
 *
 * @param {URLSearchParams} query
 */
function readable(query) {
  return query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}
