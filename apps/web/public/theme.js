// Runs before the first paint, so that the page never flashes in the wrong theme. It is sent as it
// stands here, also to old browsers.
(() => {
  let choice = document.currentScript.dataset.unchosen || 'light';
  try {
    choice = localStorage.getItem('zavet.theme') || choice;
  } catch {
    // Storage may be forbidden; nobody has chosen anything then.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = choice === 'dark' || (choice === 'auto' && prefersDark);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
})();
