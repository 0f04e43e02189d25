import { ApiError } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { type ContactAction, contactErrorKey } from './contact-failure.ts';

/** Says in a sentence why something with a contact did not work. */
export function useContactErrorText() {
  const { t } = useTranslation('contacts');
  const describe = useErrorText();
  return (error: unknown, action: ContactAction): string => {
    const key = contactErrorKey(error, action);
    if (!key) return describe(error);
    return t(`errors.${key}`, error instanceof ApiError ? { ...error.facts } : {});
  };
}

/** The same as a toast, which stays longer where the mail service is the trouble. */
export function useTellFailure() {
  const errorText = useContactErrorText();
  return (error: unknown, action: ContactAction): void => {
    const isMailTrouble = action === 'email' && error instanceof ApiError && error.status === 503;
    const duration = isMailTrouble ? screenTimings.toastMailServiceError : undefined;
    toasts.error(errorText(error, action), { duration });
  };
}
