import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import styles from '../cards/cards.module.css';
import { RemovePinForm, SetPinForm } from './pin-forms.tsx';

interface PinCardProps {
  dateOfBirth: string | null;
  hasPin: boolean;
}

export function PinCard({ dateOfBirth, hasPin }: PinCardProps) {
  const { t } = useTranslation('settings');
  const mode = useEditMode();
  const [isRemoving, setRemoving] = useState(false);

  function open(isRemoval: boolean) {
    setRemoving(isRemoval);
    mode.open();
  }

  return (
    <SectionCard
      title={t('pin.title')}
      lead={t('pin.lead')}
      headingRef={mode.heading}
      badge={
        <Badge tone={hasPin ? 'green' : 'plain'}>{t(hasPin ? 'pin.isSet' : 'pin.isNotSet')}</Badge>
      }
    >
      <p className={styles.lead}>{t('pin.advice')}</p>
      {mode.isEditing && isRemoving && <RemovePinForm onDone={mode.close} />}
      {mode.isEditing && !isRemoving && (
        <SetPinForm dateOfBirth={dateOfBirth} onDone={mode.close} />
      )}
      {!mode.isEditing && (
        <div className={styles.actions}>
          <Button kind="quiet" ref={mode.opener} onClick={() => open(false)}>
            {t(hasPin ? 'pin.change' : 'pin.set')}
          </Button>
          {hasPin && (
            <Button kind="quietDanger" onClick={() => open(true)}>
              {t('pin.remove')}
            </Button>
          )}
        </div>
      )}
    </SectionCard>
  );
}
