// Runs before the first paint, so that the page never flashes in the wrong theme. It is sent as it
// stands here, also to old browsers.
(() => {
  let choice = document.currentScript.dataset.unchosen || 'light';
  try {
    choice = localStorage.getItem('zavet.theme') || choice;
  } catch {
    // Storage may be forbidden; nobody has chosen anything then.
  }
  let language;
  try {
    language = localStorage.getItem('zavet.language');
  } catch {
    // As above.
  }
  // What the page says before the application is there is said in the default language only.
  if (/^(en|fr|sv|fi|pt)$/.test(language)) document.documentElement.lang = language;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = choice === 'dark' || (choice === 'auto' && prefersDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
