import { Observable, useObservable } from '../../platform/state/observable.ts';
import { useMedia } from '../use-media.ts';

export const themeChoices = ['light', 'dark', 'auto'] as const;
type ThemeChoice = (typeof themeChoices)[number];

/** Both are also read by public/theme.js, which sets the theme before the first paint. */
const storageKey = 'zavet.theme';
const unchosen: ThemeChoice = 'light';

class ChosenTheme extends Observable<ThemeChoice> {
  readonly choose = (choice: ThemeChoice): void => {
    try {
      localStorage.setItem(storageKey, choice);
    } catch {
      // Storage may be forbidden; the theme then holds until the page is left.
    }
    this.become(choice);
  };

  readAgain(): void {
    this.become(storedChoice());
  }
}

const chosenTheme = new ChosenTheme(storedChoice());
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

/** Keeps the page in the chosen theme: as chosen here or in another tab, or as the system changes. */
export function followTheme(): void {
  chosenTheme.subscribe(apply);
  systemIsDark.addEventListener('change', apply);
  window.addEventListener('storage', ({ key }) => {
    // Null: everything was cleared.
    if (key === storageKey || key === null) chosenTheme.readAgain();
  });
}

export function useTheme() {
  return { theme: useObservable(chosenTheme), chooseTheme: chosenTheme.choose };
}

/** How the page looks now, chosen by the person or by the system. */
export function useIsDark(): boolean {
  const choice = useObservable(chosenTheme);
  const isSystemDark = useMedia(systemIsDark.media);
  return choice === 'dark' || (choice === 'auto' && isSystemDark);
}

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return themeChoices.find((choice) => choice === stored) ?? unchosen;
  } catch {
    return unchosen;
  }
}

function apply(): void {
  const choice = chosenTheme.state();
  const isDark = choice === 'dark' || (choice === 'auto' && systemIsDark.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
