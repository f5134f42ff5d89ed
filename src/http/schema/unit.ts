import { Type } from 'typebox';

/** An amount in kroner, at most two decimals. */
export const nok = (description: string) => Type.Number({ description: `NOK. ${description}` });

/** A moment as text. */
export const instant = (description: string) =>
  Type.String({ description: `${description} ISO 8601 with the Norwegian offset.` });
