import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import styles from '../legacies.module.css';
import { SupportHint } from '../whom-to-ask.tsx';
import { OperatorNote } from './operator-note.tsx';
import { RequestLink } from './request-link.tsx';

/** The operators said no: why, what would help, and from when on another request is possible. */
export function RejectedPart({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('requests');
  const { activation } = legacy;
  if (!activation) return null;
  return (
    <>
      <Notice kind="warning" title={t('rejected.title')}>
        <div className={styles.paragraphs}>
          <p>{t(`rejected.${activation.rejection ?? 'not_proven'}`)}</p>
          <OperatorNote id={activation.id} />
          <p>{t('rejected.free')}</p>
        </div>
      </Notice>
      <RequestLink legacy={legacy} kind="primary" isAgain />
      <SupportHint />
    </>
  );
}
