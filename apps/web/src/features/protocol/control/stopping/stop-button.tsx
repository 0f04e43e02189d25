import { useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useTellOutcome } from '../use-tell-outcome.ts';
import { StopConsequences } from './stop-meaning.tsx';

interface StopButtonProps {
  /** Operators are only asked: the owner answers, and nothing is stopped yet. */
  isRequest: boolean;
  /** Where it is the one thing to press. */
  isBig?: boolean;
}

/** Stops what somebody has begun, among other things on a screen; so it asks once. */
export function StopButton({ isRequest, isBig }: StopButtonProps) {
  const { t } = useTranslation('stop');
  const tell = useTellOutcome();
  const stop = useMutationOf('stopOwnProtocol');
  const [isAsking, setAsking] = useState(false);
  const words = isRequest ? 'here' : 'confirm';

  async function confirm() {
    await tell(stop.mutateAsync(), { done: t(`${words}.done`), failed: t('failed') });
    setAsking(false);
  }

  return (
    <>
      <Button big={isBig} onClick={() => setAsking(true)}>
        {t(`${words}.button`)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t(`${words}.title`)}
        confirmLabel={t(`${words}.confirm`)}
        cancelLabel={t(`${words}.cancel`)}
        isSafe
        isBusy={stop.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <StopConsequences isRequest={isRequest} />
      </ConfirmDialog>
    </>
  );
}
