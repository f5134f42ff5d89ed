/** Header of HTTP Basic, in UTF-8. Source: RFC 7617, September 2015. */
export function formatLogin(user: string, password: string): Readonly<Record<string, string>> {
  const credentials = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  return { authorization: `Basic ${credentials}` };
}
