/** A calendar day in Norway, `YYYY-MM-DD`: the text order is the order in time. */
export type Day = string;
