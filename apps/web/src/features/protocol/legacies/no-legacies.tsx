import { useSession } from '../../../platform/session/session.ts';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './legacies.module.css';

const reasons = ['nobody', 'unanswered', 'otherAddress', 'removed'] as const;

/** Nobody is there, and why that may be. */
export function NoLegacies() {
  const { t } = useTranslation('legacies');
  const session = useSession();
  const email = session.status === 'signed_in' ? session.session.user.email : '';
  return (
    <EmptyState drawing={<KeyWithTag />} title={t('empty.title')}>
      <p>{t('empty.text')}</p>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{t(`empty.${reason}`, { email })}</li>
        ))}
      </ul>
    </EmptyState>
  );
}
