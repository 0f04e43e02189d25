import { supportTerms } from '@zavet/contract/desk/support-values';
import { TextLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useService } from '../../identity/legal/public/service-facts.ts';
import styles from './legacies.module.css';

/** Support hours, address and link. */
export function SupportHint() {
  const { t } = useTranslation('legacies');
  const { opensAt, closesAt } = supportTerms;
  const email = useService()?.support_email;
  return (
    <p className={styles.quiet}>
      {t('help.text', { opensAt, closesAt })}{' '}
      <TextLink to="/settings" search={{ tab: 'support' }}>
        {t('help.action')}
      </TextLink>
      {email && (
        <>
          {', '}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
    </p>
  );
}
