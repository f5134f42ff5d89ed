/** Decodes the text of a file in any of the encodings that Excel writes. */

/**
 * The text of a file. A byte-order mark tells UTF-16. Otherwise the file is read as UTF-8 if it is valid UTF-8, else in
 * the encoding in which it has the most Norwegian letters. UTF-8 that was once read as Windows 1252 and written again
 * (`BelÃ¸p`) is decoded a second time.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  try {
    return decodeTwice(decode(bytes, 'utf-8', true));
  } catch {
    const code = guessCode(bytes);
    return code === 'dos' ? decodeDos(bytes) : decode(bytes, code);
  }
}

/** Letters of two bytes in UTF-8, as they look in Windows 1252. */
const DOUBLE = /Ã[\u0080-\u00bf\u0152-\u2122]/;

/** The characters of Windows 1252 from 0x80 to 0x9f. Some decoders leave these bytes as they are. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTE_OF: ReadonlyMap<number, number> = new Map(
  Array.from(WINDOWS_1252, (letter, i) => [letter.charCodeAt(0), 0x80 + i]),
);

/** A text whose characters are all bytes of valid UTF-8 is read so; any other one stays as it is. */
function decodeTwice(text: string): string {
  if (!DOUBLE.test(text)) return text;
  const own = text.replace(/^\ufeff/, '');
  const bytes = new Uint8Array(own.length);
  for (let i = 0; i < own.length; i++) {
    const code = own.charCodeAt(i);
    // No byte of UTF-8 is 0xff.
    bytes[i] = code < 0x80 ? code : (BYTE_OF.get(code) ?? Math.min(code, 0xff));
  }
  try {
    return decode(bytes, 'utf-8', true);
  } catch {
    return text;
  }
}

/** Joins a letter and its mark, which a Mac writes as two characters. */
const decode = (bytes: Uint8Array, code: string, fatal = false): string =>
  new TextDecoder(code, { fatal }).decode(bytes).normalize('NFC');

/**
 * Bytes of Norwegian letters in each one-byte encoding. Where counts are equal, the first encoding is taken. Æ and æ of
 * DOS are left out: their bytes are quotation marks in Windows.
 */
const LETTERS = {
  'windows-1252': [0xe6, 0xf8, 0xe5, 0xc6, 0xd8, 0xc5],
  macintosh: [0xbe, 0xbf, 0x8c, 0xae, 0xaf, 0x81],
  dos: [0x9b, 0x86, 0x9d, 0x8f],
} as const;

type Code = keyof typeof LETTERS;

function guessCode(bytes: Uint8Array): Code {
  const some = bytes.subarray(0, 100_000);
  const count = (letters: readonly number[]) =>
    some.reduce((sum, byte) => (letters.includes(byte) ? sum + 1 : sum), 0);
  const codes = Object.keys(LETTERS) as Code[];
  return codes.reduce((best, code) => (count(LETTERS[code]) > count(LETTERS[best]) ? code : best));
}

/**
 * The characters from 0x80 on that "CSV (MS-DOS)" of Excel writes. Code page 865 has the same Norwegian letters.
 *
 * Source: the table of code page 850, unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/CP850.TXT.
 */
const CODE_PAGE_850 = Uint16Array.from(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  (letter) => letter.charCodeAt(0),
);

function decodeDos(bytes: Uint8Array): string {
  const codes = new Uint16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    codes[i] = byte < 0x80 ? byte : (CODE_PAGE_850[byte - 0x80] as number);
  }
  return new TextDecoder('utf-16le').decode(codes);
}
