/** Keeps the page in the theme of the system while nobody has chosen another; theme.js set the first. */
export function followTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  // The newer way to listen is unknown to Safari before 14.
  dark.addListener(() => {
    const choice = storedChoice();
    if (choice !== null && choice !== 'auto') return;
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  });
}

function storedChoice(): string | null {
  try {
    return localStorage.getItem('zavet.theme');
  } catch {
    return null;
  }
}
