import { useState } from 'react';
import { Button } from '../../../interface/button.tsx';
import { ConfirmDialog } from '../../../interface/confirm-dialog.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { useStopOwnProtocol } from '../api/own-stop.ts';
import { useTellOutcome } from '../use-tell-outcome.ts';
import { StopConsequences } from './stop-meaning.tsx';

/** Stops what somebody has begun, among other things on a screen; so it asks once. */
export function StopButton() {
  const { t } = useTranslation('stop');
  const tell = useTellOutcome();
  const stop = useStopOwnProtocol();
  const [isAsking, setAsking] = useState(false);

  async function confirm() {
    await tell(stop.mutateAsync(), { done: t('confirm.done'), failed: t('failed') });
    setAsking(false);
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('confirm.button')}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('confirm.title')}
        confirmLabel={t('confirm.confirm')}
        cancelLabel={t('confirm.cancel')}
        isSafe
        isBusy={stop.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <StopConsequences />
      </ConfirmDialog>
    </>
  );
}
