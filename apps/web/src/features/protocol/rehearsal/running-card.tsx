import { rehearsalFigures } from '@zavet/contract/rehearsal/rehearsal-figures';
import type { RehearsalView } from '@zavet/contract/rehearsal/rehearsal-schemas';
import { useState } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { RehearsalPeople } from './rehearsal-people.tsx';

/** The rehearsal under way, and how to end it early. */
export function RunningCard({ rehearsal }: { rehearsal: RehearsalView }) {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  const describe = useErrorText();
  const end = useMutationOf('endRehearsal');
  const [isAsking, setAsking] = useState(false);
  const { answered, contacts } = rehearsalFigures(rehearsal.parts);

  function endNow() {
    end.mutate(undefined, {
      onSuccess: () => toasts.success(t('running.ended')),
      onError: (error) => toasts.error(`${t('running.endFailed')}. ${describe(error)}`),
      onSettled: () => setAsking(false),
    });
  }

  return (
    <SectionCard
      title={t('running.title')}
      lead={t('running.since', {
        date: formats.date(rehearsal.started_at),
        until: formats.date(rehearsal.ends_at),
      })}
      badge={<Badge tone="gold">{t('running.answered', { answered, total: contacts })}</Badge>}
    >
      <RehearsalPeople rehearsal={rehearsal} />
      <div>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {t('running.end')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('running.endTitle')}
        confirmLabel={t('running.endConfirm')}
        isBusy={end.isPending}
        onConfirm={endNow}
        onCancel={() => setAsking(false)}
      >
        <p>{t('running.endText')}</p>
      </ConfirmDialog>
    </SectionCard>
  );
}
