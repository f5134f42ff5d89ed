import { Type } from 'typebox';

/** Body of every answer that is not 2xx or 304. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'A stable code, or one sentence for 400, 500 and above.' }),
    message: Type.String({ description: 'One sentence for a person to read.' }),
    requestId: Type.String({ description: 'The value of the `X-Request-Id` header.' }),
  },
  { title: 'ApiError', description: 'Why there is no better answer.' },
);
