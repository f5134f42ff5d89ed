import { readJson, readList, readRecord } from '../../base/read-loose.ts';

/** A route as the planner writes it. */
export type RawRoute = Readonly<Record<string, unknown>>;

/** The routes of an answer, which may be none, or why it is none that can be read. */
export type ParsedAnswer = { readonly routes: readonly RawRoute[] } | { readonly problem: string };

/** Members that tell of a failure inside a 200; V1 and V2 did so. */
const FAILURE_MEMBERS = ['messages', 'error'];

/**
 * Reads the body of a 200. A member that is `null` or empty counts as absent, but for `routes`,
 * whose emptiness says that there is no route.
 */
export function parseAnswer(body: string): ParsedAnswer {
  const answer = readRecord(readJson(body));
  if (answer === undefined) return { problem: 'no JSON object' };
  const failure = FAILURE_MEMBERS.find((name) => !isEmpty(answer[name]));
  if (failure !== undefined) return { problem: `a member "${failure}"` };
  if (!Array.isArray(answer.routes)) return { problem: 'no list of routes' };
  const items = readList(answer.routes);
  const routes = items.flatMap((item): RawRoute[] => {
    const route = readRecord(item);
    return route === undefined ? [] : [route];
  });
  return routes.length === 0 && items.length > 0 ? { problem: 'no route in its list' } : { routes };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
