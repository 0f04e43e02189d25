import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { CancelButton } from '../ending-button.tsx';
import { nameOf } from '../legacy-stage.ts';

interface WithdrawRequestProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** Takes a request back, before or after its answer. */
export function WithdrawRequest({ legacy, onDone }: WithdrawRequestProps) {
  const { t } = useTranslation('requests');
  if (!legacy.activation) return null;
  return (
    <CancelButton
      activationId={legacy.activation.id}
      action={t('withdraw.action')}
      named={t('withdraw.named', { name: nameOf(legacy) })}
      question={{
        title: t('withdraw.question'),
        text: t('withdraw.text'),
        confirm: t('withdraw.action'),
        keep: t('withdraw.keep'),
      }}
      done={t('withdraw.done')}
      onDone={onDone}
    />
  );
}
