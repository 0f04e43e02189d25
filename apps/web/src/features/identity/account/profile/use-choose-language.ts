import { isLocale, type Locale } from '@zavet/contract/locales';
import { api } from '../../../../platform/client/api.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { tabStore } from '../../../../platform/storage/browser-storage.ts';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';

/** Changes the language of the screens and, when signed in, of the profile and its mails. */
export function useChooseLanguage() {
  const { t } = useTranslation('shell');
  const describe = useErrorText();
  const { language, applyLanguage } = useLanguage();
  const session = useSession();

  async function chooseLanguage(locale: Locale) {
    try {
      await applyLanguage(locale);
    } catch (error) {
      return toasts.error(describe(error));
    }
    if (session.status !== 'signed_in') {
      storeChoice(locale);
      return;
    }
    try {
      await api.updatePreferredLanguage({ body: { preferred_language: locale } });
    } catch {
      toasts.error(t('language.notKept'));
    }
  }

  /**
   * Called after the sign-in. A language chosen before the sign-in takes precedence over that of
   * the profile.
   */
  async function syncLanguage(preferred: Locale) {
    const chosen = takeChoice();
    // The sign-in continues in the current language if the texts fail to load.
    if (!chosen) await applyLanguage(preferred).catch(() => {});
    else if (chosen !== preferred) await chooseLanguage(chosen);
  }

  return { language, chooseLanguage, syncLanguage: syncLanguage };
}

const storageKey = 'zavet.language_before_sign_in';

// Browser storage may be disabled; then the choice is kept until a reload.
let choiceInMemory: Locale | undefined;

/** Stores a language chosen while signed out, for this tab and across reloads. */
function storeChoice(locale: Locale): void {
  choiceInMemory = locale;
  tabStore.set(storageKey, locale);
}

/** Returns and clears the stored choice: it applies to one sign-in. */
function takeChoice(): Locale | undefined {
  const chosen = choiceInMemory ?? tabStore.get(storageKey);
  choiceInMemory = undefined;
  tabStore.remove(storageKey);
  return isLocale(chosen) ? chosen : undefined;
}
