import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { saveAs } from '../../../platform/client/save-as.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { nameOf } from './legacy-stage.ts';

/** What to do on the day, on paper. Not offered any more when that day has come. */
export function ContactCardButton({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const card = useMutationOf('getContactCard', {
    onSuccess: (pdf) => saveAs(pdf, `${t('card.fileName')}.pdf`),
  });
  return (
    <div>
      <Button
        kind="plain"
        loading={card.isPending}
        aria-label={t('card.openNamed', { name: nameOf(legacy) })}
        onClick={() =>
          card.mutate(
            { params: { id: legacy.trusted_contact_id } },
            { onError: (error) => toasts.error(`${t('card.failed')}. ${describe(error)}`) },
          )
        }
      >
        {t('card.open')}
      </Button>
    </div>
  );
}
