// Runs before the first paint, so that the page never flashes in the wrong theme. It is sent as it
// stands here, also to old browsers.
(() => {
  const { unchosen, language: written } = document.currentScript.dataset;
  let choice = unchosen || 'light';
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
  language = language || new URLSearchParams(location.search).get('lang');
  // What the page says before the application is there is said in the default language only, but
  // for a page that was written in its own.
  if (written !== 'own' && /^(en|fr|sv|fi|pt)$/.test(language)) {
    document.documentElement.lang = language;
  }
  // The recipient's page keeps room for what it says to an owner who looks at it beforehand.
  if (/[?&]preview=/.test(location.search)) document.documentElement.dataset.preview = '';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const isDark = choice === 'dark' || (choice === 'auto' && dark.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  show();
  // Everywhere else the code that follows keeps up with the system.
  if (written === 'own') dark.addListener(show);
})();
