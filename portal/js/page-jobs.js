// @ts-check
import { ApiError, ask } from './api.js';
import { copied } from './copy-button.js';
import { describeError } from './describe-error.js';
import { byId } from './dom.js';
import { formRefusal, refusedField } from './form-refusal.js';
import { showAccount, startPage } from './header.js';
import { onLanguageChange, t } from './i18n/language.js';
import { jobCard, nextLookMs, webhookProblem } from './jobs/job-card.js';
import { findAccount } from './session.js';
import { addVehicle } from './trip/trip-query.js';
import { vehicleFields } from './trip/vehicle-fields.js';

const file = byId('jobs-file', HTMLInputElement);
const form = byId('jobs-form', HTMLFormElement);
const callback = byId('jobs-callback', HTMLInputElement);
/** @type {readonly import('./jobs/job-card.js').Job[]} */
let jobs = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** Parameters whose field is called otherwise. */
const FIELDS = { url: 'jobs-callback', callbackUrl: 'jobs-callback' };

startPage();
const vehicle = vehicleFields();
const showError = formRefusal(form, 'jobs-error');
onLanguageChange(() => {
  vehicle.render();
  render();
  showSecret();
  tellTried();
});
void attempt(start);

file.addEventListener('change', () => {
  byId('jobs-name', HTMLElement).textContent = file.files?.[0]?.name ?? '';
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(submit, FIELDS);
});
byId('jobs-try', HTMLButtonElement).addEventListener(
  'click',
  () => void attempt(tryCallback, FIELDS),
);

async function start() {
  const account = await findAccount();
  showAccount(account);
  byId('invite', HTMLElement).hidden = account !== undefined;
  form.hidden = account === undefined;
  if (account === undefined) return;
  await look();
  secret = (await ask('GET', 'webhook')).body.secret;
  showSecret();
}

/**
 * @param {() => Promise<void>} work
 * @param {Readonly<Record<string, string>>} [fields] of what is sent; absent: it has none of the form.
 */
async function attempt(work, fields) {
  try {
    await work();
  } catch (error) {
    const field = fields && refusedField(error, fields);
    showError({ tell: () => describeError(error), field }, true);
    // The session has ended: the page asks to sign in.
    if (error instanceof ApiError && error.status === 401) void attempt(start);
  }
}

/** The submission whose answer has not come yet, and the name under which it is taken once. */
let submitting = { what: '', once: '' };

async function submit() {
  showError();
  const chosen = file.files?.[0];
  if (chosen === undefined)
    return showError({ tell: () => t('jobs.no-file'), field: 'jobs-file' }, true);
  const wrong = vehicle.findWrong();
  if (wrong !== undefined) return showError({ tell: () => t(wrong.why), field: wrong.id }, true);
  const button = byId('jobs-submit', HTMLButtonElement);
  button.disabled = true;
  try {
    const path = `jobs?${readOptions()}`;
    const what = [path, chosen.name, chosen.size, chosen.lastModified].join();
    if (submitting.what !== what)
      submitting = { what, once: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    await ask('POST', path, { body: chosen, once: submitting.once });
    submitting = { what: '', once: '' };
  } finally {
    button.disabled = false;
  }
  await look();
}

function readOptions() {
  const options = new URLSearchParams();
  const told = {
    result: byId('jobs-result', HTMLSelectElement).value,
    overLimit: byId('jobs-over-limit', HTMLSelectElement).value,
    pinDataVersion: byId('jobs-pin', HTMLInputElement).checked ? '1' : '',
    callbackUrl: callback.value.trim(),
  };
  for (const [name, value] of Object.entries(told)) if (value !== '') options.set(name, value);
  addVehicle(options, vehicle.read());
  return options;
}

/** What calls to the callback are signed with; '': not known yet. */
let secret = '';

function showSecret() {
  const place = byId('jobs-secret', HTMLElement);
  if (secret === '') return place.replaceChildren();
  return place.replaceChildren(
    copied('webhook-secret', 'copy-secret', secret, t('jobs.secret-copy')),
  );
}

/** What came of the test of the callback. */
let tried = () => '';

function tellTried() {
  byId('jobs-tried', HTMLElement).textContent = tried();
}

async function tryCallback() {
  showError();
  tried = () => '';
  tellTried();
  const { body } = await ask('POST', 'webhook/test', { body: { url: callback.value.trim() } });
  tried = () =>
    body.delivered
      ? t('jobs.try-delivered')
      : t('jobs.try-failed', { problem: webhookProblem(body) });
  tellTried();
}

async function look() {
  clearTimeout(timer);
  try {
    jobs = (await ask('GET', 'jobs?limit=100')).body.jobs;
    render();
  } finally {
    const laterMs = nextLookMs(jobs, Date.now());
    if (laterMs !== undefined) timer = setTimeout(() => void attempt(look), laterMs);
  }
}

/** Writes the jobs anew; the keyboard stays where it is. */
function render() {
  const focused = document.activeElement?.id;
  const cards = jobs.map((job) => jobCard(job, (id) => void attempt(() => remove(id))));
  byId('jobs-list', HTMLElement).replaceChildren(...cards);
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {string} id */
async function remove(id) {
  await ask('DELETE', `jobs/${id}`);
  await look();
}
