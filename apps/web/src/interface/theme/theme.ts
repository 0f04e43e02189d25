import { useSyncExternalStore } from 'react';
import { createObservable } from '../../platform/state/observable.ts';

export const themeChoices = ['light', 'dark', 'auto'] as const;
type ThemeChoice = (typeof themeChoices)[number];

/** Both are also read by public/theme.js, which sets the theme before the first paint. */
const storageKey = 'zavet.theme';
const unchosen: ThemeChoice = 'light';

const choice = createObservable(storedChoice());
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Keeps the page in the chosen theme: as chosen here or in another tab, or as the system changes. */
export function followTheme(): void {
  choice.subscribe(apply);
  systemIsDark.addEventListener('change', apply);
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey) choice.set(storedChoice());
  });
}

export function useTheme() {
  return { theme: useSyncExternalStore(choice.subscribe, choice.get), chooseTheme };
}

function chooseTheme(chosen: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, chosen);
  } catch {
    // Storage may be forbidden; the theme then holds until the page is left.
  }
  choice.set(chosen);
}

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return themeChoices.find((one) => one === stored) ?? unchosen;
  } catch {
    return unchosen;
  }
}

function apply(): void {
  const theme = choice.get();
  const isDark = theme === 'dark' || (theme === 'auto' && systemIsDark.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
