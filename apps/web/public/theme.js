// Runs before the first paint, so that the theme never flashes. Served as is, also to old browsers.
(() => {
  const { unchosen, language: written } = document.currentScript.dataset;
  let choice = unchosen || 'light';
  let language;
  try {
    choice = localStorage.getItem('zavet.theme') || choice;
    language = localStorage.getItem('zavet.language');
  } catch {
    // Storage may be forbidden.
  }
  language = language || new URLSearchParams(location.search).get('lang');
  // The prerendered text is in the default language, except on pages with a language of their own.
  if (written !== 'own' && /^(en|fr|sv|fi|pt)$/.test(language)) {
    document.documentElement.lang = language;
  }
  // Reserves space for the notice of a preview.
  if (/[?&]preview=/.test(location.search)) document.documentElement.dataset.preview = '';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const isDark = choice === 'dark' || (choice === 'auto' && dark.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  show();
  // Elsewhere the application follows the system.
  if (written === 'own') dark.addListener(show);
})();
