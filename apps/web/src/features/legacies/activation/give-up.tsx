import { pricesRubles } from '@zavet/contract/prices';
import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { useState } from 'react';
import { Button } from '../../../interface/button.tsx';
import { ConfirmDialog } from '../../../interface/confirm-dialog.tsx';
import { useErrorText } from '../../../interface/error-text.ts';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { toasts } from '../../../interface/toasts.tsx';
import { useGiveUp } from '../api/legacies.ts';
import { nameOf, stageOf } from '../legacy-stage.ts';

interface GiveUpProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** The way out of a start that was begun, until letters leave. */
export function GiveUp({ legacy, onDone }: GiveUpProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const describe = useErrorText();
  const giveUp = useGiveUp();
  const [isAsked, setAsked] = useState(false);
  const { activation } = legacy;
  if (!activation) return null;
  const { id } = activation;
  const name = nameOf(legacy);
  const stage = stageOf(legacy);
  const isPaying = stage === 'paidByMe';
  const price = formats.rubles(pricesRubles.protocolActivation);

  async function giveUpNow() {
    try {
      await giveUp.mutateAsync(id);
      toasts.success(t(isPaying ? 'giveUp.done' : 'giveUp.startDone'));
    } catch (error) {
      toasts.error(describe(error));
    }
    setAsked(false);
    onDone();
  }

  return (
    <div>
      <Button
        kind="quiet"
        loading={giveUp.isPending}
        aria-label={t(isPaying ? 'giveUp.named' : 'giveUp.startNamed', { name })}
        onClick={() => (isPaying ? void giveUpNow() : setAsked(true))}
      >
        {t(isPaying ? 'giveUp.action' : 'giveUp.start')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('giveUp.question')}
        confirmLabel={t('giveUp.start')}
        cancelLabel={t('giveUp.keep')}
        isBusy={giveUp.isPending}
        onConfirm={() => void giveUpNow()}
        onCancel={() => setAsked(false)}
      >
        {stage === 'waiting' ? (
          <p>{t('giveUp.waitingText', { price })}</p>
        ) : (
          <p>{t('giveUp.agreementText')}</p>
        )}
      </ConfirmDialog>
    </div>
  );
}
