import { isLocale, type Locale } from '@zavet/contract/locales';

const key = 'zavet.language_before_sign_in';

// Storage may be forbidden; then the choice holds until a reload.
let inMemory: Locale | undefined;

/** Remembers, in this tab and across reloads, a language chosen while nobody was signed in. */
export function keepChoice(locale: Locale): void {
  inMemory = locale;
  try {
    sessionStorage.setItem(key, locale);
  } catch {}
}

/** The remembered choice, which is then forgotten: it counts for one sign-in. */
export function takeChoice(): Locale | undefined {
  const chosen = inMemory ?? stored();
  inMemory = undefined;
  try {
    sessionStorage.removeItem(key);
  } catch {}
  return chosen;
}

function stored(): Locale | undefined {
  try {
    const value = sessionStorage.getItem(key);
    return isLocale(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
