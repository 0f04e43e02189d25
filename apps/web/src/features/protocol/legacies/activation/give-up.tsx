import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { CancelButton } from '../ending-button.tsx';
import { nameOf, stageOf } from '../legacy-stage.ts';

interface CancelStartProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** The way out of a start that was begun, until letters leave. */
export function CancelStart({ legacy, onDone }: CancelStartProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  if (!legacy.activation) return null;
  const ending = { activationId: legacy.activation.id, onDone };
  const name = nameOf(legacy);
  const stage = stageOf(legacy);
  if (stage === 'paidByMe') {
    return (
      <CancelButton
        {...ending}
        action={t('giveUp.action')}
        named={t('giveUp.named', { name })}
        done={t('giveUp.done')}
      />
    );
  }
  const price = formats.rubles(legacy.activation.paid_amount ?? legacy.activation_price);
  return (
    <CancelButton
      {...ending}
      action={t('giveUp.start')}
      named={t('giveUp.startNamed', { name })}
      question={{
        title: t('giveUp.question'),
        text: stage === 'waiting' ? t('giveUp.waitingText', { price }) : t('giveUp.agreementText'),
        confirm: t('giveUp.start'),
        keep: t('giveUp.keep'),
      }}
      done={t('giveUp.startDone')}
    />
  );
}
