import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { Button } from '../../../interface/button.tsx';
import { useErrorText } from '../../../interface/error-text.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { toasts } from '../../../interface/toasts.tsx';
import { useGiveUp } from '../api/legacies.ts';
import { nameOf } from '../legacy-stage.ts';

/** The way out of a payment that was begun and will not be finished. */
export function GiveUp({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const giveUp = useGiveUp();
  const { activation } = legacy;
  if (!activation) return null;
  return (
    <div>
      <Button
        kind="quiet"
        loading={giveUp.isPending}
        aria-label={t('giveUp.named', { name: nameOf(legacy) })}
        onClick={() =>
          giveUp.mutate(activation.id, {
            onSuccess: () => toasts.success(t('giveUp.done')),
            onError: (error) => toasts.error(describe(error)),
          })
        }
      >
        {t('giveUp.action')}
      </Button>
    </div>
  );
}
