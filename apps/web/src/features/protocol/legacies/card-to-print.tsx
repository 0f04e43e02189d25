import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { useCard } from './api/own-entry.ts';
import { nameOf } from './legacy-stage.ts';

/** What to do on the day, on paper. Not offered any more when that day has come. */
export function CardToPrint({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const card = useCard();
  return (
    <div>
      <Button
        kind="plain"
        loading={card.isPending}
        aria-label={t('card.openNamed', { name: nameOf(legacy) })}
        onClick={() =>
          card.mutate(
            { id: legacy.trusted_contact_id, fileName: `${t('card.fileName')}.pdf` },
            { onError: (error) => toasts.error(`${t('card.failed')}. ${describe(error)}`) },
          )
        }
      >
        {t('card.open')}
      </Button>
    </div>
  );
}
