import { isLocale, type Locale } from '@zavet/contract/locales';
import { localStore } from '../../platform/storage/browser-storage.ts';

const key = 'zavet.language';

/** The language chosen in this browser, if any. */
export function storedLanguage(): Locale | undefined {
  const value = localStore.get(key);
  return isLocale(value) ? value : undefined;
}

/** Where nothing can be stored, the choice holds until the page is closed. */
export function storeLanguage(locale: Locale): void {
  localStore.set(key, locale);
}
