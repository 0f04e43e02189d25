import type { ContactView, InvitationResult } from '@zavet/contract/people/contact-endpoints';
import { screenTimings } from '@zavet/contract/timings';
import { useSetupCheck } from '../../../platform/setup/setup.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { invitationOutcome } from './invitation-stage.ts';
import { useUnsentCodes } from './unsent-codes.ts';

/** Tells what became of an invitation and keeps a code that the owner has to pass on. */
export function useTellInvitation() {
  const { t } = useTranslation('contacts');
  const { keep, dismiss } = useUnsentCodes();
  const setup = useSetupCheck();
  const isMailMissing =
    setup.data?.warnings.includes('mail_not_configured') && !setup.data.mailbox_available;

  return (contact: ContactView, result: InvitationResult): void => {
    const outcome = invitationOutcome(result);
    const { email } = outcome;
    // The new invitation has ended the former code.
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
