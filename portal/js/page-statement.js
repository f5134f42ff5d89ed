// @ts-check
import { ask } from './api.js';
import { describeError } from './describe-error.js';
import { byId } from './dom.js';
import { showAccount, startPage } from './header.js';
import { onLanguageChange, t } from './i18n/language.js';
import { arrive } from './session.js';
import { EXAMPLE } from './statement/example.js';
import { findingsView } from './statement/findings-view.js';
import { readDrives } from './statement/read-drives.js';
import { teller } from './teller.js';
import { FUELS, fill } from './trip/vehicle-fields.js';

/** What the server takes, with its wrapping. */
const MOST_BYTES = 350_000;

/** @type {import('./statement/reservations.js').CheckedFile | undefined} */
let checked;
/** @type {File | undefined} */
let chosen;
let running = new AbortController();

const form = byId('statement-form', HTMLFormElement);
const file = byId('statement-file', HTMLInputElement);
const drives = byId('drives', HTMLTextAreaElement);
const place = byId('findings-place', HTMLElement);
const fuel = byId('fuel', HTMLSelectElement);
const showError = teller('statement-error');

startPage();
render();
onLanguageChange(render);

function render() {
  fill(fuel, 'fuel', FUELS);
  if (checked !== undefined) place.replaceChildren(findingsView(checked));
}

/** @param {File | undefined} next */
function take(next) {
  chosen = next;
  byId('statement-name', HTMLElement).textContent = next?.name ?? '';
}

file.addEventListener('change', () => take(file.files?.[0]));
form.addEventListener('dragover', (event) => event.preventDefault());
form.addEventListener('drop', (event) => {
  event.preventDefault();
  take(event.dataTransfer?.files[0]);
});
byId('drives-file', HTMLInputElement).addEventListener('change', async ({ target }) => {
  const [told] = target instanceof HTMLInputElement ? (target.files ?? []) : [];
  if (told !== undefined) drives.value = await told.text();
});
byId('statement-example', HTMLButtonElement).addEventListener('click', () => {
  take(new File([EXAMPLE], t('statement.example-file')));
  drives.value = '';
  void check();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});

async function check() {
  showError();
  // What was found in another file is not told of this one.
  running.abort();
  running = new AbortController();
  const { signal } = running;
  checked = undefined;
  place.replaceChildren();
  place.removeAttribute('aria-busy');
  if (chosen === undefined) return showError(() => t('statement.need-file'));
  if (chosen.size > MOST_BYTES) return showError(() => t('statement.too-large'));
  const driven = readDrives(drives.value);
  if (typeof driven === 'number')
    return showError(() => t('statement.bad-drive', { line: driven }));
  place.setAttribute('aria-busy', 'true');
  try {
    const body = {
      statement: toBase64(new Uint8Array(await chosen.arrayBuffer())),
      columns: readColumns(),
      vehicle: { ...(driven.vehicle ?? readVehicle()), ...driven.beside },
      ...(driven.drives.length > 0 && { drives: driven.drives }),
    };
    checked = (await ask('POST', 'statement', { body, signal })).body;
    render();
    place.scrollIntoView({ block: 'start' });
    place.focus({ preventScroll: true });
  } catch (error) {
    if (!signal.aborted) showError(() => describeError(error, 'statement'));
  } finally {
    if (!signal.aborted) place.removeAttribute('aria-busy');
  }
}

/** What the visitor has written of the columns, by their names: `column-time` is `time`. */
function readColumns() {
  const fields = [...form.querySelectorAll('input')].filter(({ id }) => id.startsWith('column-'));
  return Object.fromEntries(
    fields
      .map(({ id, value }) => [id.slice('column-'.length), value.trim()])
      .filter(([, written]) => written !== ''),
  );
}

function readVehicle() {
  return {
    ...(fuel.value !== '' && { fuel: fuel.value }),
    ...(byId('heavy', HTMLInputElement).checked && { heavy: true }),
    ...(!byId('has-tag', HTMLInputElement).checked && { tag: false }),
  };
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

async function start() {
  try {
    const { account, isAllowed } = await arrive();
    showAccount(account);
    byId('check-statement', HTMLButtonElement).disabled = !isAllowed;
    byId('statement-example', HTMLButtonElement).disabled = !isAllowed;
  } catch (error) {
    showError(() => describeError(error));
  }
}

void start();
