// @ts-check

import { auditSection } from './account/audit.js';
import { confirmAction } from './account/confirm.js';
import { keysSection } from './account/keys.js';
import { planSection } from './account/plan.js';
import { failed } from './account/section.js';
import { usageSection } from './account/usage.js';
import { ask, onSessionGone } from './api.js';
import { describeError } from './describe-error.js';
import { byId } from './dom.js';
import { showAccount, startPage } from './header.js';
import { onLanguageChange, t } from './i18n/language.js';
import { findAccount } from './session.js';

/** What went wrong, in the language of the page; absent: nothing. @type {(() => Node | string) | undefined} */
let wrong;
const tellWrong = () => {
  byId('account-error', HTMLElement).replaceChildren(...(wrong === undefined ? [] : [wrong()]));
};

startPage();
onLanguageChange(tellWrong);
// Loaded anew it offers to sign in, or shows the account that another tab has signed in to.
onSessionGone(() => location.reload());
void start();

async function start() {
  wrong = undefined;
  tellWrong();
  try {
    const account = await findAccount();
    showAccount(account);
    byId('signed-out', HTMLElement).hidden = account !== undefined;
    if (account === undefined) return;
    byId('account-email', HTMLElement).textContent = account.email;
    showSections();
    offerEndAll();
  } catch (reason) {
    wrong = () => failed(reason, () => void start());
    tellWrong();
  }
}

function showSections() {
  byId('account-sections', HTMLElement).hidden = false;
  const loadAudit = auditSection();
  const loads = [keysSection(() => void loadAudit()), usageSection(), planSection(), loadAudit];
  for (const load of loads) void load();
  // The sections were hidden when the browser looked for the one that the address names.
  if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function offerEndAll() {
  const button = byId('end-all', HTMLButtonElement);
  button.hidden = false;
  button.onclick = async () => {
    const question = { title: t('account.end-all-title'), text: t('account.end-all-text') };
    if (!(await confirmAction({ ...question, action: t('account.end-all'), danger: true }))) return;
    try {
      await ask('DELETE', 'sessions');
      location.assign('/portal/');
    } catch (error) {
      wrong = () => describeError(error);
      tellWrong();
    }
  };
}
