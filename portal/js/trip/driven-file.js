// @ts-check
import { byId } from '../dom.js';

/** What the API takes. Source: docs/traces.md. */
const MOST_BYTES = 10_000_000;

/**
 * The recording of a drive, in place of a trip that is planned: chosen as a file, or dropped on the map. It stays in
 * the memory of this page, and goes to the server to be priced.
 *
 * @param {object} on
 * @param {() => void} on.taken another recording is to be priced.
 * @param {() => void} on.removed trips are planned again.
 * @param {(why: string) => void} on.refused the key of the text that says why.
 */
export function drivenFile(on) {
  const form = byId('trip-form', HTMLFormElement);
  const input = byId('trace-file', HTMLInputElement);
  const name = byId('trace-name', HTMLElement);
  const panel = byId('map-panel', HTMLElement);
  /** @type {File | undefined} */
  let file;

  const show = () => {
    form.toggleAttribute('data-driven', file !== undefined);
    name.textContent = file?.name ?? '';
  };
  /** @param {File | null | undefined} chosen */
  const take = (chosen) => {
    if (chosen === null || chosen === undefined) return;
    if (chosen.size > MOST_BYTES) return on.refused('trace.too-large');
    file = chosen;
    show();
    on.taken();
  };
  const remove = () => {
    file = undefined;
    input.value = '';
    show();
  };

  input.addEventListener('change', (event) => {
    // The form would take it for a change of the trip.
    event.stopPropagation();
    take(input.files?.[0]);
    input.value = '';
  });
  byId('trace-remove', HTMLButtonElement).addEventListener('click', () => {
    remove();
    on.removed();
    input.focus();
  });
  panel.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    panel.toggleAttribute('data-drop', true);
  });
  panel.addEventListener('dragleave', () => panel.removeAttribute('data-drop'));
  panel.addEventListener('drop', (event) => {
    event.preventDefault();
    panel.removeAttribute('data-drop');
    take(event.dataTransfer?.files[0]);
  });

  return { get: () => file, remove };
}
