import { type TProperties, Type } from 'typebox';

/** What the portal's pages send. A member that is not named is refused: no body says more than is read. */
const body = <const Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

export const SignInBody = body({ email: Type.String() });

export const SessionBody = body({ token: Type.String() });

export const KeyBody = body({ name: Type.String(), test: Type.Optional(Type.Boolean()) });

/** Of a change that its address says all about. */
export const EmptyBody = body({});

/** Of what has no body at all. */
export const NoBody = Type.Null();
