import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import type { ContactView, InvitationResult } from '@zavet/contract/people/contact-endpoints';
import { screenTimings } from '@zavet/contract/timings';
import { queryKeys } from '../../../platform/queries/query-keys.ts';
import { useSetupCheck } from '../../../platform/setup/setup.ts';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { type ContactAction, contactErrorKeyOf, invitationOutcomeOf } from './contact-rules.ts';

export function useContactErrorText() {
  const { t } = useTranslation('contacts');
  const describe = useErrorText();
  return (error: unknown, action: ContactAction): string => {
    const key = contactErrorKeyOf(error, action);
    if (!key) return describe(error);
    return t(`errors.${key}`, error instanceof ApiError ? { ...error.facts } : {});
  };
}

/** Shows an error toast, for longer if the mail service has failed. */
export function useFailureToast() {
  const errorText = useContactErrorText();
  return (error: unknown, action: ContactAction): void => {
    const isMailFailure = action === 'email' && error instanceof ApiError && error.status === 503;
    const duration = isMailFailure ? screenTimings.toastMailServiceError : undefined;
    toasts.error(errorText(error, action), { duration });
  };
}

/** Shows the outcome of an invitation and keeps a code that the owner has to pass on. */
export function useInvitationToast() {
  const { t } = useTranslation('contacts');
  const { keep, dismiss } = useUnsentCodes();
  const setup = useSetupCheck();
  const isMailMissing =
    setup.data?.warnings.includes('mail_not_configured') && !setup.data.mailbox_available;

  return (contact: ContactView, result: InvitationResult): void => {
    const outcome = invitationOutcomeOf(result);
    const { email } = outcome;
    // The new invitation invalidated the previous code.
    dismiss(contact.id);
    switch (outcome.kind) {
      case 'sent':
        toasts.success(t('invitation.sentToast', { email }));
        return;
      case 'queued':
        toasts.plain(t('invitation.queuedToast', { email }));
        return;
      case 'failed':
        toasts.error(t('errors.emailError'), { duration: screenTimings.toastMailServiceError });
        return;
      case 'manual':
        keep(contact.id, { email, code: outcome.code });
        toasts.plain(t('invitation.manualToast', { email, code: outcome.code }), {
          duration: screenTimings.toastConfirmationCode,
        });
        if (isMailMissing) {
          const duration = screenTimings.toastMailServiceError;
          toasts.error(t('errors.emailServiceNotConfigured'), { duration });
        }
    }
  };
}

export interface UnsentCode {
  email: string;
  code: string;
}

type CodesByContact = Readonly<Record<string, UnsentCode>>;

const unsentCodesKey = queryKeys.unsentCodes();

/**
 * Codes that the owner has to pass on. The server stores only hashes, so the codes are kept in memory
 * until they are dismissed or another user signs in.
 */
export function useUnsentCodes() {
  const client = useQueryClient();
  const { data = {} } = useQuery<CodesByContact>({
    queryKey: unsentCodesKey,
    queryFn: skipToken,
    initialData: {},
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    codes: data,
    keep: (contactId: string, unsent: UnsentCode) =>
      client.setQueryData<CodesByContact>(unsentCodesKey, (codes) => ({
        ...codes,
        [contactId]: unsent,
      })),
    dismiss: (contactId: string) =>
      client.setQueryData<CodesByContact>(
        unsentCodesKey,
        ({ [contactId]: _, ...rest } = {}) => rest,
      ),
  };
}
