import type { Locale } from '@zavet/contract/locales';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../interface/language/use-language.ts';
import { toasts } from '../../interface/toasts.tsx';
import { api } from './api.ts';
import { useSession } from './use-session.ts';

let chosenBeforeSignIn: Locale | undefined;

/** Changes the language of the screens at once and, when signed in, that of the profile and its mails. */
export function useChooseLanguage() {
  const { t } = useTranslation('shell');
  const { language, applyLanguage } = useLanguage();
  const session = useSession();

  async function chooseLanguage(locale: Locale) {
    await applyLanguage(locale);
    if (session.status !== 'signed_in') {
      chosenBeforeSignIn = locale;
      return;
    }
    try {
      await api.updatePreferredLanguage({ body: { preferred_language: locale } });
    } catch {
      toasts.error(t('language.notKept'));
    }
  }

  /** After signing in: a choice made on the way in wins, else the profile's language is taken. */
  async function agreeLanguage(preferred: Locale) {
    const chosen = chosenBeforeSignIn;
    chosenBeforeSignIn = undefined;
    if (!chosen) await applyLanguage(preferred);
    else if (chosen !== preferred) await chooseLanguage(chosen);
  }

  return { language, chooseLanguage, agreeLanguage };
}
