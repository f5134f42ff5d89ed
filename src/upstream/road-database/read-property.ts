import { readList, readNumber, readRecord, readText } from '../../base/read-loose.ts';

/** A property of a road object: its raw value, and the id of the value if it is a choice. */
interface Property {
  readonly value: unknown;
  /** Absent: not a choice, or the answer leaves it out. */
  readonly enumId?: number;
}

/** Reads the properties of one object. `undefined`: the object does not have it. */
export type Properties = ReturnType<typeof readProperties>;

/** One value of a choice. */
export interface Choice<Meaning extends string> {
  readonly means: Meaning;
  readonly enumId?: number;
  /** Older and newer spellings. */
  readonly texts: readonly string[];
}

/** A value exists but can not be read. It is not guessed, because prices would depend on the guess. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
}

/** The properties of an object. They are found by id, because their names change. */
export function readProperties(list: unknown) {
  const byId = new Map<number, Property>();
  for (const item of readList(list)) {
    const { id, verdi: value, enum_id: choice } = readRecord(item) ?? {};
    const [number, enumId] = [readNumber(id), readNumber(choice)];
    if (number === undefined || value === undefined || value === null || byId.has(number)) continue;
    byId.set(number, { value, ...(enumId !== undefined && { enumId }) });
  }
  const text = (id: number) => {
    const value = byId.get(id)?.value;
    return typeof value === 'boolean' ? String(value) : readText(value);
  };
  return {
    text,
    /** @throws NotReadable for a value that is no number. */
    number(id: number): number | undefined {
      const written = text(id);
      return written === undefined ? undefined : checked(id, readNumber(written), 'a number');
    },
    /** `HH:MM`. @throws NotReadable for a value that is no time of day. */
    clock(id: number): string | undefined {
      const written = text(id);
      return written === undefined ? undefined : checked(id, readClock(written), 'a time of day');
    },
    /**
     * The meaning of a choice: by the id of its value, else by its text in lower case.
     *
     * @returns `unknown` for a value that is not among the meanings.
     */
    choice<Meaning extends string>(
      id: number,
      meanings: readonly Choice<Meaning>[],
    ): Meaning | 'unknown' | undefined {
      const property = byId.get(id);
      const written = text(id)?.toLowerCase();
      if (property === undefined || (written === undefined && property.enumId === undefined))
        return undefined;
      const found =
        meanings.find(({ enumId }) => enumId !== undefined && enumId === property.enumId) ??
        meanings.find(({ texts }) => written !== undefined && texts.includes(written));
      return found?.means ?? 'unknown';
    },
  };
}

function checked<T>(id: number, value: T | undefined, wanted: string): T {
  if (value === undefined) throw new NotReadable(`property ${id} is not ${wanted}`);
  return value;
}

/** Reads a time of day. Some times have seconds, which are left out. */
const readClock = (text: string) => /^((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d)?$/.exec(text)?.[1];
