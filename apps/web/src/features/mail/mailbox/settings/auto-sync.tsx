import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { CheckField } from '../../../../ui/choice-fields.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { showMailbox } from '../use-mailbox.ts';
import styles from './settings.module.css';

/** Whether the list is refreshed without being asked for. */
export function AutoSync({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation('mailbox');
  const describe = useErrorText();
  const change = useMutationOf('setMailboxSync', { show: showMailbox });
  const isOn = change.isPending
    ? change.variables.body.auto_sync_enabled
    : mailbox.auto_sync_enabled;

  function choose(isEnabled: boolean) {
    if (change.isPending) return;
    change.mutate(
      { body: { auto_sync_enabled: isEnabled } },
      {
        onSuccess: () =>
          toasts.success(t(isEnabled ? 'autoSync.switchedOn' : 'autoSync.switchedOff')),
        onError: (error) => toasts.error(`${t('autoSync.failed')}. ${describe(error)}`),
      },
    );
  }

  return (
    <div>
      <CheckField
        label={t('autoSync.label')}
        checked={isOn}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      <p className={styles.help}>{t(isOn ? 'autoSync.on' : 'autoSync.off')}</p>
    </div>
  );
}
