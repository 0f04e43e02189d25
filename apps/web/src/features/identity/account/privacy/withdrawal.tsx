import { deletionWords } from '@zavet/contract/identity/account-rules';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import cardStyles from '../cards/cards.module.css';
import { DeletionDialog } from '../security/deletion-dialog.tsx';
import styles from './privacy.module.css';

interface WithdrawalProps {
  email: string;
  /** Leads to where the data can be downloaded. */
  onDownload: () => void;
  onClose: () => void;
}

/** Says first what ends together with a consent, and asks for word and password only then. */
export function Withdrawal({ email, onDownload, onClose }: WithdrawalProps) {
  const { t } = useTranslation('privacy');
  const { language } = useLanguage();
  const [isLast, setIsLast] = useState(false);
  if (isLast) {
    return (
      <DeletionDialog
        email={email}
        word={deletionWords[language]}
        words={{
          title: t('withdrawal.lastTitle'),
          text: t('withdrawal.lastText'),
          confirm: t('withdrawal.confirm'),
          cancel: t('withdrawal.keep'),
        }}
        withdrawsConsent
        onCancel={onClose}
      />
    );
  }
  return (
    <Dialog isOpen title={t('withdrawal.title')} onClose={onClose}>
      <p>{t('withdrawal.lead')}</p>
      <ul className={styles.effects}>
        <li>{t('withdrawal.content')}</li>
        <li>{t('withdrawal.contacts')}</li>
        <li>{t('withdrawal.plan')}</li>
        <li>{t('withdrawal.record')}</li>
      </ul>
      <p>{t('withdrawal.dataFirst')}</p>
      <div className={cardStyles.dialogActions}>
        <Button kind="quietDanger" onClick={() => setIsLast(true)}>
          {t('withdrawal.goOn')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            onClose();
            // The dialog gives the focus back first.
            requestAnimationFrame(onDownload);
          }}
        >
          {t('withdrawal.download')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('withdrawal.keep')}
        </Button>
      </div>
    </Dialog>
  );
}
