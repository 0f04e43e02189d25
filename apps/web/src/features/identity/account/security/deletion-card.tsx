import { deletionWords } from '@zavet/contract/identity/account-rules';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from '../cards/cards.module.css';
import { DeletionDialog } from './deletion-dialog.tsx';

const pressesNeeded = 3;

export function DeletionCard({ email }: { email: string }) {
  const { t } = useTranslation('settings');
  const { language } = useLanguage();
  const [presses, setPresses] = useState(0);
  const isFinal = presses === pressesNeeded;
  const progress = { done: presses, total: pressesNeeded };

  return (
    <SectionCard title={t('deletion.title')} lead={t('deletion.lead')}>
      <p className={styles.lead}>{t('deletion.steps', { word: deletionWords[language] })}</p>
      <div className={styles.actions}>
        <Button
          kind={presses > 0 ? 'danger' : 'quietDanger'}
          onClick={() => setPresses(presses + 1)}
        >
          {presses === 0 || isFinal ? t('deletion.button') : t('deletion.buttonAgain', progress)}
        </Button>
        {presses > 0 && (
          <Button kind="quiet" onClick={() => setPresses(0)}>
            {t('deletion.reset')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.lead}>
        {presses > 0 && t('deletion.progress', progress)}
      </p>
      {isFinal && (
        <DeletionDialog
          email={email}
          word={deletionWords[language]}
          onCancel={() => {
            setPresses(0);
            toasts.plain(t('deletion.canceled'));
          }}
        />
      )}
    </SectionCard>
  );
}
