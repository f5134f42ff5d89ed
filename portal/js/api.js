// @ts-check

/** What the server refused, or why it could not be asked. */
export class ApiError extends Error {
  /**
   * @param {number} status 0: no answer came.
   * @param {string} code the stable `code` of the answer; empty when there is none.
   * @param {string} message a sentence for developers, in English.
   * @param {{ parameters?: readonly string[], requestId?: string | undefined, retryAfterS?: number | undefined }} [more]
   *   `parameters`: the values that are refused, the one of the message first.
   */
  constructor(status, code, message, more = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.parameters = more.parameters ?? [];
    this.requestId = more.requestId;
    this.retryAfterS = more.retryAfterS;
    this.atMs = Date.now();
  }
}

/** The proof that a change comes from this page; absent while signed out. */
let csrf = '';

/** @param {string | undefined} token */
export function setCsrf(token) {
  csrf = token ?? '';
}

/** @type {(() => void)[]} */
const onSessionGones = [];

/**
 * What a page does when it learns that its session is gone: it ran out, or another tab signed out, or in as another account.
 *
 * @param {() => void} listener
 */
export function onSessionGone(listener) {
  onSessionGones.push(listener);
}

/**
 * Asks the portal's own endpoints.
 *
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path below `/portal/api/`.
 * @param {{ body?: object, signal?: AbortSignal, once?: string }} [options] a body that is a file goes as it is; `once`:
 *   the name under which the same call is done once, however often it is sent.
 * @returns {Promise<{ body: any, headers: Headers }>} `body` is undefined where there is none.
 * @throws ApiError; an AbortError when `signal` stopped it.
 */
export async function ask(method, path, { body, signal, once } = {}) {
  const response = await send(method, path, { body, signal, once });
  const text = await response.text();
  const answer = parse(text);
  if (response.ok) return { body: answer, headers: response.headers };
  const refusal = refusalOf(response, answer);
  const isGone = refusal.status === 401 || refusal.code === 'csrf_refused';
  if (isGone) for (const listener of onSessionGones) listener();
  throw refusal;
}

/**
 * @param {Response} response
 * @param {any} answer its body; undefined where it is none of ours.
 */
function refusalOf({ status, statusText, headers }, answer) {
  const { code = '', message = statusText, errors = [], requestId } = answer ?? {};
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return new ApiError(status, code, message, {
    parameters: errors.map((/** @type {{ parameter: string }} */ { parameter }) => parameter),
    requestId: requestId ?? headers.get('x-request-id') ?? undefined,
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body: object | undefined, signal: AbortSignal | undefined, once: string | undefined }} options
 */
async function send(method, path, { body, signal, once }) {
  const proof = method === 'GET' || csrf === '' ? {} : { 'x-csrf-token': csrf };
  const { type, ...sent } = body === undefined ? {} : toBody(body);
  try {
    return await fetch(`/portal/api/${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...proof,
        ...type,
        ...(once !== undefined && { 'idempotency-key': once }),
      },
      credentials: 'same-origin',
      ...sent,
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, '', 'No answer came.');
  }
}

/** @param {object} body */
function toBody(body) {
  if (!(body instanceof Blob))
    return { type: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const isPacked = body instanceof File && body.name.endsWith('.gz');
  const coding = isPacked ? { 'content-encoding': 'gzip' } : {};
  return { type: { 'content-type': 'application/octet-stream', ...coding }, body };
}

/** @param {string} text */
function parse(text) {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
