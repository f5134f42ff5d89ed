import Type from 'typebox';
import { type DataPlace, pathOf } from './data-place.ts';
import { readChecked } from './read-checked.ts';

/** A file of `data/` as it is published. */
export interface Dump {
  /** JSON text, unchanged. */
  readonly json: string;
  /** The day that the facts stand for, `YYYY-MM-DD`. */
  readonly date: string;
}

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** Only what the publishing needs; the loaders check the rest. */
const Dated = Type.Object({
  meta: Type.Union([Type.Object({ date: Day }), Type.Object({ version: Day })]),
});

/**
 * Reads a file of `data/` for publishing.
 *
 * @throws Error with one sentence when it has no day.
 */
export function loadDump(place: DataPlace, file: string): Dump {
  const { content, text } = readChecked(pathOf(place, file), Dated);
  const { meta } = content;
  return { json: text, date: 'date' in meta ? meta.date : meta.version };
}
