import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { SectionCard } from '../../../../ui/card.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from '../legacies.module.css';
import { nameOf } from '../legacy-stage.ts';
import { useDuration } from '../use-duration.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Every step between the request and the letters, in plain words. */
export function RequestSteps({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const duration = useDuration();
  const { waiting_hours: hours, answer_by } = legacy;
  return (
    <SectionCard title={t('next.title')}>
      <ol className={styles.how}>
        <li>
          {t('next.review')}
          {answer_by && ` ${t('answerBy', { day: formats.day(answer_by) })}`}
        </li>
        <li>{t('next.owner', { name: nameOf(legacy) })}</li>
        {legacy.needs_agreement && <li>{t('next.agreement')}</li>}
        <li>{t('next.payment', { price: formats.rubles(legacy.activation_price) })}</li>
        <li>
          {hours > 0 ? t('next.waiting', { duration: duration(hours) }) : t('next.noWaiting')}
        </li>
      </ol>
      <p className={styles.quiet}>{t('next.kept', { days: requestTerms.papersKept / dayMs })}</p>
    </SectionCard>
  );
}
