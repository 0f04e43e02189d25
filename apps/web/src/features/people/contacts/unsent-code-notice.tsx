import { Button } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './contacts.module.css';
import type { UnsentCode } from './unsent-codes.ts';

interface UnsentCodeNoticeProps {
  unsent: UnsentCode;
  onDismiss: () => void;
}

/** The code of an invitation that could not be mailed, for the owner to pass on. */
export function UnsentCodeNotice({ unsent, onDismiss }: UnsentCodeNoticeProps) {
  const { t } = useTranslation('contacts');
  return (
    <Notice
      kind="warning"
      title={t('invitation.manualTitle')}
      actions={
        <Button kind="quiet" onClick={onDismiss}>
          {t('invitation.manualDismiss')}
        </Button>
      }
    >
      <div className={styles.unsent}>
        <p>{t('invitation.manualText', { email: unsent.email })}</p>
        <dl className={styles.unsentCode}>
          <dt>{t('invitation.manualCode')}</dt>
          <dd>{unsent.code}</dd>
        </dl>
        <p>{t('invitation.manualOnce')}</p>
      </div>
    </Notice>
  );
}
