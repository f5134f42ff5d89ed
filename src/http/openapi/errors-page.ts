import { type Heading, renderInline } from '../docs/markdown.ts';
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
export function formatErrors(): { readonly html: string; readonly headings: readonly Heading[] } {
  const codes = listCodes();
  const sections = codes.map(
    ({ code, status, when, message }) => `<section id="${code}">
<h2><code>${code}</code> ${status}</h2>
<p>${renderInline(when, toNowhere)}</p>
<p>${renderInline(message, toNowhere)}</p>
</section>`,
  );
  return {
    html: `<h1>Errors</h1>\n${sections.join('\n')}`,
    headings: codes.map(({ code, when }) => ({ level: 2, id: code, text: code, lead: when })),
  };
}

const toNowhere = () => undefined;
