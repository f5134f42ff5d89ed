import { inflateSync } from 'node:zlib';

/** A text of a document, and where it stands. */
interface PrintedText {
  /** From 1. */
  readonly page: number;
  /** From the left and from the top of the page; points. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** The texts of a document that `pdfkit` wrote, in the order in which they were drawn. */
export function readPdf(pdf: Uint8Array): PrintedText[] {
  const objects = readObjects(Buffer.from(pdf).toString('latin1'));
  const get = (id = '') => objects.get(id) ?? expectObject(id);
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.flatMap(({ head }, i) => {
    const resources = get(refer(head, 'Resources')).head;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
        name,
        readLetters(get(refer(get(id).head, 'ToUnicode')).stream),
      ]),
    );
    return readTexts(get(refer(head, 'Contents')).stream, fonts).map((one) => ({
      ...one,
      page: i + 1,
    }));
  });
}

const expectObject = (id: string): never => {
  throw new Error(`The document has no object ${id}.`);
};

const refer = (head: string, name: string) =>
  new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '';

function readObjects(file: string) {
  const objects = file.matchAll(
    /\n(\d+) 0 obj\r?\n([\s\S]*?)(?:stream\n([\s\S]*?)\nendstream)?\nendobj/g,
  );
  return new Map(
    [...objects].map(([, id = '', head = '', raw]) => {
      const isPacked = raw !== undefined && head.includes('FlateDecode');
      const stream = isPacked ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw;
      return [id, { head, stream: stream ?? '' }];
    }),
  );
}

/** The letters of a font by their codes of four digits. */
function readLetters(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g))
    for (const [i, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      letters.set(
        (Number.parseInt(first, 16) + i).toString(16).padStart(4, '0'),
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
  return letters;
}

function readTexts(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>) {
  const texts: Omit<PrintedText, 'page'>[] = [];
  for (const [, x, y, font = '', shown = ''] of content.matchAll(
    /1 0 0 1 (\S+) (\S+) Tm\s+\/(F\d+) \S+ Tf[\s\S]*?\[(.*?)\] TJ/g,
  )) {
    const codes = [...shown.matchAll(/<(\w+)>/g)].flatMap(
      ([, hex = '']) => hex.match(/.{4}/g) ?? [],
    );
    const text = codes.map((code) => fonts.get(font)?.get(code) ?? '\uFFFD').join('');
    texts.push({ x: Number(x), y: 841.89 - Number(y), text });
  }
  return texts;
}
