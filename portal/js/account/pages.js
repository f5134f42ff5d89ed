// @ts-check
import { ask } from '../api.js';
import { button } from '../dom.js';
import { t } from '../i18n/language.js';

/**
 * A list as far as it was read.
 *
 * @template Row
 * @typedef {object} List
 * @property {readonly Row[]} rows
 * @property {string | null} nextCursor null: that is all of it.
 */

/**
 * The first page of a list, or what was read of it and the next page.
 *
 * @param {string} path below `/portal/api/`.
 * @param {string} member which holds the rows.
 * @param {List<any>} [before]
 * @returns {Promise<List<any>>}
 */
export async function readPage(path, member, before = { rows: [], nextCursor: null }) {
  const { body } = await askPage(path, before.nextCursor);
  return { rows: [...before.rows, ...body[member]], nextCursor: body.nextCursor };
}

/**
 * The answers with all pages of a list, which must be a short one.
 *
 * @param {string} path below `/portal/api/`.
 * @returns {Promise<readonly any[]>}
 */
export async function readPages(path) {
  const bodies = [(await askPage(path, null)).body];
  for (let cursor = bodies[0].nextCursor; cursor !== null; cursor = bodies.at(-1).nextCursor)
    bodies.push((await askPage(path, cursor)).body);
  return bodies;
}

/**
 * @param {string} path
 * @param {string | null} cursor
 */
function askPage(path, cursor) {
  if (cursor === null) return ask('GET', path);
  return ask('GET', `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`);
}

/**
 * The button for the next page; `[]` where there is none. The keyboard stays at the end of the list.
 *
 * @param {List<unknown>} list
 * @param {string} id of the table; the button is named after it.
 * @param {() => Promise<void>} showMore
 */
export function moreButton({ nextCursor }, id, showMore) {
  if (nextCursor === null) return [];
  const more = button(
    t('account.more'),
    async () => {
      more.disabled = true;
      await showMore();
      const again = document.getElementById(`${id}-more`);
      (again ?? document.getElementById(id)?.parentElement)?.focus();
    },
    { class: 'quiet', id: `${id}-more` },
  );
  return [more];
}
