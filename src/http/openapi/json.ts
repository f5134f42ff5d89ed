/** A part of the document, ready to be written as JSON. */
export type Json = { readonly [name: string]: unknown };
