import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from '../legacies.module.css';
import { RequestLink } from './request-link.tsx';

/** In place of the button that starts it, where operators look at documents before every start. */
export function RequestOffer({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('requests');
  return (
    <>
      <p className={styles.quiet}>{t('offer')}</p>
      <RequestLink legacy={legacy} kind="primary" />
    </>
  );
}
