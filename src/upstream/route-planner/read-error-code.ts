import { readList, readNumber, readRecord } from '../../base/read-loose.ts';

/** The planner's own codes; other numbers, such as an HTTP status in a body, are none. */
const OWN_CODES = { first: 9000, last: 9999 };
/** How deep a code is looked for: in a member or a list of messages, not in whole documents. */
const MOST_LEVELS = 3;

/**
 * The planner's error code in a body: `Code` in its documents, `code` on the wire.
 *
 * @returns `undefined` for a body that is not JSON or has none.
 */
export function readErrorCode(body: string): number | undefined {
  try {
    return findCode(JSON.parse(body), MOST_LEVELS);
  } catch {
    // Gateways answer in HTML.
    return undefined;
  }
}

function findCode(value: unknown, levels: number): number | undefined {
  if (levels === 0) return undefined;
  const record = readRecord(value);
  const own = Object.entries(record ?? {}).flatMap(([name, member]) => {
    const code = name.toLowerCase() === 'code' ? readNumber(member) : undefined;
    return code !== undefined && code >= OWN_CODES.first && code <= OWN_CODES.last ? [code] : [];
  });
  if (own[0] !== undefined) return own[0];
  for (const inner of [...readList(value), ...Object.values(record ?? {})]) {
    const code = findCode(inner, levels - 1);
    if (code !== undefined) return code;
  }
  return undefined;
}
