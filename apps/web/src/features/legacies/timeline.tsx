import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { VisuallyHidden } from '../../interface/visually-hidden.tsx';
import { stageOf } from './legacy-stage.ts';
import styles from './timeline.module.css';
import { type StepState, timelineOf } from './timeline-rules.ts';

/** The protocol from the naming to the last delivery, and where it stands. */
export function Timeline({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const { named, confirmed, activated, delivered } = timelineOf(legacy);
  const progress = legacy.activation?.progress;
  const isPaying = stageOf(legacy) === 'paidByMe' || stageOf(legacy) === 'paidByOther';
  const isDelivering = progress !== undefined && delivered !== 'todo';
  return (
    <ol className={styles.timeline} aria-label={t('timeline.label')}>
      <Step state={named}>{t('timeline.named')}</Step>
      <Step state={confirmed}>{t('timeline.confirmed')}</Step>
      <Step state={activated}>{t(isPaying ? 'timeline.paying' : 'timeline.activated')}</Step>
      <Step state={delivered}>
        {isDelivering ? t('timeline.deliveredOf', progress) : t('timeline.delivered')}
      </Step>
    </ol>
  );
}

function Step({ state, children }: { state: StepState; children: string }) {
  const { t } = useTranslation('legacies');
  return (
    <li
      className={styles.step}
      data-state={state}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <span className={styles.dot} aria-hidden />
      <span>
        {children}
        <VisuallyHidden> {t(`timeline.states.${state}`)}</VisuallyHidden>
      </span>
    </li>
  );
}
