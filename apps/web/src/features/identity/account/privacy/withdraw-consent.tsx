import { deletionWords } from '@zavet/contract/identity/account-rules';
import { useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import cardStyles from '../cards.module.css';
import { DeletionDialog } from '../security/deletion-card.tsx';
import styles from './privacy.module.css';

/** Withdraws the consent, which deletes the account. */
export function WithdrawConsent({ onDownload }: { onDownload: () => void }) {
  const { t } = useTranslation('privacy');
  const email = useEndpoint('getProfile').data?.user_email;
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  if (!email) return null;
  return (
    <div>
      <Button kind="quietDanger" onClick={() => setIsWithdrawing(true)}>
        {t('consents.withdraw')}
      </Button>
      {isWithdrawing && (
        <Withdrawal email={email} onDownload={onDownload} onClose={() => setIsWithdrawing(false)} />
      )}
    </div>
  );
}

interface WithdrawalProps {
  email: string;
  /** Moves the focus to the data export. */
  onDownload: () => void;
  onClose: () => void;
}

/** Explains the effects of the withdrawal, then asks for the confirmation word and the password. */
function Withdrawal({ email, onDownload, onClose }: WithdrawalProps) {
  const { t } = useTranslation('privacy');
  const { language } = useLanguage();
  const [isConfirming, setIsConfirming] = useState(false);
  if (isConfirming) {
    return (
      <DeletionDialog
        email={email}
        word={deletionWords[language]}
        texts={{
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
        <Button kind="quietDanger" onClick={() => setIsConfirming(true)}>
          {t('withdrawal.goOn')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            onClose();
            // Waits a frame, because the closing dialog first restores the focus.
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
