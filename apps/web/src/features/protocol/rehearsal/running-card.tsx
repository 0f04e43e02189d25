import type { RehearsalView } from '@zavet/contract/protocol/rehearsal-endpoints';
import { rehearsalFigures } from '@zavet/contract/protocol/rehearsal-values';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useOutcomeToast } from '../../../ui/use-outcome-toast.ts';
import { RehearsalParticipants } from './rehearsal-people.tsx';

/** The rehearsal under way, and how to end it early. */
export function RunningCard({ rehearsal }: { rehearsal: RehearsalView }) {
  const { t } = useTranslation('rehearsal');
  const formats = useFormats();
  const report = useOutcomeToast();
  const end = useMutationOf('endRehearsal');
  const { answered, contacts } = rehearsalFigures(rehearsal.parts);

  return (
    <SectionCard
      title={t('running.title')}
      lead={t('running.since', {
        date: formats.date(rehearsal.started_at),
        until: formats.date(rehearsal.ends_at),
      })}
      badge={<Badge tone="gold">{t('running.answered', { answered, total: contacts })}</Badge>}
    >
      <RehearsalParticipants rehearsal={rehearsal} />
      <div>
        <ConfirmButton
          label={t('running.end')}
          title={t('running.endTitle')}
          confirmLabel={t('running.endConfirm')}
          act={() =>
            report(end.mutateAsync(), { done: t('running.ended'), failed: t('running.endFailed') })
          }
        >
          <p>{t('running.endText')}</p>
        </ConfirmButton>
      </div>
    </SectionCard>
  );
}
