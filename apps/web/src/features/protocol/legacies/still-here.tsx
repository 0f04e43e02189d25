import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './legacies.module.css';

/** The yearly question, for a contact who is signed in anyway. */
export function ReconfirmPart({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const confirm = useMutationOf('reconfirmAsContact');
  if (legacy.still_here_asked_at === null || legacy.status !== 'confirmed') return null;
  return (
    <div className={styles.part}>
      <p>{t('stillHere.asked')}</p>
      <div>
        <Button
          kind="quiet"
          loading={confirm.isPending}
          onClick={() =>
            confirm.mutate(
              { params: { id: legacy.trusted_contact_id } },
              {
                onSuccess: () => toasts.success(t('stillHere.done')),
                onError: (error) => toasts.error(`${t('stillHere.failed')}. ${describe(error)}`),
              },
            )
          }
        >
          {t('stillHere.yes')}
        </Button>
      </div>
    </div>
  );
}
