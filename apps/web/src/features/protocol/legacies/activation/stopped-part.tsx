import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import styles from '../legacies.module.css';
import { nameOf } from '../legacy-stage.ts';
import { RequestLink } from '../request/request-link.tsx';
import { SupportHint } from '../whom-to-ask.tsx';

/** The owner stopped a start of the visitor's, or answered a request: why it is closed, and the way on. */
export function VetoedPart({ legacy }: { legacy: LegacyView }) {
  return (
    <>
      <VetoNotice legacy={legacy} />
      <RequestLink legacy={legacy} kind="primary" />
      <SupportHint />
    </>
  );
}

function VetoNotice({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const name = nameOf(legacy);
  const isAnswered = legacy.activation?.status === 'rejected';
  return (
    <Notice kind="warning" title={t(isAnswered ? 'stopped.answeredTitle' : 'stopped.title')}>
      <div className={styles.paragraphs}>
        {isAnswered ? (
          <p>{t('stopped.answered', { name })}</p>
        ) : (
          <>
            <p>{t('stopped.text', { name })}</p>
            <p>{t('stopped.money')}</p>
          </>
        )}
        <p>{t('stopped.again')}</p>
      </div>
    </Notice>
  );
}
