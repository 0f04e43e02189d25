import { isLocale, type Locale } from '@zavet/contract/locales';

const key = 'zavet.language';

/** The language chosen in this browser, if any. Storage may be forbidden; then nothing is kept. */
export function storedLanguage(): Locale | undefined {
  try {
    const value = localStorage.getItem(key);
    return isLocale(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function storeLanguage(locale: Locale): void {
  try {
    localStorage.setItem(key, locale);
  } catch {
    // The choice then holds until the page is closed.
  }
}
