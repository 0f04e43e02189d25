import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../interface/button.tsx';
import { Notice } from '../../../interface/notice.tsx';
import { useSetupCheck } from '../../setup/use-setup-check.ts';
import styles from '../settings.module.css';

/** A new address that was asked for and is not confirmed yet. */
export function PendingEmail({ email }: { email: string }) {
  const { t } = useTranslation('settings');
  const setup = useSetupCheck();
  return (
    <Notice kind="warning" title={t('email.waiting')}>
      <div className={styles.stack}>
        <p>{t('email.waitingText', { email })}</p>
        {setup.data?.mailbox_available && (
          <p>
            {t('email.mailbox')} <TextLink to="/dev/mailbox">{t('email.mailboxLink')}</TextLink>
          </p>
        )}
      </div>
    </Notice>
  );
}
