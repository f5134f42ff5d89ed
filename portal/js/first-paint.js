// @ts-check
// Runs before the first paint, and so is no module: what the visitor chose last time must not flicker.
try {
  const theme = localStorage.getItem('veipris.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (localStorage.getItem('veipris.language') === 'en') document.documentElement.lang = 'en';
} catch {
  // Storage may be forbidden; the page then follows the system.
}
