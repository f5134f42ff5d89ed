import type { FaultCode } from '../../base/fault.ts';

/** The answer that a caller gets for a fault. */
export interface FaultReply {
  readonly status: number;
  /** `error` has the same sentence as `message`; absent: `error` has the code. */
  readonly error?: 'sentence';
  /** When the fault happens, for the documents. */
  readonly when: string;
  /** The sentence for a fault that brings none. */
  readonly message: string;
  /** Only the portal's own pages get the fault. The contract leaves it out. */
  readonly isOfPortal?: true;
}

/** The only table from code to status, in the order of the interface's error table. */
export const FAULT_REPLIES: Readonly<Record<FaultCode, FaultReply>> = {
  invalid_parameter: {
    status: 400,
    error: 'sentence',
    when: 'a parameter is missing or wrong',
    message: 'A parameter is missing or wrong.',
  },
  invalid_api_key: {
    status: 401,
    when: 'no key was sent, or one that is not in use',
    message: 'Send a key that is in use.',
  },
  subscription_inactive: {
    status: 403,
    when: 'the subscription was stopped, or a payment failed',
    message: 'The subscription of this account is not active.',
  },
  not_found: {
    status: 404,
    when: 'unknown registration number; unknown address',
    message: 'There is nothing at this address.',
  },
  route_not_possible: {
    status: 404,
    when: 'no drivable route between the points, or a point farther than 10 km from a road, or across the sea from it',
    message: 'There is no drivable route between these points.',
  },
  method_not_allowed: {
    status: 405,
    when: 'a method that the address does not answer; `Allow` names those that it does',
    message: 'This address answers GET and HEAD only.',
  },
  idempotency_key_used: {
    status: 409,
    when: 'the `Idempotency-Key` belongs to another question of the last 24 hours; not counted',
    message: 'This Idempotency-Key belongs to another question.',
  },
  data_version_gone: {
    status: 409,
    when: 'a repeated call, and the data that the first one was answered from is no longer in force; not counted',
    message: 'The data of this call is no longer in force.',
  },
  range_not_satisfiable: {
    status: 416,
    when: 'a `Range` that the result of a job does not have, or not yet: `Content-Range` says how far it goes',
    message: 'The result does not have this range.',
  },
  quota_exceeded: {
    status: 429,
    when: 'the calls of the day are used up; `Retry-After` says when the next day begins',
    message: 'All calls of today are used.',
  },
  rate_limited: {
    status: 429,
    when: 'too many calls within a second, more than 64 MB of bodies and unread answers of the account, or a test of a receiver while another one runs; see `Retry-After`',
    message: 'Too many calls within a second.',
  },
  upstream_broken: {
    status: 502,
    error: 'sentence',
    when: 'a service that we depend on answers wrongly; credited',
    message: 'A service that we depend on answers wrongly; try again later.',
  },
  upstream_down: {
    status: 503,
    error: 'sentence',
    when: 'a service that we depend on, or our database, is away or busy; credited; try again after `Retry-After` where it is given',
    message: 'A service that we depend on is away; try again later.',
  },
  overloaded: {
    status: 503,
    error: 'sentence',
    when: 'more calls come than can be answered soon; not counted; try again after `Retry-After`',
    message: 'More calls come than can be answered now; try again in a moment.',
  },
  link_not_valid: {
    status: 400,
    when: 'a sign-in link that is used, too old, or of another browser',
    message: 'This link is used, older than 15 minutes, or was asked for in another browser.',
    isOfPortal: true,
  },
  signed_out: {
    status: 401,
    when: 'no one is signed in to the portal',
    message: 'Sign in to the portal first.',
    isOfPortal: true,
  },
  csrf_refused: {
    status: 403,
    when: 'a change that does not come from a page of the portal',
    message: 'This change does not come from a page of the portal; load the page anew.',
    isOfPortal: true,
  },
};

/** The refusals of the framework itself, by status: when they happen, and our words instead of its own. */
export const REFUSALS: Readonly<
  Record<number, { readonly code: string; readonly when: string; readonly message: string }>
> = {
  400: {
    code: 'bad_request',
    when: 'the address cannot be read, or what arrived is not valid HTTP',
    message:
      'The address cannot be read, or the request is not valid HTTP: letters beyond A to Z are percent-encoded, such as %C3%B8 for ø.',
  },
  408: {
    code: 'request_timeout',
    when: 'the request took too long to arrive',
    message: 'The request took too long to arrive.',
  },
  413: {
    code: 'body_too_large',
    when: 'the body is larger than the address takes, packed or unpacked',
    message: 'The body is too large.',
  },
  415: {
    code: 'unsupported_media_type',
    when: 'the body is of another type than the address takes, or packed in another way',
    message:
      'The body must be of a type that this address takes, such as application/json, and packed in no other way than Accept-Encoding says.',
  },
  431: {
    code: 'headers_too_large',
    when: 'address and headers are too large together',
    message: 'The address or the request headers are too large.',
  },
  500: {
    code: 'internal_error',
    when: 'a defect of ours; credited',
    message: 'Something went wrong on our side; try again later.',
  },
  503: {
    code: 'deadline_passed',
    when: 'the answer was not ready in time: 15 seconds, 60 for `/api/matrix`, `/api/journey` and `/api/trace`; credited; try again after `Retry-After`, which is as long',
    message: 'The answer took too long; try again later.',
  },
};

/** Every code that an answer may have, by status. */
export const listCodes = (): readonly (FaultReply & { readonly code: string })[] =>
  [
    ...Object.entries(FAULT_REPLIES).map(([code, reply]) => ({ code, ...reply })),
    ...Object.entries(REFUSALS).map(([status, told]) => ({
      ...told,
      status: Number(status),
      error: 'sentence' as const,
    })),
  ].toSorted((a, b) => a.status - b.status);

/** Where a code is explained. */
export const docsOf = (code: string): string => `/docs/errors#${code}`;
