import { type TProperties, type TSchema, Type } from 'typebox';
import { PLAN_IDS } from '../../account/account.ts';
import { openTo } from './visitor.ts';

/** A body that the portal's pages send. A member that is not named here is refused. */
const body = <const Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

export const SignInBody = body({ email: Type.String() });

export const SessionBody = body({ token: Type.String() });

export const KeyBody = body({
  name: Type.String(),
  test: Type.Optional(Type.Boolean()),
  /** Days until the key ends by itself; absent: it does not. */
  days: Type.Optional(Type.Number()),
});

/** Absent: the old key is refused at once. */
export const RotateBody = body({ overlapHours: Type.Optional(Type.Number()) });

export const PlanRequestBody = body({ plan: Type.Enum([...PLAN_IDS]) });

/** The schema of a request without a body. */
export const NoBody = Type.Null();

/** The terms of an endpoint that takes a body, from a page of ours or for a change of what the session owns. */
export const taking = <Body extends TSchema>(body: Body, visitor: 'page' | 'change') => ({
  schema: { body },
  config: openTo(visitor),
});
