import { useSession } from '../../../platform/session/session.ts';
import { TextLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useService } from '../../identity/legal/public/service-facts.ts';
import styles from './faq.module.css';

/** The form for those who are signed in, the mailbox for everybody else. */
export function SupportLink() {
  const { t } = useTranslation('faq');
  const { status } = useSession();
  const service = useService();
  if (status !== 'signed_in' && service) {
    return (
      <a href={`mailto:${service.support_email}`} className={styles.support}>
        {t('support')}
      </a>
    );
  }
  return (
    <TextLink to="/settings" search={{ tab: 'support' }} className={styles.support}>
      {t('support')}
    </TextLink>
  );
}
