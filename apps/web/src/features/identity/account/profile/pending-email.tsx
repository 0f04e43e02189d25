import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { useSetupCheck } from '../../../../platform/setup/setup.ts';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from '../cards/cards.module.css';

interface PendingEmailProps {
  email: string;
  /** Until when it can be confirmed. */
  until: string | null;
}

/** A new address that was asked for and is not confirmed yet. */
export function PendingEmail({ email, until }: PendingEmailProps) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const formats = useFormats();
  const setup = useSetupCheck();
  const withdraw = useMutationOf('withdrawEmailChange', {
    onSuccess: () => toasts.success(t('pendingEmail.withdrawn')),
    onError: (error) => toasts.error(`${t('pendingEmail.withdrawFailed')}. ${describe(error)}`),
  });
  return (
    <Notice
      kind="warning"
      title={t('email.waiting')}
      actions={
        <Button kind="quiet" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('pendingEmail.withdraw')}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p>
          {t('email.waitingText', { email })}{' '}
          {until && t('pendingEmail.until', { time: formats.dateTime(until) })}
        </p>
        {setup.data?.mailbox_available && (
          <p>
            {t('email.mailbox')} <TextLink to="/dev/mailbox">{t('email.mailboxLink')}</TextLink>
          </p>
        )}
      </div>
    </Notice>
  );
}
