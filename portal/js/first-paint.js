// @ts-check
// Runs before the first paint, and so is no module: what the visitor chose last time must not flicker.
try {
  const theme = localStorage.getItem('veipris.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  // Chosen once, else the first of the browser's languages that the pages have; Danish and Swedish readers take Norwegian.
  const language =
    localStorage.getItem('veipris.language') ??
    navigator.languages.find((code) => /^(?:nb|nn|no|da|sv|en)\b/.test(code)) ??
    'en';
  if (language.startsWith('en')) document.documentElement.lang = 'en';
} catch {
  // Storage may be forbidden; the page then follows the system.
}
