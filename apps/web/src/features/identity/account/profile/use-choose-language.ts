import { isLocale, type Locale } from '@zavet/contract/locales';
import { api } from '../../../../platform/client/api.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { tabStore } from '../../../../platform/storage/browser-storage.ts';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';

/** Changes the language of the screens at once and, when signed in, that of the profile and its mails. */
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
      keepChoice(locale);
      return;
    }
    try {
      await api.updatePreferredLanguage({ body: { preferred_language: locale } });
    } catch {
      toasts.error(t('language.notKept'));
    }
  }

  /** After signing in: a choice made on the way in wins, else the profile's language is taken. */
  async function syncLanguage(preferred: Locale) {
    const chosen = takeChoice();
    // Signing in goes on in the language that is there.
    if (!chosen) await applyLanguage(preferred).catch(() => {});
    else if (chosen !== preferred) await chooseLanguage(chosen);
  }

  return { language, chooseLanguage, syncLanguage: syncLanguage };
}

const key = 'zavet.language_before_sign_in';

// Storage may be forbidden; then the choice holds until a reload.
let inMemory: Locale | undefined;

/** Remembers, in this tab and across reloads, a language chosen while nobody was signed in. */
function keepChoice(locale: Locale): void {
  inMemory = locale;
  tabStore.set(key, locale);
}

/** The remembered choice, which is then forgotten: it counts for one sign-in. */
function takeChoice(): Locale | undefined {
  const chosen = inMemory ?? tabStore.get(key);
  inMemory = undefined;
  tabStore.remove(key);
  return isLocale(chosen) ? chosen : undefined;
}
