import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import styles from '../legacies.module.css';
import { stageOf } from '../legacy-stage.ts';
import { useDuration } from '../use-duration.ts';
import { mayContinueAlone, waitingHoursAlone } from './agreement-rules.ts';

/** How far the agreement is that the visitor asked for. */
export function AgreementStatus({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const duration = useDuration();
  const agreement = legacy.activation?.agreement;
  if (!agreement) return null;
  const stage = stageOf(legacy);
  if (legacy.activation?.doubt) return null;
  if (stage === 'agreed') {
    return (
      <Notice kind="success" title={t('agreement.agreedTitle')}>
        {t('agreement.agreedText')}
      </Notice>
    );
  }
  if (stage !== 'asked') return null;
  if (!legacy.needs_agreement) return <Notice kind="success">{t('agreement.notNeeded')}</Notice>;
  const asked = formats.dateTime(agreement.asked_at);
  if (mayContinueAlone(legacy)) {
    return (
      <Notice kind="warning" title={t('agreement.aloneTitle')}>
        <div className={styles.paragraphs}>
          <p>
            {t('agreement.aloneText', {
              date: asked,
              duration: duration(waitingHoursAlone(legacy)),
            })}
          </p>
        </div>
      </Notice>
    );
  }
  return (
    <Notice title={t('agreement.askedTitle')}>
      <div className={styles.paragraphs}>
        <p>{t('agreement.askedText', { date: asked })}</p>
        <p>
          {t('agreement.aloneLater', {
            date: formats.dateTime(agreement.alone_from),
            duration: duration(waitingHoursAlone(legacy)),
          })}
        </p>
      </div>
    </Notice>
  );
}
