import type { Locale } from '@zavet/contract/locales';
import { useErrorText } from '../../../interface/error-text.ts';
import { useLanguage } from '../../../interface/language/use-language.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { toasts } from '../../../interface/toasts.tsx';
import { api } from '../../../platform/client/api.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { keepChoice, takeChoice } from './choice-before-sign-in.ts';

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
  async function agreeLanguage(preferred: Locale) {
    const chosen = takeChoice();
    // Signing in goes on in the language that is there.
    if (!chosen) await applyLanguage(preferred).catch(() => {});
    else if (chosen !== preferred) await chooseLanguage(chosen);
  }

  return { language, chooseLanguage, agreeLanguage };
}
