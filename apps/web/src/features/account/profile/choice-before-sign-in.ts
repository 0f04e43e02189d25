import { isLocale, type Locale } from '@zavet/contract/locales';
import { tabStore } from '../../../platform/storage/browser-storage.ts';

const key = 'zavet.language_before_sign_in';

// Storage may be forbidden; then the choice holds until a reload.
let inMemory: Locale | undefined;

/** Remembers, in this tab and across reloads, a language chosen while nobody was signed in. */
export function keepChoice(locale: Locale): void {
  inMemory = locale;
  tabStore.set(key, locale);
}

/** The remembered choice, which is then forgotten: it counts for one sign-in. */
export function takeChoice(): Locale | undefined {
  const chosen = inMemory ?? tabStore.get(key);
  inMemory = undefined;
  tabStore.remove(key);
  return isLocale(chosen) ? chosen : undefined;
}
