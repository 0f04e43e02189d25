import { Observable, useObservable } from '../../platform/state/observable.ts';
import { useMedia } from '../use-media.ts';

export const themeChoices = ['light', 'dark', 'auto'] as const;
type ThemeChoice = (typeof themeChoices)[number];

/** Key and default are repeated in public/theme.js, which sets the theme before the first paint. */
const storageKey = 'zavet.theme';
const defaultChoice: ThemeChoice = 'light';

class ChosenTheme extends Observable<ThemeChoice> {
  readonly choose = (choice: ThemeChoice): void => {
    try {
      localStorage.setItem(storageKey, choice);
    } catch {
      // Without storage the theme is kept until the page is closed.
    }
    this.setState(choice);
  };

  reload(): void {
    this.setState(storedChoice());
  }
}

const chosenTheme = new ChosenTheme(storedChoice());
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Applies the theme when it is chosen here or in another tab, or changed by the system. */
export function followTheme(): void {
  chosenTheme.subscribe(apply);
  systemIsDark.addEventListener('change', apply);
  window.addEventListener('storage', ({ key }) => {
    // The key is null when the entire storage was cleared.
    if (key === storageKey || key === null) chosenTheme.reload();
  });
}

export function useTheme() {
  return { theme: useObservable(chosenTheme), chooseTheme: chosenTheme.choose };
}

/** The effective theme, chosen by the user or by the system. */
export function useIsDark(): boolean {
  const choice = useObservable(chosenTheme);
  const isSystemDark = useMedia(systemIsDark.media);
  return choice === 'dark' || (choice === 'auto' && isSystemDark);
}

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return themeChoices.find((choice) => choice === stored) ?? defaultChoice;
  } catch {
    return defaultChoice;
  }
}

function apply(): void {
  const choice = chosenTheme.state();
  const isDark = choice === 'dark' || (choice === 'auto' && systemIsDark.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
