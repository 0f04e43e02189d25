import { localStore } from '../platform/storage/browser-storage.ts';

/** Keeps the page in the theme of the system while nobody has chosen another; theme.js set the first. */
export function followTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  // The newer way to listen is unknown to Safari before 14.
  dark.addListener(() => {
    const choice = localStore.get('zavet.theme');
    if (choice !== undefined && choice !== 'auto') return;
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  });
}
