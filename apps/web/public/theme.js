// Runs before the first paint, so that the page never flashes in the wrong theme.
(() => {
  let choice = 'light';
  try {
    choice = localStorage.getItem('zavet.theme') ?? choice;
  } catch {
    // Storage may be forbidden; the light theme is the default then.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = choice === 'dark' || (choice === 'auto' && prefersDark);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
})();
