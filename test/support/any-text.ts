import fc from 'fast-check';

/** Any character of Unicode. The unit `binary` of fast-check has the same characters, but takes a second to be made. */
const character = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));

/** Texts of any characters. */
export const anyText = (terms: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...terms, unit: character });
