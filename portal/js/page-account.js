// @ts-check
import { auditSection } from './account/audit.js';
import { keysSection } from './account/keys.js';
import { planSection } from './account/plan.js';
import { failed } from './account/section.js';
import { usageSection } from './account/usage.js';
import { byId } from './dom.js';
import { showAccount, startPage } from './header.js';
import { findAccount } from './session.js';

startPage();
void start();

async function start() {
  const error = byId('account-error', HTMLElement);
  try {
    error.replaceChildren();
    const account = await findAccount();
    showAccount(account);
    byId('signed-out', HTMLElement).hidden = account !== undefined;
    if (account === undefined) return;
    byId('account-email', HTMLElement).textContent = account.email;
    showSections();
  } catch (reason) {
    error.replaceChildren(failed(reason, () => void start()));
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
