import { FAULT_REPLIES, REFUSALS } from '../replies.ts';

interface ToldCode {
  readonly code: string;
  readonly status: number;
  readonly when: string;
  readonly message: string;
}

/** Every code that an answer may have, by status. */
function listCodes(): ToldCode[] {
  const faults = Object.entries(FAULT_REPLIES).map(([code, reply]) => ({ code, ...reply }));
  const refusals = Object.entries(REFUSALS).map(([status, told]) => ({
    ...told,
    status: Number(status),
  }));
  return [...faults, ...refusals].toSorted((a, b) => a.status - b.status);
}

/** The page on which the `docs` of an answer leads to its code. */
export const formatErrorsPage = (): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Veipris: errors</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/style.css">
  </head>
  <body>
    <main>
      <h1>Errors</h1>
      <p><a href="/docs">Reference</a></p>
${listCodes().map(formatCode).join('\n')}
    </main>
  </body>
</html>
`;

const formatCode = ({ code, status, when, message }: ToldCode) => `      <section id="${code}">
        <h2><code>${code}</code> ${status}</h2>
        <p>${toHtml(when)}</p>
        <p>${toHtml(message)}</p>
      </section>`;

const toHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]*)`/g, '<code>$1</code>');
