import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { VisuallyHidden } from '../../interface/visually-hidden.tsx';
import { stageOf } from './legacy-stage.ts';
import { isRequest } from './request/request-rules.ts';
import styles from './timeline.module.css';
import { type StepName, type TimelineStep, timelineOf } from './timeline-rules.ts';

/** The protocol from the naming to the last delivery, and where it stands. */
export function Timeline({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const steps = timelineOf(legacy, Date.now());
  const labels = useStepLabels(legacy);
  return (
    <ol
      className={styles.timeline}
      data-steps={steps.length > 4 ? 'many' : 'few'}
      aria-label={t('timeline.label')}
    >
      {steps.map((step) => (
        <Step key={step.name} step={step} label={labels.label(step)} note={labels.note(step)} />
      ))}
    </ol>
  );
}

/** What each step is called at this moment, and the day that belongs to it. */
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
    const days: Partial<Record<StepName, string | null | undefined>> = {
      requested: isRequest(stage) ? activation?.started_at : undefined,
      asked: agreement?.asked_at,
      agreed: state === 'current' && stage === 'asked' ? agreement?.alone_from : undefined,
      waiting: state === 'current' ? activation?.release_at : undefined,
    };
    const day = days[name];
    if (!day) return undefined;
    const date = formats.dateTime(day);
    if (name === 'asked' || name === 'requested') return date;
    return name === 'agreed' ? t('timeline.aloneFrom', { date }) : t('timeline.until', { date });
  }

  return { label, note };
}

interface StepProps {
  step: TimelineStep;
  label: string;
  note: string | undefined;
}

function Step({ step: { state }, label, note }: StepProps) {
  const { t } = useTranslation('legacies');
  return (
    <li
      className={styles.step}
      data-state={state}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <span className={styles.dot} aria-hidden />
      <span>
        {label}
        {note && <span className={styles.note}> {note}</span>}
        <VisuallyHidden> {t(`timeline.states.${state}`)}</VisuallyHidden>
      </span>
    </li>
  );
}
