import type { QueryClient } from '@tanstack/react-query';
import type { MailboxView } from '@zavet/contract/mailbox/mailbox-schemas';
import { everyInputOf } from '../../../../platform/queries/query-keys.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { showMailbox } from '../use-mailbox.ts';

interface DisconnectDialogProps {
  mailbox: MailboxView;
  onDone: () => void;
  onClose: () => void;
}

export function DisconnectDialog({ mailbox, onDone, onClose }: DisconnectDialogProps) {
  const { t } = useTranslation('mailbox');
  const describe = useErrorText();
  const disconnect = useMutationOf('disconnectMailbox', { show: forgetMailbox });

  async function confirm() {
    try {
      await disconnect.mutateAsync();
      toasts.success(t('disconnect.done'));
      onDone();
    } catch (error) {
      toasts.error(`${t('disconnect.failed')}. ${describe(error)}`);
      onClose();
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={t('disconnect.title')}
      confirmLabel={t('disconnect.confirm')}
      cancelLabel={t('disconnect.cancel')}
      isDangerous
      isBusy={disconnect.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{t('disconnect.removed', { address: mailbox.integrated_email_address })}</p>
      <p>{t('disconnect.stays')}</p>
    </ConfirmDialog>
  );
}

/** None of its mails stays in the browser. */
function forgetMailbox(client: QueryClient): void {
  showMailbox(client, null);
  client.removeQueries({ queryKey: everyInputOf('listMailboxMessages') });
  client.removeQueries({ queryKey: everyInputOf('getMailboxMessage') });
}
