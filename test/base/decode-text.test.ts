import { expect, test } from 'vitest';
import { decodeText } from '../../src/base/decode-text.ts';

const TEXT = 'Tidspunkt;Bomstasjon;Beløp\n20.11.2026 12:05;Økernveien på Ås;é\n';

/** In code page 850, whose letters of this text are those of 865. */
const toDos = (text: string) =>
  Buffer.from(
    text.replace(/[øØåÅé]/g, (letter) => String.fromCharCode(DOS[letter as keyof typeof DOS])),
    'latin1',
  );
const DOS = { ø: 0x9b, Ø: 0x9d, å: 0x86, Å: 0x8f, é: 0x82 };

test('CSV (MS-DOS) of Excel reads as what it is', () => {
  expect(decodeText(toDos(TEXT))).toBe(TEXT);
  expect(decodeText(toDos('Sum\nØkernveien'))).toBe('Sum\nØkernveien');
});

test('quotation marks of Windows are no letters of DOS', () => {
  const bytes = Buffer.from('Station\nDriver\x92s \x91gate\x92', 'latin1');
  expect(decodeText(bytes)).not.toMatch(/[Ææ]/);
});

test('a letter in two parts, as a Mac writes it, is one', () => {
  expect(decodeText(Buffer.from('Tåsenveien'.normalize('NFD')))).toBe('Tåsenveien');
});

test('UTF-8 that a program took for Windows 1252 and wrote again reads as what it was', () => {
  // Ø and Å are the bytes of letters above 0xff in Windows 1252: `Ã˜`, `Ã…`.
  const twice = Buffer.from(TEXT)
    .toString('latin1')
    .replaceAll('\u0098', '˜')
    .replaceAll('\u0085', '…');
  expect(twice).toContain('BelÃ¸p');
  expect(twice).toContain('Ã˜kernveien pÃ¥ Ã…s');
  expect(decodeText(Buffer.from(twice))).toBe(TEXT);
  expect(decodeText(Buffer.from(`\ufeff${twice}`))).toBe(TEXT);
});

test.each([['Coração'], ['SÃO PAULO'], ['Ã¸ og ø'], ['Ã¸ – 33,60 € ≈']])(
  'a text that is not all of it so stays as it is: %s',
  (text) => {
    expect(decodeText(Buffer.from(text))).toBe(text);
  },
);
