import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import { VetoConsequences } from './stop-meaning.tsx';

interface VetoButtonProps {
  /** Operators are only asked: the owner answers, and nothing is stopped yet. */
  isRequest: boolean;
  /** Where it is the one thing to press. */
  isBig?: boolean;
}

/** Stops what somebody has begun, among other things on a screen; so it asks once. */
export function VetoButton({ isRequest, isBig }: VetoButtonProps) {
  const { t } = useTranslation('stop');
  const report = useOutcomeToast();
  const stop = useMutationOf('vetoOwnProtocol');
  const words = isRequest ? 'here' : 'confirm';
  return (
    <ConfirmButton
      kind="primary"
      big={isBig}
      label={t(`${words}.button`)}
      title={t(`${words}.title`)}
      confirmLabel={t(`${words}.confirm`)}
      cancelLabel={t(`${words}.cancel`)}
      isSafe
      act={() => report(stop.mutateAsync(), { done: t(`${words}.done`), failed: t('failed') })}
    >
      <VetoConsequences isRequest={isRequest} />
    </ConfirmButton>
  );
}
