import { isLocale, type Locale } from '@zavet/contract/locales';
import { localStore } from '../../platform/storage/browser-storage.ts';

const key = 'zavet.language';

/** The language chosen in this browser, if any. */
export function storedLanguage(): Locale | undefined {
  const value = localStore.get(key);
  return isLocale(value) ? value : undefined;
}

/** If storage is forbidden, the choice lasts until the page is closed. */
export function storeLanguage(locale: Locale): void {
  localStore.set(key, locale);
}

/** The language of the linking page (`?lang=`), stored as the choice. */
export function languageOfLink(search: string): Locale | undefined {
  const value = new URLSearchParams(search).get('lang');
  if (!isLocale(value)) return undefined;
  storeLanguage(value);
  return value;
}
