import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Thread } from '../../../ui/thread.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { stageOf } from './legacy-stage.ts';
import { isRequestStage } from './start-rules.ts';
import { type StepName, type TimelineStep, timelineOf } from './timeline-rules.ts';

/** Timelines with more steps are vertical, except on wide screens. */
const maxHorizontalSteps = 4;

/** The protocol from naming to delivery with its current step. */
export function Timeline({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const steps = timelineOf(legacy);
  const labels = useStepLabels(legacy);
  const isWide = useMedia('(min-width: 60em)');
  return (
    <Thread
      label={t('timeline.label')}
      direction={steps.length <= maxHorizontalSteps || isWide ? 'across' : 'down'}
      steps={steps.map((step) => ({
        key: step.name,
        state: step.state,
        label: labels.label(step),
        note: labels.note(step),
      }))}
    />
  );
}

function useStepLabels(legacy: LegacyView) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const { activation } = legacy;
  const stage = stageOf(legacy);
  const isPaying = stage === 'paidByMe' || stage === 'paidByOther';
  const agreement = activation?.agreement;

  function label({ name, state }: TimelineStep): string {
    switch (name) {
      case 'named':
      case 'confirmed':
      case 'requested':
      case 'asked':
      case 'waiting':
        return t(`timeline.${name}`);
      case 'reviewed':
        return t(stage === 'rejected' ? 'timeline.rejected' : 'timeline.reviewed');
      case 'agreed':
        return state === 'done' && agreement?.is_agreed === false
          ? t('timeline.alone')
          : t('timeline.agreed');
      case 'activated':
        if (stage === 'waiting' && activation?.is_mine) return t('timeline.paid');
        return isPaying ? t('timeline.paying') : t('timeline.activated');
      case 'delivered':
        return activation && state !== 'todo'
          ? t('timeline.deliveredOf', activation.progress)
          : t('timeline.delivered');
    }
  }

  function note({ name, state }: TimelineStep): string | undefined {
    // A doubt suspends the start, so the next date is unknown.
    const showsNextDate = state === 'current' && !activation?.doubt;
    const days: Partial<Record<StepName, string | null | undefined>> = {
      requested: isRequestStage(stage) ? activation?.started_at : undefined,
      asked: agreement?.asked_at,
      agreed: showsNextDate && stage === 'asked' ? agreement?.alone_from : undefined,
      waiting: showsNextDate ? activation?.release_at : undefined,
    };
    const day = days[name];
    if (!day) return undefined;
    const date = formats.dateTime(day);
    if (name === 'asked' || name === 'requested') return date;
    return name === 'agreed' ? t('timeline.aloneFrom', { date }) : t('timeline.until', { date });
  }

  return { label, note };
}
