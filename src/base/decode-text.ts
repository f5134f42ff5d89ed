/** The letters of a file, in any of the codes that Excel writes. */

/** UTF-8 or UTF-16 by their marks, UTF-8 where it is that, else the code whose Norwegian letters it has. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  try {
    return decode(bytes, 'utf-8', true);
  } catch {
    const code = guessCode(bytes);
    return code === 'dos' ? decodeDos(bytes) : decode(bytes, code);
  }
}

/** A letter and its mark may stand as two characters: a Mac writes them so. */
const decode = (bytes: Uint8Array, code: string, fatal = false): string =>
  new TextDecoder(code, { fatal }).decode(bytes).normalize('NFC');

/**
 * Letters of Norwegian in each code of one byte; the first is meant where they are as many. Æ and æ of DOS are the
 * quotation marks of Windows, and tell nothing.
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
 * What "CSV (MS-DOS)" of Excel writes from 0x80 on; its letters of Norwegian are those of code page 865, too.
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
