import { type TProperties, Type } from 'typebox';
import { PLAN_IDS } from '../../account/account.ts';

/** What the portal's pages send. A member that is not named is refused: no body says more than is read. */
const body = <const Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

export const SignInBody = body({ email: Type.String() });

export const SessionBody = body({ token: Type.String() });

export const KeyBody = body({
  name: Type.String(),
  test: Type.Optional(Type.Boolean()),
  /** Absent: it does not end by itself. */
  days: Type.Optional(Type.Number()),
});

/** Absent: the old key is refused at once. */
export const RotateBody = body({ overlapHours: Type.Optional(Type.Number()) });

export const PlanRequestBody = body({ plan: Type.Enum([...PLAN_IDS]) });

/** Of what has no body at all. */
export const NoBody = Type.Null();
